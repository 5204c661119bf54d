/// Lines of the examples of the DW1000 libraries for Arduino on ESP32 boards: `from: 83`, a tab, `Range: 3.94 m`, a tab, `RX
/// power: -68.02 dBm` (thotro/arduino-dw1000, and DW1000-ng, which prints no address). A tag polls its anchors in turn every
/// 80 ms or more, so without the times of a monitor each round counts as 0.1 s.
struct ArduinoDW1000Trace: LineFormat {
  static let name = "arduino-dw1000"
  static let summary = "DW1000 library for Arduino on a serial monitor, with or without times"

  var lines = LineSplitter()
  private var monitor: MonitorClock
  private var clock = LogClock()
  private static let (address, range, power) = ("from:", "Range:", "RX power:")
  /// The text for a device that was not heard for a second.
  private static let inactive = "delete inactive device:"

  init(options: ReadOptions) { monitor = MonitorClock(options, period: 100_000_000) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { line in
      guard let distance = line.after(range) else { return false }
      return line.contains(address) || distance.contains(power)
    }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    guard let range = line.bytes.firstRange(of: Self.range) else {
      return try readLoss(line, into: &sink)
    }
    let head = line.bytes[..<range.lowerBound]
    let start = head.firstRange(of: Self.address)
    let peer = start.map { head[$0.upperBound...].trimmed.string }
    let tail = line.bytes[range.upperBound...].trimmed
    guard line.isClosed || tail.contains(" dBm") else { return try sink.rejectCut(line) }
    let stamp = head[..<(start?.lowerBound ?? head.endIndex)]
    guard let time = try monitor.time(stamp, of: peer ?? "", line: line.number, into: &sink),
      let distance = try sink.decimal(tail.leadingNumber, "Range", line: line.number)
    else { return }
    var row = TraceRow.uwb(distance, peer: peer)
    row.sample.rssi = tail.after(Self.power)?.trimmed.leadingNumber.decimal.map { DBm($0) }
    try sink.accept(row, at: time, on: &clock, line: line.number)
  }

  private mutating func readLoss(
    _ line: LogLine, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let mark = line.bytes.firstRange(of: Self.inactive), line.isClosed,
      let time = try monitor.time(
        line.bytes[..<mark.lowerBound], of: nil, line: line.number, into: &sink)
    else { return sink.ignore() }
    var row = TraceRow(sample: .event(.peerLost, at: .zero))
    row.peer = line.bytes[mark.upperBound...].trimmed.string
    try sink.accept(row, at: time, on: &clock, line: line.number)
  }
}
