/// Captures of one device by ESPresense-companion as JSON: nodes, places of the device (the truth), and messages.
struct ESPresenseCaptureTrace: ObjectFormat {
  static let name = "espresense-capture"
  static let summary =
    "capture of a device that ESPresense-companion exports as JSON, with places as truth"

  var objects = JSONObjectSplitter(isNested: true)
  private var clock = LogClock()
  private var nodes: [String: [Double]] = [:]
  private var places: [(time: Int64, point: [Double])] = []
  private var device: String?
  private static let most = 4096
  /// The time, in ns, for which a place counts as the truth before and after its entry, until the device is moved.
  private static let stay: Int64 = 5_000_000_000

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool {
    guard prefix.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
    let text = prefix[...]
    return text.contains("\"deviceId\"") && text.contains("\"nodes\"")
      && (text.contains("\"positions\"") || text.contains("\"messages\""))
  }

  mutating func restart() -> Int? {
    (nodes, places, device) = ([:], [], nil)
    return objects.restart()
  }

  mutating func read(
    _ piece: JSONObjectSplitter.Piece, into sink: inout TraceSink
  ) throws(ReadError) {
    let (text, line): (LogText, Int)
    switch piece {
    case .start(let start):
      device = Self.device(start)
      if start.contains("\"truncated\":true") || start.contains("\"truncated\": true") {
        sink.warn("the capture was cut short by the program that wrote it")
      }
      return
    case .damaged(let line): return try sink.reject(.damaged, line: line)
    case .object(let object, let start): (text, line) = (object, start)
    }
    guard let object = JSONText.parse(text) else { return try sink.reject(.notJSON, line: line) }
    if let node = object["node"]?.string { return try read(object, from: node, line, into: &sink) }
    if let point = object["point"]?.array?.compactMap(\.number), point.count == 3,
      let node = object["id"]?.string, nodes.count < Self.most
    {
      nodes[node] = point
    } else if let time = Self.time(object),
      let x = object["x"]?.number, let y = object["y"]?.number, let z = object["z"]?.number,
      places.count < Self.most
    {
      places.append((time, [x, y, z]))
    }
    sink.ignore()
  }

  private mutating func read(
    _ message: JSONValue, from node: String, _ line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let time = Self.time(message) else {
      return try sink.reject(.missingTime, line: line, "t is missing or not a date")
    }
    guard let rssi = try sink.level(message["rssi"], line: line) else { return }
    if message["rssiVar"]?.number != nil {
      sink.warn("rssi was filtered by the nodes before it was sent (firmware 4)")
    }
    let name = device.map { BluetoothAddress.normalised(Array($0.utf8)[...]) } ?? "device"
    var row = TraceRow.ble(rssi, peer: "\(name)@\(node)")
    row.truth = truth(at: time, of: node)
    try sink.accept(row, at: time, on: &clock, line: line)
  }

  private func truth(at time: Int64, of node: String) -> Meters? {
    guard let point = nodes[node],
      let place = places.min(by: { abs($0.time - time) < abs($1.time - time) }),
      abs(place.time - time) <= Self.stay
    else { return nil }
    let squares = zip(point, place.point).map { ($0 - $1) * ($0 - $1) }
    let distance = squares.reduce(0, +).squareRoot()
    return distance.isFinite ? Meters(distance) : nil
  }

  private static func time(_ object: JSONValue) -> Int64? {
    object["t"]?.string.flatMap { CivilTime.nanoseconds(Array($0.utf8)[...]) }
      .flatMap { abs($0) < 1 << 62 ? $0 : nil }
  }

  private static func device(_ start: LogText) -> String? {
    guard let rest = start.after("\"deviceId\"")?.after("\""),
      let end = rest.firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return rest[..<end].string
  }
}
