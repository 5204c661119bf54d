/// ESPresense reports in the output of `mosquitto_sub -v -F '%U %t %p'`; their distance comes from the RSSI and is ignored.
struct ESPresenseTrace: LineFormat {
  static let name = "espresense"
  static let summary = "ESPresense over MQTT: mosquitto_sub -v -F '%U %t %p'"

  var lines = LineSplitter()
  private var clock = LogClock()
  private static let topicStart = "espresense/devices/"

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { line in
      line.hasPrefix("espresense/") || line.contains(" espresense/")
    }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    guard let topicRange = line.bytes.firstRange(of: Self.topicStart) else { return sink.ignore() }
    // %U prints Unix seconds, %I a date and time.
    let stamp = line.bytes[..<topicRange.lowerBound].trimmed
    guard let time = stamp.nanoseconds ?? CivilTime.nanoseconds(stamp) else {
      return try sink.reject(
        .missingTime, line: line.number,
        "no time before the topic; record with mosquitto_sub -v -F '%U %t %p'")
    }
    let rest = line.bytes[topicRange.upperBound...]
    guard let brace = rest.firstRange(of: " {"),
      let payload = JSONText.parse(rest[(brace.lowerBound + 1)...])
    else { return try sink.reject(.notJSON, line: line.number, Excerpt.quote(rest)) }
    let topic = rest[..<brace.lowerBound].trimmed
    guard let slash = topic.lastIndex(of: UInt8(ascii: "/")), slash > topic.startIndex else {
      return sink.ignore()
    }
    guard let rssi = try sink.level(payload["rssi"], line: line.number) else { return }
    if payload["rssiVar"] != nil {
      sink.warn("rssi was filtered by the nodes before it was sent (firmware 4)")
    }
    let device = BluetoothAddress.normalised(topic[..<slash])
    let peer = "\(device)@\(topic[(slash + 1)...].string)"
    try sink.accept(.ble(rssi, peer: peer), at: time, on: &clock, line: line.number)
  }
}
