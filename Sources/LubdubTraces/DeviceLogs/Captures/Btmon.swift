/// The output of `btmon`. The management event that repeats a report is read only if there is no HCI event. Times are absolute
/// with `btmon -T`, times of day with `-t`, otherwise seconds since the start.
struct BtmonTrace: LineFormat, SoundingFormat {
  static let name = "btmon"
  static let summary = "btmon text output: advertisements and channel sounding"

  private struct Packet {
    let isManagement: Bool
    let line: Int
    let receiver: Int
    let time: Int64?
    var isReport: Bool
    var expectsAddress: Bool
    var address: String?
  }

  var lines = LineSplitter()
  var packets: ControllerPackets
  private var packet: Packet?
  private var sounding: BtmonSounding?
  private var hasReports = false
  private var stamps = BtmonClock()

  init(options: ReadOptions) { packets = ControllerPackets(options: options) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { line in
      line.hasPrefix("> HCI Event:") || line.hasPrefix("< HCI Command:")
        || line.hasPrefix("@ MGMT ") || line.hasPrefix("Bluetooth monitor ver")
    }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    if isStart(line.bytes) {
      try closePacket(into: &sink)
      return open(line, into: &sink)
    }
    guard var packet else { return }
    let text = line.bytes
    if sounding?.read(text) == true { return }
    if !packet.isManagement, text.hasPrefix("LE "), text.contains("Advertising Report (") {
      packet.isReport = true
      hasReports = true
    } else if packet.isReport, text.hasPrefix("Event type:") {
      packet.expectsAddress = true
    } else if packet.isReport, packet.expectsAddress, let address = Self.address(text) {
      packet.address = address
      packet.expectsAddress = false
    } else if let address = packet.address, let level = text.after("RSSI:"), text.hasPrefix("RSSI:")
    {
      packet.address = nil
      self.packet = packet
      return try read(level, from: address, packet, line, into: &sink)
    }
    self.packet = packet
  }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    try closePacket(into: &sink)
    try packets.capture.end(into: &sink)
  }

  private func isStart(_ text: LogText) -> Bool {
    let marks = [">", "<", "@", "="].map { UInt8(ascii: $0) }
    return text.first.map { marks.contains($0) } == true && text.dropFirst().first == 0x20
  }

  private static func address(_ text: LogText) -> String? {
    let value =
      text.hasPrefix("Address:")
      ? text.after("Address:") : text.hasPrefix("LE Address:") ? text.after("LE Address:") : nil
    return value.map { BluetoothAddress.normalised($0.trimmed.prefix(17)) }
  }

  private mutating func open(_ line: LogLine, into sink: inout TraceSink) {
    packet = nil
    let isFound = line.bytes.hasPrefix("@ MGMT Event: Device Found")
    guard !isFound || !hasReports else { return sink.duplicate() }
    sounding = BtmonSounding(line.bytes)
    guard isFound || sounding != nil else { return sink.ignore() }
    let (receiver, time) = stamps.read(line.bytes)
    packet = Packet(
      isManagement: isFound, line: line.number, receiver: receiver, time: time,
      isReport: isFound, expectsAddress: isFound, address: nil)
  }

  private mutating func read(
    _ level: LogText, from address: String, _ packet: Packet, _ line: LogLine,
    into sink: inout TraceSink
  ) throws(ReadError) {
    guard level.contains("dBm") else {
      return try sink.reject(.damaged, line: line.number, "RSSI is \(Excerpt.quote(level))")
    }
    guard let time = packet.time else {
      return try sink.reject(
        .missingTime, line: packet.line, "the packet has no time; record with btmon -T")
    }
    let number = level.trimmed.leadingNumber
    guard let rssi = try sink.decimal(number, "RSSI", line: line.number) else { return }
    try packets.accept(
      rssi, from: address, receiver: packet.receiver, at: time, line: line.number, into: &sink)
  }

  private mutating func closePacket(into sink: inout TraceSink) throws(ReadError) {
    guard let packet else { return }
    self.packet = nil
    if let named = sounding?.named, let connection = sounding?.connection {
      packets.note(named, connection: connection, receiver: packet.receiver)
    }
    if let event = sounding?.event {
      return try packets.take(
        event, of: sounding?.connection ?? 0, receiver: packet.receiver, at: packet.time,
        line: packet.line, into: &sink)
    }
    if packet.address != nil {
      try sink.reject(.damaged, line: packet.line, "a report has no RSSI")
    } else if !packet.isReport {
      sink.ignore()
    }
  }
}
