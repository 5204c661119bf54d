/// Reads heart rate notifications in a btsnoop file. Devices report the heart rate attribute when they connect. If the file
/// does not contain that report, an attribute is used if all its values are valid heart rates with intervals.
enum HeartRateCapture {
  private static let heartRateMeasurement: UInt16 = 0x2A37

  static func read(_ bytes: [UInt8], into sink: inout PulseSink) throws(ReadError) {
    guard case .known(let datalink) = BtsnoopFile.header(bytes[...]) else {
      throw ReadError(
        path: sink.path, kind: .unrecognised,
        message: "expected a btsnoop header of version 1 with datalink 1001, 1002, or 2001")
    }
    var notifications = HeartRateNotifications()
    var place = BtsnoopFile.headerLength
    var record = 0
    var attributes = AttributeProtocol()
    while place < bytes.count {
      record += 1
      guard case .packet(let packet, let length) = BtsnoopFile.record(bytes[place...]) else {
        sink.reject(.damaged, record, "the record is cut short; the rest is not read")
        break
      }
      place += length
      guard case .received(let data) = packet.content(datalink),
        let (connection, message) = attributes.read(data), let time = packet.nanoseconds
      else {
        sink.ignore()
        continue
      }
      switch message {
      case .value(let handle, let value):
        notifications.add(name(connection, handle), value, at: Double(time) / 1e9, line: record)
      case .characteristics(let found):
        for found in found where found.number == heartRateMeasurement {
          notifications.named.insert(name(connection, found.handle))
        }
        sink.ignore()
      case .other: sink.ignore()
      }
    }
    // Most values must have an interval that fits their rate.
    notifications.put(of: "capture", into: &sink) { values in
      let fits = values.count { value in
        guard let value, let interval = value.intervals.first?.value, interval > 0 else {
          return false
        }
        return (0.5...2).contains(60_000 / interval / Double(max(1, value.rate)))
      }
      return !values.contains(nil) && 2 * fits >= values.count
    }
  }

  private static func name(_ connection: UInt16, _ handle: UInt16) -> String {
    "connection \(connection) handle \(handle)"
  }
}
