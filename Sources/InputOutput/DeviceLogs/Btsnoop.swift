import Quantities
import Text
import Traces

/// btsnoop files: HCI packets as Android phones, BlueZ and others save them.
///
/// Integers are big-endian; times are microseconds since the year 0. Datalinks 1001 (H1), 1002 (H4)
/// and 2001 (Linux monitor) are read.
struct BtsnoopTrace: RecordFormat {
  static let name = "btsnoop"
  static let summary = "btsnoop capture of Bluetooth HCI"

  var buffer = RecordBuffer()
  private var datalink: BtsnoopFile.Datalink?
  private var clock = LogClock()
  private var receivers = Receivers()

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool { BtsnoopFile.recognises(prefix) }

  mutating func expectHeader() { datalink = nil }

  mutating func readRecord(
    _ bytes: ArraySlice<UInt8>, into sink: inout TraceSink
  ) throws(ReadError) -> Int? {
    guard let datalink else { return try readHeader(bytes, into: sink) }
    switch BtsnoopFile.record(bytes) {
    case .unfinished: return nil
    case .impossible(let included, let original):
      try sink.reject(
        .damaged, line: buffer.count + 1,
        "a record of \(included) bytes, of \(original); the rest is not read")
      return 0
    case .packet(let packet, let length):
      buffer.count += 1
      try read(packet, datalink, into: &sink)
      return length
    }
  }

  private mutating func readHeader(
    _ bytes: ArraySlice<UInt8>, into sink: TraceSink
  ) throws(ReadError) -> Int? {
    switch BtsnoopFile.header(bytes) {
    case nil: return nil
    case .other:
      throw ReadError(
        path: sink.path, kind: .unrecognised, message: "expected a btsnoop header of version 1")
    case .unknown(let number):
      throw ReadError(
        path: sink.path, kind: .unrecognised,
        message: "btsnoop datalink \(number) is not read, only 1001, 1002 and 2001")
    case .known(let known):
      datalink = known
      return BtsnoopFile.headerLength
    }
  }

  private mutating func read(
    _ packet: BtsnoopFile.Packet, _ datalink: BtsnoopFile.Datalink, into sink: inout TraceSink
  ) throws(ReadError) {
    let line = buffer.count
    guard case .event(let event) = packet.content(datalink),
      let found = AdvertisingReports(event: event)
    else { return sink.ignore() }
    guard let time = packet.nanoseconds else {
      return try sink.reject(.implausibleTime, line: line, "the time is \(packet.stamp) us")
    }
    let receiver = datalink == .monitor ? Int(packet.flags >> 16) : 0
    for report in found.reports {
      let peer = receivers.peer(report.address, receiver: receiver)
      try sink.accept(
        .ble(Double(report.rssi), peer: peer), at: time, on: &clock, line: line)
    }
    guard found.isDamaged else { return }
    try sink.reject(.damaged, line: line, "an advertising report is cut short")
  }
}
