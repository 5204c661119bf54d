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

  mutating func connect(_ link: Link, to address: String) -> [SignalOutcome] {
    let outcomes = disconnect(link)
    if peers.count < Self.mostWaiting { peers[link, default: Peer()].address = address }
    return outcomes
  }

  /// Gives up what waits on a connection that has ended: its handle may become that of another.
  mutating func disconnect(_ link: Link) -> [SignalOutcome] {
    var outcomes: [SignalOutcome] = []
    for key in open.keys.filter({ $0.link == link }).sorted(by: { $0.counter < $1.counter }) {
      outcomes += dropOpen(key)
    }
    for key in order where key.link == link { outcomes += drop(key) }
    peers[link] = nil
    return outcomes
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
    _ result: SubeventResult, receiver: Int, at time: Int64, record: Int
  ) -> [SignalOutcome] {
    hasSounding = true
    let link = Link(receiver: receiver, connection: result.connection)
    var outcomes: [SignalOutcome] = []
    let begun = open.keys.first { $0.link == link && $0.configuration == result.configuration }
    var key = begun
    if let head = result.head {
      let own = Key(link: link, configuration: result.configuration, counter: head.counter & 0x0FFF)
      if let begun, begun != own { outcomes += dropOpen(begun) }
      if open[own] == nil {
        open[own] = SoundingSide(
          counter: head.counter, role: peers[link]?.roles[result.configuration],
          power: head.power, paths: result.paths, time: time, record: record)
      }
      open[own]?.subevents.append(.init(start: head.start, steps: []))
      key = own
    }
    guard let key, var side = open.removeValue(forKey: key), !side.subevents.isEmpty else {
      return outcomes + Self.damaged(record, "the start of the subevent is missing")
    }
    side.time = time
    side.record = record
    side.paths = max(side.paths, result.paths)
    side.subevents[side.subevents.count - 1].steps += result.steps
    if result.subevent == .aborted {
      side.subevents[side.subevents.count - 1].abort = SoundingAbort.subevent(result.abort >> 4)
    }
    guard side.stepCount <= SoundingSide.mostSteps else {
      return outcomes
        + Self.damaged(record, "a procedure has more than \(SoundingSide.mostSteps) steps")
    }
    switch result.procedure {
    case .partial:
      open[key] = side
      return outcomes + [.part]
    case .aborted: side.abort = SoundingAbort.procedure(result.abort)
    case .complete: break
    }
    return outcomes + put(.own(side), key)
  }

  mutating func take(
    _ value: ArraySlice<UInt8>, of handle: UInt16, on link: Link, record: Int
  ) -> [SignalOutcome] {
    var outcomes: [SignalOutcome] = []
    if peers[link]?.handles.contains(handle) != true, handle != self.handle {
      guard self.handle == nil, looksLikeRangingData(value, on: link) else { return [.ignored] }
      peers[link, default: Peer()].handles.insert(handle)
      outcomes.append(
        .warning(
          "the log does not say which attribute has ranging data; one whose values fit is taken"))
    }
    hasSounding = true
    guard peers[link] != nil || peers.count < Self.mostWaiting else {
      return [.rejected(.tooManyNames, line: record, "connections with ranging data")]
    }
    var segments = peers[link]?.segments[handle] ?? RangingSegments()
    if let first = value.first, first & 1 == 1, let missing = segments.missing {
      outcomes += Self.lost(missing, segments)
    }
    let outcome = segments.take(value, record: record)
    let isWhole = if case .whole = outcome { true } else { false }
    peers[link, default: Peer()].segments[handle] = isWhole ? nil : segments
    switch outcome {
    case .part: return outcomes + [.part]
    case .stray:
      return outcomes + Self.damaged(record, "a segment of ranging data without the first one")
    case .whole(let bytes):
      guard let header = RangingData.Header(bytes) else {
        return outcomes + Self.damaged(record, "ranging data have no header")
      }
      let key = Key(link: link, configuration: header.configuration, counter: header.counter)
      // What is notified and asked for comes twice.
      guard peers[link]?.lastJoined != key else { return outcomes + [.part] }
      return outcomes + put(.peer(bytes, record: record), key)
    }
  }

  mutating func end() -> [SignalOutcome] {
    var outcomes: [SignalOutcome] = []
    for key in open.keys.sorted(by: {
      ($0.link.receiver, $0.counter) < ($1.link.receiver, $1.counter)
    }) {
      outcomes += dropOpen(key)
    }
    for segments in peers.values.flatMap(\.segments.values).sorted(by: { $0.record < $1.record }) {
      if let missing = segments.missing { outcomes += Self.lost(missing, segments) }
    }
    for key in order { outcomes += drop(key) }
    peers = [:]
    let reasons = leftOut.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }
    if !reasons.isEmpty {
      outcomes.append(
        .warning("subevents left out of their procedures: " + reasons.joined(separator: ", ")))
    }
    leftOut = [:]
    return outcomes
  }
}

// MARK: - Joining

extension SoundingCapture {
  private mutating func put(_ side: Waiting, _ key: Key) -> [SignalOutcome] {
    if let found = waiting[key], let outcomes = join(side, found, key) {
      remove(key)
      return outcomes
    }
    var outcomes: [SignalOutcome] = []
    if case .own(let own) = side, let other = opposite(of: own, key) {
      remove(other.key)
      return [joinControllers(own, other.side, key.link)]
    }
    if waiting[key] != nil { outcomes += drop(key) }
    if waiting.count >= Self.mostWaiting, let oldest = order.first { outcomes += drop(oldest) }
    waiting[key] = side
    order.append(key)
    return outcomes + [.part]
  }

  private mutating func join(_ first: Waiting, _ second: Waiting, _ key: Key) -> [SignalOutcome]? {
    let (own, bytes, record): (SoundingSide, [UInt8], Int)
    switch (first, second) {
    case (.own(let side), .peer(let data, let number)): (own, bytes, record) = (side, data, number)
    case (.peer(let data, let number), .own(let side)): (own, bytes, record) = (side, data, number)
    default: return nil
    }
    peers[key.link, default: Peer()].lastJoined = key
    let line = max(own.record, record)
    do throws(RowFault) {
      let (procedure, reasons) = try own.joined(with: bytes)
      for reason in reasons { leftOut[reason, default: 0] += 1 }
      return [.signal(signal(procedure, own, line, key.link))]
    } catch {
      return [.rejected(error.reason, line: line, "procedure \(own.counter): \(error.found)")]
    }
  }

  private func joinControllers(
    _ own: SoundingSide, _ other: SoundingSide, _ link: Link
  ) -> SignalOutcome {
    do throws(RowFault) {
      return .signal(signal(try own.joined(with: other), own, own.record, link))
    } catch {
      return .rejected(error.reason, line: own.record, "procedure \(own.counter): \(error.found)")
    }
  }

  private func signal(
    _ procedure: SoundingProcedure, _ own: SoundingSide, _ line: Int, _ link: Link
  ) -> RawSignal {
    var signal = RawSignal(content: .procedure(procedure), time: own.time, line: line)
    signal.peer = peers[link]?.address ?? "connection \(link.connection)"
    return signal
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

  private mutating func drop(_ key: Key) -> [SignalOutcome] {
    guard let side = waiting[key] else { return [] }
    remove(key)
    switch side {
    case .own(let own):
      let text = "procedure \(own.counter)"
      return own.abort.map { [.rejected(.aborted, line: own.record, "\(text): aborted \($0)")] }
        ?? [.rejected(.oneSided, line: own.record, "\(text) has no ranging data of the other side")]
    case .peer(_, let record):
      let text = "procedure \(key.counter) has no results of the own controller"
      return [.rejected(.oneSided, line: record, text)]
    }
  }

  private mutating func dropOpen(_ key: Key) -> [SignalOutcome] {
    guard let side = open.removeValue(forKey: key) else { return [] }
    return Self.damaged(side.record, "procedure \(side.counter) ends without its last results")
  }

  private static func damaged(_ record: Int, _ text: String) -> [SignalOutcome] {
    [.rejected(.damaged, line: record, text)]
  }

  private static func lost(_ missing: Int, _ segments: RangingSegments) -> [SignalOutcome] {
    damaged(segments.record, "\(counted(missing, "segment")) of the ranging data did not come")
  }

  private func looksLikeRangingData(_ value: ArraySlice<UInt8>, on link: Link) -> Bool {
    guard value.first == 1 || value.first == 3, let header = RangingData.Header(value.dropFirst())
    else { return false }
    let key = Key(link: link, configuration: header.configuration, counter: header.counter)
    if open[key] != nil { return true }
    guard case .own = waiting[key] else { return false }
    return true
  }
}
