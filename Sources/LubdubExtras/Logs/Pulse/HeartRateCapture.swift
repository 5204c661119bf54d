internal import Lubdub
internal import LubdubGround
internal import LubdubTraces

/// Heart rate notifications in a btsnoop file.
///
/// Which attribute of a connection is the heart rate is reported when the devices meet. Where that was not captured, an
/// attribute counts whose values all read as a heart rate with intervals.
enum HeartRateCapture {
  private static let heartRateMeasurement: UInt16 = 0x2A37

  private struct Attribute: Hashable {
    let connection: UInt16
    let handle: UInt16
    var name: String { "connection \(connection) handle \(handle)" }
  }

  private struct Notification {
    let attribute: Attribute
    let value: ArraySlice<UInt8>
    let time: Double
    let record: Int
  }

  static func read(_ bytes: [UInt8], into sink: inout PulseSink) throws(ReadError) {
    guard case .known(let datalink) = BtsnoopFile.header(bytes[...]) else {
      throw ReadError(
        path: sink.path, kind: .unrecognised,
        message: "expected a btsnoop header of version 1 with datalink 1001, 1002 or 2001")
    }
    var (notifications, named): ([Notification], Set<Attribute>) = ([], [])
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
        notifications.append(
          Notification(
            attribute: Attribute(connection: connection, handle: handle), value: value,
            time: Double(time) / 1e9, record: record))
      case .characteristics(let found):
        for found in found where found.number == heartRateMeasurement {
          named.insert(Attribute(connection: connection, handle: found.handle))
        }
        sink.ignore()
      case .other: sink.ignore()
      }
    }
    put(notifications, named, into: &sink)
  }

  private static func put(
    _ notifications: [Notification], _ named: Set<Attribute>, into sink: inout PulseSink
  ) {
    var chosen = named
    if chosen.isEmpty {
      chosen = looksLikeHeartRate(notifications)
      if !chosen.isEmpty {
        sink.warn(
          "the capture does not say which attribute is the heart rate; what reads as one is taken")
      }
    }
    var streams: [Attribute: HeartRateStream] = [:]
    for notification in notifications {
      guard chosen.contains(notification.attribute) else {
        sink.ignore()
        continue
      }
      let name = chosen.count > 1 ? notification.attribute.name : ""
      var stream = streams[notification.attribute] ?? HeartRateStream(name: name)
      stream.take(
        notification.value, at: notification.time, line: notification.record, into: &sink)
      streams[notification.attribute] = stream
    }
  }

  /// The attributes whose values all are heart rates, some of them with intervals that fit the rate.
  private static func looksLikeHeartRate(_ notifications: [Notification]) -> Set<Attribute> {
    var kept: Set<Attribute> = []
    for (attribute, all) in Dictionary(grouping: notifications, by: \.attribute) {
      let values = all.map { HeartRateMeasurement($0.value) }
      let fits = values.count { value in
        guard let value, let interval = value.intervals.first?.value, interval > 0 else {
          return false
        }
        return (0.5...2).contains(60_000 / interval / Double(max(1, value.rate)))
      }
      if !values.contains(nil), 2 * fits >= values.count { kept.insert(attribute) }
    }
    return kept
  }
}
