/// `bermuda.dump_devices` or diagnostics of Bermuda (Home Assistant) as JSON: the last levels of each pair, newest first.
/// The distances are computed from the same levels and are not copied.
struct BermudaTrace: ObjectFormat {
  static let name = "bermuda"
  static let summary = "Bermuda for Home Assistant: bermuda.dump_devices or diagnostics as JSON"

  private static let limit = 64 << 20
  private static let mostDepth = 12

  var objects = JSONObjectSplitter(limit: limit)
  private var rows = LateRows<Double>()
  private var newest: [String: Double] = [:]

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool {
    guard prefix.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    return prefix[...].contains("\"hist_rssi\"")
      || (prefix[...].contains("\"rssi_distance\"") && prefix[...].contains("\"scanner_address\""))
  }

  mutating func restart() -> Int? {
    (rows, newest) = (LateRows(), [:])
    return objects.restart()
  }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    try finishObjects(into: &sink)
    let sorted = rows.take()
    guard let start = sorted.first?.time else { return }
    sink.warn(
      "only the last levels of each pair are in a dump; several dumps behind each other have more")
    for row in sorted {
      try sink.accept(
        .ble(DBm(row.rssi), at: Seconds(row.time - start)), peer: row.peer, line: row.line)
    }
  }

  mutating func read(
    _ piece: JSONObjectSplitter.Piece, into sink: inout TraceSink
  ) throws(ReadError) {
    switch piece {
    case .start: break
    case .damaged(let line): try sink.reject(.damaged, line: line)
    case .object(let text, let line):
      guard let dump = JSONText.parse(text) else { return try sink.reject(.notJSON, line: line) }
      try search(dump, depth: 0, line, into: &sink)
    }
  }

  private mutating func search(
    _ value: JSONValue, depth: Int, _ line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    guard depth < Self.mostDepth else { return sink.ignore() }
    if let levels = value["hist_rssi"]?.array, let times = value["hist_stamp"]?.array {
      return try read(value, levels, times, line, into: &sink)
    }
    for (_, inner) in (value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      try search(inner, depth: depth + 1, line, into: &sink)
    }
    for inner in value.array ?? [] { try search(inner, depth: depth + 1, line, into: &sink) }
  }

  private mutating func read(
    _ pair: JSONValue, _ levels: [JSONValue], _ times: [JSONValue], _ line: Int,
    into sink: inout TraceSink
  ) throws(ReadError) {
    guard levels.count == times.count else {
      return try sink.reject(
        .damaged, line: line, "\(levels.count) levels and \(times.count) times of a pair")
    }
    let names = ["device_address", "scanner_address"].map { pair[$0]?.string ?? "?" }
      .map { BluetoothAddress.normalised(Array($0.utf8)[...]) }
    let peer = names.joined(separator: "@")
    let last = newest[peer] ?? -.infinity
    for (level, stamp) in zip(levels, times).reversed() {
      guard let time = stamp.number, time.isFinite else {
        try sink.reject(.missingTime, line: line, "a level of \(peer) has no time")
        continue
      }
      guard time > last else {
        sink.duplicate()
        continue
      }
      guard let rssi = level.number else {
        try sink.reject(.signalNotAvailable, line: line, "a level of \(peer) is missing")
        continue
      }
      rows.add(time, rssi, peer, line)
      newest[peer] = max(newest[peer] ?? time, time)
    }
  }
}
