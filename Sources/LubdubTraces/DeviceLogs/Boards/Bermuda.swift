/// `bermuda.dump_devices` or diagnostics of Bermuda (Home Assistant) as JSON: the last levels of each pair, newest first.
/// The distances are computed from the same levels and are not copied.
struct BermudaTrace: ObjectFormat {
  static let name = "bermuda"
  static let summary = "Bermuda for Home Assistant: bermuda.dump_devices or diagnostics as JSON"

  private static let limit = 64 << 20
  private static let mostDepth = 12

  private struct Reading: Hashable {
    let time: Double
    let rssi: Double?
  }

  private typealias Pair = (peer: String, readings: [Reading], line: Int)

  var objects = JSONObjectSplitter(limit: limit)
  private var rows = LateRows<Double>()
  /// The rows from before a restart of the host, when its clock had another origin.
  private var earlier: [(time: Double, rssi: Double, peer: String, line: Int)] = []
  private var seen: [String: Set<Reading>] = [:]
  /// The first stamp of each pair in its last dump.
  private var oldest: [String: Double] = [:]

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool {
    guard prefix.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    return prefix[...].contains("\"hist_rssi\"")
      || (prefix[...].contains("\"rssi_distance\"") && prefix[...].contains("\"scanner_address\""))
  }

  mutating func restart() -> Int? {
    (rows, earlier, seen, oldest) = (LateRows(), [], [:], [:])
    return objects.restart()
  }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    try finishObjects(into: &sink)
    let sorted = earlier + rows.take()
    guard let start = sorted.first?.time else { return }
    sink.warn(
      "a dump has only the last levels of each pair; several dumps after each other have more")
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
      var pairs: [Pair] = []
      try search(dump, depth: 0, line, into: &sink, &pairs)
      try take(pairs, into: &sink)
    }
  }

  private mutating func search(
    _ value: JSONValue, depth: Int, _ line: Int, into sink: inout TraceSink,
    _ pairs: inout [Pair]
  ) throws(ReadError) {
    guard depth < Self.mostDepth else { return sink.ignore() }
    if let levels = value["hist_rssi"]?.array, let times = value["hist_stamp"]?.array {
      return try read(value, levels, times, line, into: &sink, &pairs)
    }
    for (_, inner) in (value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      try search(inner, depth: depth + 1, line, into: &sink, &pairs)
    }
    for inner in value.array ?? [] {
      try search(inner, depth: depth + 1, line, into: &sink, &pairs)
    }
  }

  private func read(
    _ pair: JSONValue, _ levels: [JSONValue], _ times: [JSONValue], _ line: Int,
    into sink: inout TraceSink, _ pairs: inout [Pair]
  ) throws(ReadError) {
    guard levels.count == times.count else {
      return try sink.reject(
        .damaged, line: line, "\(levels.count) levels and \(times.count) times of a pair")
    }
    let names = ["device_address", "scanner_address"].map { pair[$0]?.string ?? "?" }
      .map { BluetoothAddress.normalised(Array($0.utf8)[...]) }
    let peer = names.joined(separator: "@")
    var readings: [Reading] = []
    for (level, stamp) in zip(levels, times).reversed() {
      guard let time = stamp.number, time.isFinite else {
        try sink.reject(.missingTime, line: line, "a level of \(peer) has no time")
        continue
      }
      readings.append(Reading(time: time, rssi: level.number))
    }
    pairs.append((peer, readings, line))
  }

  private mutating func take(_ pairs: [Pair], into sink: inout TraceSink) throws(ReadError) {
    let isRestart = pairs.contains { pair in
      guard let newest = pair.readings.max(by: { $0.time < $1.time }) else { return false }
      return newest.time < oldest[pair.peer] ?? -.infinity
        && seen[pair.peer]?.contains(newest) == false
    }
    if isRestart {
      earlier += rows.take()
      seen = [:]
    }
    for (peer, readings, line) in pairs {
      oldest[peer] = readings.map(\.time).min()
      // Each reading of a dump counts.
      let known = seen[peer] ?? []
      for reading in readings {
        guard !known.contains(reading) else {
          sink.duplicate()
          continue
        }
        seen[peer, default: []].insert(reading)
        guard let rssi = reading.rssi else {
          try sink.reject(.signalNotAvailable, line: line, "a level of \(peer) is missing")
          continue
        }
        rows.add(reading.time, rssi, peer, line)
      }
    }
  }
}
