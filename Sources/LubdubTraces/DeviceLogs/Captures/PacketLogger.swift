/// Files of Apple's PacketLogger: a length, a time, a type, and a packet, big-endian, or little-endian from old Macs.
struct PacketLoggerTrace: CaptureFormat {
  static let name = "pklg"
  static let summary =
    "PacketLogger capture of iPhones and Macs (.pklg): advertisements and channel sounding"

  var buffer = RecordBuffer()
  var packets: ControllerPackets
  private var isBigEndian: Bool?

  private static let headSize = 13
  private static let leastLength: UInt32 = 9
  private static let types: Set<UInt8> = Set(0...0x0F).union(0xF0...0xFF)

  init(options: ReadOptions) { packets = ControllerPackets(options: options) }

  /// Whether a file begins with records that fit, because the format has no magic number; a single record must have the
  /// right length.
  static func recognises(_ prefix: [UInt8]) -> Bool {
    guard let isBigEndian = order(prefix[...]) else { return false }
    var rest = prefix[...]
    var events = 0
    while !rest.isEmpty {
      guard isPlausible(rest, isBigEndian) else { return false }
      guard let record = record(rest, isBigEndian) else { break }
      if record.type <= 1 {
        // An event has its length in the second byte, a command in the third.
        let place = record.type == 1 ? 1 : 2
        let bytes = Array(record.packet.prefix(3))
        guard bytes.count > place, Int(bytes[place]) == record.packet.count - place - 1 else {
          return false
        }
        events += 1
      }
      rest = rest.dropFirst(record.length)
    }
    return events > 0
  }

  private static func order(_ bytes: ArraySlice<UInt8>) -> Bool? {
    [true, false].first { isPlausible(bytes, $0) }
  }

  private static func isPlausible(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Bool {
    var cursor = ByteCursor(bytes)
    guard let length = cursor.word(isBigEndian), length >= leastLength, length <= RecordBuffer.limit
    else { return false }
    guard bytes.count >= headSize else { return true }
    guard let seconds = cursor.word(isBigEndian), seconds > 0,
      let micros = cursor.word(isBigEndian), micros < 1_000_000, let type = cursor.byte()
    else { return false }
    return types.contains(type)
  }

  private static func record(
    _ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool
  ) -> (length: Int, time: Int64, type: UInt8, packet: ArraySlice<UInt8>)? {
    var cursor = ByteCursor(bytes)
    guard let length = cursor.word(isBigEndian), let seconds = cursor.word(isBigEndian),
      let micros = cursor.word(isBigEndian), let type = cursor.byte(),
      let packet = cursor.take(Int(length) - Int(leastLength))
    else { return nil }
    let time = Int64(seconds) * 1_000_000_000 + Int64(micros) * 1000
    return (4 + Int(length), time, type, packet)
  }

  mutating func expectHeader() { isBigEndian = nil }

  mutating func readRecord(
    _ bytes: ArraySlice<UInt8>, into sink: inout TraceSink
  ) throws(ReadError) -> Int? {
    guard bytes.count >= Self.headSize else { return nil }
    guard let isBigEndian = isBigEndian ?? Self.order(bytes), Self.isPlausible(bytes, isBigEndian)
    else {
      try sink.reject(
        .damaged, line: buffer.count + 1, "a record contradicts itself; the rest is not read")
      return 0
    }
    self.isBigEndian = isBigEndian
    guard let record = Self.record(bytes, isBigEndian) else { return nil }
    buffer.count += 1
    let content: BtsnoopFile.Content =
      switch record.type {
      case 0x01: .event(record.packet)
      case 0x03: .received(record.packet)
      default: .other
      }
    try packets.read(content, receiver: 0, at: record.time, line: buffer.count, into: &sink)
    return record.length
  }
}
