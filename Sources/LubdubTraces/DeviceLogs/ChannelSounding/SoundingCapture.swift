/// Channel sounding between a host and its controller: both sides, joined by link, configuration, and procedure.
struct SoundingCapture: Sendable {
  struct Link: Hashable, Sendable {
    var receiver: Int
    var connection: UInt16
  }

  private struct Key: Hashable {
    let link: Link
    let configuration: UInt8
    /// The lowest 12 bits of the procedure's number: the Ranging Service transmits only these bits.
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

  var rows: SignalRows
  /// The time of the last row; no row that follows is earlier.
  var lastTime: Int64?
  private var peers: [Link: Peer] = [:]
  private var open: [Key: SoundingSide] = [:]
  /// The results of one side that wait for those of the other side, the oldest first.
  private var waiting: [(key: Key, side: Waiting)] = []
  private var leftOut: [String: Int] = [:]
  private(set) var hasSounding = false

  private static let mostWaiting = 256
  /// Real-time and on-demand ranging data.
  private static let rangingData: Set<UInt16> = [0x2C15, 0x2C16]

  init(options: ReadOptions) { rows = SignalRows(options: options) }

  private mutating func note(_ link: Link, _ change: (inout Peer) -> Void) {
    if peers.count < Self.mostWaiting { change(&peers[link, default: Peer()]) }
  }

  mutating func connect(
    _ link: Link, to address: String, into sink: inout TraceSink
  ) throws(ReadError) {
    try disconnect(link, into: &sink)
    note(link) { $0.address = address }
  }

  /// Drops the data waiting for a connection that has ended, because another connection may reuse its handle.
  mutating func disconnect(_ link: Link, into sink: inout TraceSink) throws(ReadError) {
    try dropOpen(into: &sink) { $0.link == link }
    try drop(into: &sink) { $0.link == link }
    peers[link] = nil
  }

  mutating func configure(_ link: Link, _ configuration: UInt8, as role: StepData.Role) {
    hasSounding = true
    note(link) { $0.roles[configuration] = role }
  }

  mutating func discover(_ found: [AttributeProtocol.Characteristic], on link: Link) {
    for found in found where Self.rangingData.contains(found.number) {
      hasSounding = true
      note(link) { $0.handles.insert(found.handle) }
    }
  }

  mutating func take(
    _ result: SubeventResult, on link: Link, at time: Int64, record: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    hasSounding = true
    var key = open.keys.first { $0.link == link && $0.configuration == result.configuration }
    if let head = result.head {
      let own = Key(link: link, configuration: result.configuration, counter: head.counter & 0x0FFF)
      try dropOpen(into: &sink) { $0 == key && $0 != own }
      key = own
      let role = peers[link]?.roles[result.configuration]
      let side = SoundingSide(
        counter: head.counter, role: role, paths: result.paths, time: time, record: record)
      open[own, default: side].subevents.append(.init(start: head.start, steps: []))
    }
    guard let key, var side = open.removeValue(forKey: key), !side.subevents.isEmpty else {
      return try sink.reject(.damaged, line: record, "the start of the subevent is missing")
    }
    (side.time, side.record, side.paths) = (time, record, max(side.paths, result.paths))
    let last = side.subevents.count - 1
    side.subevents[last].steps += result.steps
    if result.subevent == .aborted {
      side.subevents[last].abort = SoundingAbort.subevent(result.abort >> 4)
    }
    guard side.stepCount <= SoundingSide.mostSteps else {
      return try sink.reject(
        .damaged, line: record, "a procedure has more than \(SoundingSide.mostSteps) steps")
    }
    guard result.procedure != .partial else { return open[key] = side }
    if result.procedure == .aborted { side.abort = SoundingAbort.procedure(result.abort) }
    try put(.own(side), key, into: &sink)
  }

  mutating func take(
    _ value: ArraySlice<UInt8>, of handle: UInt16, on link: Link, record: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    let known = sink.options.attributeHandle
    if peers[link]?.handles.contains(handle) != true, handle != known {
      guard known == nil, looksLikeRangingData(value, on: link) else { return sink.ignore() }
      peers[link, default: Peer()].handles.insert(handle)
      sink.warn(
        "the log does not say which attribute has ranging data; Lubdub uses one whose values fit")
    }
    hasSounding = true
    guard peers[link] != nil || peers.count < Self.mostWaiting else {
      return try sink.reject(.tooManyNames, line: record, "connections with ranging data")
    }
    if let first = value.first, first & 1 == 1 {
      try peers[link]?.segments[handle]?.rejectMissing(into: &sink)
    }
    let found = try sink.value(
      peers[link, default: Peer()].segments[handle, default: RangingSegments()]
        .take(value, record: record), line: record)
    guard let whole = found ?? nil,
      let header = try sink.value(RangingData.Header(whole), line: record)
    else { return }
    let key = Key(link: link, configuration: header.configuration, counter: header.counter)
    // Ranging data that are notified and also requested arrive twice.
    if peers[link]?.lastJoined != key { try put(.peer(whole, record: record), key, into: &sink) }
  }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    try dropOpen(into: &sink) { _ in true }
    for segments in peers.values.flatMap(\.segments.values).sorted(by: { $0.record < $1.record }) {
      try segments.rejectMissing(into: &sink)
    }
    try drop(into: &sink) { _ in true }
    peers = [:]
    let reasons = leftOut.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }
    if !reasons.isEmpty {
      sink.warn("subevents left out of their procedures: " + reasons.joined(separator: ", "))
    }
    leftOut = [:]
  }

  // MARK: - Joining

  private mutating func put(
    _ side: Waiting, _ key: Key, into sink: inout TraceSink
  ) throws(ReadError) {
    switch (side, waiting.first { $0.key == key }?.side) {
    case (.own(let own), .peer(let bytes, let record)?),
      (.peer(let bytes, let record), .own(let own)?):
      remove(key)
      peers[key.link, default: Peer()].lastJoined = key
      let line = max(own.record, record)
      return try take(own.joined(with: bytes), of: own, key.link, line: line, into: &sink)
    default: break
    }
    // The other side may also be a controller with its own log.
    if case .own(let own) = side, let role = own.knownRole {
      for case (let other, .own(let theirs)) in waiting
      where other.counter == key.counter && other.configuration == key.configuration
        && other.link.receiver != key.link.receiver && theirs.knownRole ?? role != role
      {
        remove(other)
        return try take(
          own.joined(with: theirs), of: own, key.link, line: own.record, into: &sink)
      }
    }
    try drop(into: &sink) { $0 == key }
    if waiting.count >= Self.mostWaiting, let oldest = waiting.first?.key {
      try drop(into: &sink) { $0 == oldest }
    }
    waiting.append((key, side))
  }

  private mutating func take(
    _ joined: @autoclosure () throws(RowFault) -> SoundingSide.Joined, of own: SoundingSide,
    _ link: Link, line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    let subject = "procedure \(own.counter): "
    guard let (procedure, reasons) = try sink.value(joined(), of: subject, line: line) else {
      return
    }
    for reason in reasons { leftOut[reason, default: 0] += 1 }
    var signal = RawSignal(content: .procedure(procedure), time: own.time, line: line)
    signal.peer = peers[link]?.address ?? "connection \(link.connection)"
    if rows.kept == nil {
      signal.time = max(signal.time, lastTime ?? signal.time)
      lastTime = signal.time
    }
    try rows.take(signal, into: &sink)
  }

  private mutating func remove(_ key: Key) { waiting.removeAll { $0.key == key } }

  /// Drops results of one side for which the results of the other side did not arrive.
  private mutating func drop(
    into sink: inout TraceSink, where isMeant: (Key) -> Bool
  ) throws(ReadError) {
    for (key, side) in waiting where isMeant(key) {
      remove(key)
      switch side {
      case .own(let own):
        let fault = own.abort.map { ": aborted \($0)" } ?? " has no ranging data of the other side"
        try sink.reject(
          own.abort == nil ? .oneSided : .aborted, line: own.record,
          "procedure \(own.counter)\(fault)")
      case .peer(_, let record):
        let text = "procedure \(key.counter) has no results of this side's controller"
        try sink.reject(.oneSided, line: record, text)
      }
    }
  }

  /// Drops procedures whose last results are missing.
  private mutating func dropOpen(
    into sink: inout TraceSink, where isMeant: (Key) -> Bool
  ) throws(ReadError) {
    let keys = open.keys.filter(isMeant).sorted {
      ($0.link.receiver, $0.counter) < ($1.link.receiver, $1.counter)
    }
    for key in keys {
      guard let side = open.removeValue(forKey: key) else { continue }
      let text = "procedure \(side.counter) ends without its last results"
      try sink.reject(.damaged, line: side.record, text)
    }
  }

  private func looksLikeRangingData(_ value: ArraySlice<UInt8>, on link: Link) -> Bool {
    guard value.first == 1 || value.first == 3,
      let header = try? RangingData.Header(value.dropFirst())
    else { return false }
    let key = Key(link: link, configuration: header.configuration, counter: header.counter)
    return open[key] != nil
      || waiting.contains { if case (key, .own) = $0 { true } else { false } }
  }
}
