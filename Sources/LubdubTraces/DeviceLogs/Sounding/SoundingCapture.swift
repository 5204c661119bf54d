/// Channel sounding between a host and its controller: both sides, joined by link, configuration and procedure.
struct SoundingCapture: Sendable {
  struct Link: Hashable, Sendable {
    var receiver: Int
    var connection: UInt16
  }

  private struct Key: Hashable {
    let link: Link
    let configuration: UInt8
    /// The lowest 12 bits of the procedure's number: the Ranging Service has no more.
    let counter: UInt16
  }

  private struct Peer: Sendable {
    var address: String?
    var roles: [UInt8: StepData.Role] = [:]
    var handles: Set<UInt16> = []
    var segments: [UInt16: RangingSegments] = [:]
    var lastJoined: Key?
  }

  private enum Waiting {
    case own(SoundingSide)
    case peer([UInt8], record: Int)
  }

  private var peers: [Link: Peer] = [:]
  private var open: [Key: SoundingSide] = [:]
  private var waiting: [Key: Waiting] = [:]
  private var order: [Key] = []
  private let handle: UInt16?
  private var leftOut: [String: Int] = [:]
  private(set) var hasSounding = false

  private static let mostWaiting = 256
  /// Real-time and on-demand ranging data.
  private static let rangingData: Set<UInt16> = [0x2C15, 0x2C16]

  init(handle: UInt16? = nil) { self.handle = handle }

  mutating func connect(_ link: Link, to address: String, _ found: inout [SignalOutcome]) {
    disconnect(link, &found)
    if peers.count < Self.mostWaiting { peers[link, default: Peer()].address = address }
  }

  /// Drops the data waiting for a connection that has ended: its handle may be reused by another.
  mutating func disconnect(_ link: Link, _ found: inout [SignalOutcome]) {
    for key in open.keys.filter({ $0.link == link }).sorted(by: { $0.counter < $1.counter }) {
      dropOpen(key, &found)
    }
    for key in order where key.link == link { drop(key, &found) }
    peers[link] = nil
  }

  mutating func configure(_ link: Link, _ configuration: UInt8, as role: StepData.Role) {
    hasSounding = true
    if peers.count < Self.mostWaiting { peers[link, default: Peer()].roles[configuration] = role }
  }

  mutating func discover(_ found: [AttributeProtocol.Characteristic], on link: Link) {
    for found in found where Self.rangingData.contains(found.number) {
      hasSounding = true
      if peers.count < Self.mostWaiting {
        peers[link, default: Peer()].handles.insert(found.handle)
      }
    }
  }

  mutating func take(
    _ result: SubeventResult, receiver: Int, at time: Int64, record: Int,
    _ found: inout [SignalOutcome]
  ) {
    hasSounding = true
    let link = Link(receiver: receiver, connection: result.connection)
    let begun = open.keys.first { $0.link == link && $0.configuration == result.configuration }
    var key = begun
    if let head = result.head {
      let own = Key(link: link, configuration: result.configuration, counter: head.counter & 0x0FFF)
      if let begun, begun != own { dropOpen(begun, &found) }
      if open[own] == nil {
        open[own] = SoundingSide(
          counter: head.counter, role: peers[link]?.roles[result.configuration],
          paths: result.paths, time: time, record: record)
      }
      open[own]?.subevents.append(.init(start: head.start, steps: []))
      key = own
    }
    guard let key, var side = open.removeValue(forKey: key), !side.subevents.isEmpty else {
      return found.reject(.damaged, line: record, "the start of the subevent is missing")
    }
    side.time = time
    side.record = record
    side.paths = max(side.paths, result.paths)
    side.subevents[side.subevents.count - 1].steps += result.steps
    if result.subevent == .aborted {
      side.subevents[side.subevents.count - 1].abort = SoundingAbort.subevent(result.abort >> 4)
    }
    guard side.stepCount <= SoundingSide.mostSteps else {
      return found.reject(
        .damaged, line: record, "a procedure has more than \(SoundingSide.mostSteps) steps")
    }
    switch result.procedure {
    case .partial: return open[key] = side
    case .aborted: side.abort = SoundingAbort.procedure(result.abort)
    case .complete: break
    }
    put(.own(side), key, &found)
  }

  mutating func take(
    _ value: ArraySlice<UInt8>, of handle: UInt16, on link: Link, record: Int,
    _ found: inout [SignalOutcome]
  ) {
    if peers[link]?.handles.contains(handle) != true, handle != self.handle {
      guard self.handle == nil, looksLikeRangingData(value, on: link) else {
        return found.append(.ignored)
      }
      peers[link, default: Peer()].handles.insert(handle)
      found.append(
        .warning(
          "the log does not say which attribute has ranging data; one whose values fit is taken"))
    }
    hasSounding = true
    guard peers[link] != nil || peers.count < Self.mostWaiting else {
      return found.reject(.tooManyNames, line: record, "connections with ranging data")
    }
    var segments = peers[link]?.segments[handle] ?? RangingSegments()
    if let first = value.first, first & 1 == 1 { rejectLost(segments, &found) }
    let outcome = segments.take(value, record: record)
    let isWhole = if case .whole = outcome { true } else { false }
    peers[link, default: Peer()].segments[handle] = isWhole ? nil : segments
    switch outcome {
    case .part: break
    case .stray:
      found.reject(.damaged, line: record, "a segment of ranging data without the first one")
    case .whole(let bytes):
      guard let header = RangingData.Header(bytes) else {
        return found.reject(.damaged, line: record, "ranging data have no header")
      }
      let key = Key(link: link, configuration: header.configuration, counter: header.counter)
      // What is notified and asked for comes twice.
      if peers[link]?.lastJoined != key { put(.peer(bytes, record: record), key, &found) }
    }
  }

  mutating func end(_ found: inout [SignalOutcome]) {
    for key in open.keys.sorted(by: {
      ($0.link.receiver, $0.counter) < ($1.link.receiver, $1.counter)
    }) {
      dropOpen(key, &found)
    }
    for segments in peers.values.flatMap(\.segments.values).sorted(by: { $0.record < $1.record }) {
      rejectLost(segments, &found)
    }
    for key in order { drop(key, &found) }
    peers = [:]
    let reasons = leftOut.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }
    if !reasons.isEmpty {
      found.append(
        .warning("subevents left out of their procedures: " + reasons.joined(separator: ", ")))
    }
    leftOut = [:]
  }

  // MARK: - Joining

  private mutating func put(_ side: Waiting, _ key: Key, _ found: inout [SignalOutcome]) {
    if let other = waiting[key], let outcome = join(side, other, key) {
      remove(key)
      return found.append(outcome)
    }
    if case .own(let own) = side, let other = opposite(of: own, key) {
      remove(other.key)
      return found.append(
        outcome(of: own, own.record, key.link) { () throws(RowFault) in
          try own.joined(with: other.side)
        })
    }
    if waiting[key] != nil { drop(key, &found) }
    if waiting.count >= Self.mostWaiting, let oldest = order.first { drop(oldest, &found) }
    waiting[key] = side
    order.append(key)
  }

  private mutating func join(_ first: Waiting, _ second: Waiting, _ key: Key) -> SignalOutcome? {
    let (own, bytes, record): (SoundingSide, [UInt8], Int)
    switch (first, second) {
    case (.own(let side), .peer(let data, let number)): (own, bytes, record) = (side, data, number)
    case (.peer(let data, let number), .own(let side)): (own, bytes, record) = (side, data, number)
    default: return nil
    }
    peers[key.link, default: Peer()].lastJoined = key
    var reasons: [String] = []
    defer { for reason in reasons { leftOut[reason, default: 0] += 1 } }
    return outcome(of: own, max(own.record, record), key.link) { () throws(RowFault) in
      let joined = try own.joined(with: bytes)
      reasons = joined.leftOut
      return joined.procedure
    }
  }

  private func outcome(
    of own: SoundingSide, _ line: Int, _ link: Link,
    _ join: () throws(RowFault) -> SoundingProcedure
  ) -> SignalOutcome {
    do throws(RowFault) {
      var signal = RawSignal(content: .procedure(try join()), time: own.time, line: line)
      signal.peer = peers[link]?.address ?? "connection \(link.connection)"
      return .signal(signal)
    } catch {
      return .rejected(error.reason, line: line, "procedure \(own.counter): \(error.found)")
    }
  }

  private func opposite(of own: SoundingSide, _ key: Key) -> (key: Key, side: SoundingSide)? {
    for other in order
    where other.counter == key.counter && other.configuration == key.configuration
      && other.link.receiver != key.link.receiver
    {
      guard case .own(let side) = waiting[other], let role = side.knownRole,
        let mine = own.knownRole, role != mine
      else { continue }
      return (other, side)
    }
    return nil
  }

  private mutating func remove(_ key: Key) {
    waiting[key] = nil
    if let place = order.firstIndex(of: key) { order.remove(at: place) }
  }

  private mutating func drop(_ key: Key, _ found: inout [SignalOutcome]) {
    guard let side = waiting[key] else { return }
    remove(key)
    switch side {
    case .own(let own):
      let text = "procedure \(own.counter)"
      if let abort = own.abort {
        found.reject(.aborted, line: own.record, "\(text): aborted \(abort)")
      } else {
        found.reject(.oneSided, line: own.record, "\(text) has no ranging data of the other side")
      }
    case .peer(_, let record):
      let text = "procedure \(key.counter) has no results of the own controller"
      found.reject(.oneSided, line: record, text)
    }
  }

  private mutating func dropOpen(_ key: Key, _ found: inout [SignalOutcome]) {
    guard let side = open.removeValue(forKey: key) else { return }
    let text = "procedure \(side.counter) ends without its last results"
    found.reject(.damaged, line: side.record, text)
  }

  private func rejectLost(_ segments: RangingSegments, _ found: inout [SignalOutcome]) {
    guard let missing = segments.missing else { return }
    let text = "\(counted(missing, "segment")) of the ranging data did not come"
    found.reject(.damaged, line: segments.record, text)
  }

  private func looksLikeRangingData(_ value: ArraySlice<UInt8>, on link: Link) -> Bool {
    guard value.first == 1 || value.first == 3, let header = RangingData.Header(value.dropFirst())
    else { return false }
    let key = Key(link: link, configuration: header.configuration, counter: header.counter)
    if open[key] != nil { return true }
    return if case .own = waiting[key] { true } else { false }
  }
}
