import Quantities
import TraceReading

/// btsnoop files: HCI packets as Android phones, BlueZ and others save them.
///
/// Integers are big-endian; times are microseconds since the year 0. Datalinks 1001 (H1), 1002 (H4)
/// and 2001 (Linux monitor) are read.
struct BtsnoopTrace: RecordFormat {
  static let name = "btsnoop"
  static let summary = "btsnoop capture of Bluetooth HCI"

  /// How packets are framed.
  private enum Datalink: UInt32 {
    case bare = 1001
    case uart = 1002
    case monitor = 2001
  }

  var buffer = RecordBuffer()
  private var datalink: Datalink?
  private var clock = LogClock()
  private var receivers = Receivers()
  /// Microseconds from the year 0 to 1970-01-01.
  private static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000
  private static let magic = Array("btsnoop\0".utf8)

  init(options: ReadOptions) {}

  static func recognises(_ prefix: [UInt8]) -> Bool { prefix.starts(with: magic) }

  mutating func expectHeader() { datalink = nil }

  mutating func readRecord(
    _ bytes: ArraySlice<UInt8>, into sink: inout TraceSink
  ) throws(TraceError) -> Int? {
    guard let datalink else { return try readHeader(bytes, into: sink) }
    var cursor = ByteCursor(bytes)
    guard let original = cursor.big(UInt32.self), let included = cursor.big(UInt32.self),
      let flags = cursor.big(UInt32.self), cursor.skip(4), let stamp = cursor.big(UInt64.self)
    else { return nil }
    guard included <= RecordBuffer.limit, included <= original else {
      try sink.reject(
        .damaged, line: buffer.count + 1,
        "a record of \(included) bytes, of \(original); the rest is not read")
      return 0
    }
    guard let packet = cursor.take(Int(included)) else { return nil }
    buffer.count += 1
    try read(packet, flags: flags, stamp: stamp, datalink, into: &sink)
    return 24 + Int(included)
  }

  private mutating func readHeader(
    _ bytes: ArraySlice<UInt8>, into sink: TraceSink
  ) throws(TraceError) -> Int? {
    var cursor = ByteCursor(bytes)
    guard let magic = cursor.take(8), let version = cursor.big(UInt32.self),
      let number = cursor.big(UInt32.self)
    else { return nil }
    guard magic.elementsEqual(Self.magic), version == 1 else {
      throw TraceError(
        path: sink.path, kind: .notATrace, message: "expected a btsnoop header of version 1")
    }
    guard let known = Datalink(rawValue: number) else {
      throw TraceError(
        path: sink.path, kind: .notATrace,
        message: "btsnoop datalink \(number) is not read, only 1001, 1002 and 2001")
    }
    datalink = known
    return 16
  }

  private mutating func read(
    _ packet: ArraySlice<UInt8>, flags: UInt32, stamp: UInt64, _ datalink: Datalink,
    into sink: inout TraceSink
  ) throws(TraceError) {
    let line = buffer.count
    guard let event = Self.event(packet, flags: flags, datalink),
      let found = AdvertisingReports(event: event)
    else { return sink.ignore() }
    let (since, overflow) = Int64(bitPattern: stamp).subtractingReportingOverflow(Self.unixEpoch)
    let (time, carry) = since.multipliedReportingOverflow(by: 1000)
    guard !overflow, !carry else {
      return try sink.reject(.implausibleTime, line: line, "the time is \(stamp) us")
    }
    let receiver = datalink == .monitor ? Int(flags >> 16) : 0
    for report in found.reports {
      let peer = receivers.peer(report.address, receiver: receiver)
      try sink.accept(
        .ble(Double(report.rssi), peer: peer), at: time, on: &clock, line: line)
    }
    guard found.isDamaged else { return }
    try sink.reject(.damaged, line: line, "an advertising report is cut short")
  }

  /// The HCI event in a packet, if it is one.
  private static func event(
    _ packet: ArraySlice<UInt8>, flags: UInt32, _ datalink: Datalink
  ) -> ArraySlice<UInt8>? {
    switch datalink {
    case .uart: packet.first == 0x04 ? packet.dropFirst() : nil
    // Flag bit 0: received; bit 1: command or event.
    case .bare: flags & 3 == 3 ? packet : nil
    // The low half of the flags is the monitor's opcode, 3 for an event.
    case .monitor: flags & 0xFFFF == 3 ? packet : nil
    }
  }
}
