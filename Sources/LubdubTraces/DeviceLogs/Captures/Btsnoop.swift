/// btsnoop files: HCI packets from Android phones, BlueZ, and other programs. Integers are big-endian; times are
/// microseconds since the year 0. Datalinks 1001 (H1), 1002 (H4), and 2001 (Linux monitor) are read.
struct BtsnoopTrace: CaptureFormat {
  static let name = "btsnoop"
  static let summary = "btsnoop capture of Bluetooth HCI: advertisements and channel sounding"

  var buffer = RecordBuffer()
  private var datalink: BtsnoopFile.Datalink?
  var packets: ControllerPackets

  init(options: ReadOptions) { packets = ControllerPackets(options: options) }

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
      let receiver = datalink == .monitor ? Int(packet.flags >> 16) : 0
      try packets.read(
        packet.content(datalink), receiver: receiver, at: packet.nanoseconds, line: buffer.count,
        into: &sink)
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
        message: "btsnoop datalink \(number) is not read, only 1001, 1002, and 2001")
    case .known(let known):
      datalink = known
      return BtsnoopFile.headerLength
    }
  }
}
