/// Reads heart rate notifications in the output of `btmon`:
///
///     > ACL Data RX: Handle 64 flags 0x02 dlen 11       #12 [hci0] 3.251
///           ATT: Handle Value Notification (0x1b) len 6
///             Handle: 0x0010 Type: Heart Rate Measurement (0x2a37)
///               Data[4]: 1048d703
enum HeartRateText {
  static func isPacket(_ line: LogText) -> Bool {
    line.hasPrefix("> ACL Data RX:") || line.hasPrefix("> HCI Event:")
      || line.hasPrefix("Bluetooth monitor ver")
  }

  private struct Packet {
    let line: Int
    let time: Int64?
    let connection: String
    var isNotification = false
    var handle: String?
  }

  static func read(_ bytes: [UInt8], into sink: inout PulseSink) {
    var clock = BtmonClock()
    var packet: Packet?
    var found = HeartRateNotifications()
    for (number, line) in TextLines(bytes) {
      if let mark = line.first, [0x3E, 0x3C, 0x40, 0x3D].contains(mark),
        line.dropFirst().first == 0x20
      {
        guard line.hasPrefix("> ACL Data RX:") else {
          packet = nil
          sink.ignore()
          continue
        }
        let connection = line.after("Handle ")?.leadingNumber.string ?? ""
        packet = Packet(line: number, time: clock.read(line).time, connection: connection)
        continue
      }
      guard var open = packet else { continue }
      if line.hasPrefix("ATT: Handle Value Notification") {
        open.isNotification = true
      } else if open.isNotification, open.handle == nil, let rest = line.after("Handle: "),
        line.hasPrefix("Handle: ")
      {
        let handle = "handle \(open.connection) \(rest.prefix { $0 != 0x20 }.string)"
        open.handle = handle
        if line.contains("(0x2a37)") { found.named.insert(handle) }
      } else if let handle = open.handle, line.hasPrefix("Data"), let hex = line.after(":") {
        let time = open.time.map { Double($0) / 1e9 }
        found.add(handle, Self.bytes(hex)[...], at: time, line: open.line)
        packet = nil
        continue
      }
      packet = open
    }
    found.put(of: "log", into: &sink) { !$0.contains(nil) }
  }

  private static func bytes(_ text: LogText) -> [UInt8] {
    let digits = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}
