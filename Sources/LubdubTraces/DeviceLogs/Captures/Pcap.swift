struct PcapTrace: CaptureFormat {
  static let name = "pcap"
  static let summary =
    "pcap of a Bluetooth LE sniffer or controller, link types \(CapturedLink.list)"

  var buffer = RecordBuffer()
  private var header: (isBigEndian: Bool, nanosecondsPerTick: Int64, link: CapturedLink)?
  var packets: ControllerPackets
  private static let microsecondMagic: UInt32 = 0xA1B2_C3D4
  private static let nanosecondMagic: UInt32 = 0xA1B2_3C4D

  init(options: ReadOptions) { packets = ControllerPackets(options: options) }

  static func recognises(_ prefix: [UInt8]) -> Bool { magic(prefix[...]) != nil }

  private static func magic(
    _ bytes: ArraySlice<UInt8>
  ) -> (isBigEndian: Bool, nanosecondsPerTick: Int64)? {
    var little = ByteCursor(bytes)
    var big = ByteCursor(bytes)
    switch (little.little(UInt32.self), big.big(UInt32.self)) {
    case (microsecondMagic, _): return (false, 1000)
    case (nanosecondMagic, _): return (false, 1)
    case (_, microsecondMagic): return (true, 1000)
    case (_, nanosecondMagic): return (true, 1)
    default: return nil
    }
  }

  mutating func expectHeader() { header = nil }

  mutating func readRecord(
    _ bytes: ArraySlice<UInt8>, into sink: inout TraceSink
  ) throws(ReadError) -> Int? {
    guard let header else { return try readHeader(bytes, into: sink) }
    var cursor = ByteCursor(bytes)
    guard let seconds = cursor.word(header.isBigEndian),
      let ticks = cursor.word(header.isBigEndian), let included = cursor.word(header.isBigEndian),
      cursor.skip(4)
    else { return nil }
    guard included <= RecordBuffer.limit else {
      try sink.reject(
        .damaged, line: buffer.count + 1, "a packet of \(included) bytes; the rest is not read")
      return 0
    }
    guard let packet = cursor.take(Int(included)) else { return nil }
    buffer.count += 1
    let time = Int64(seconds) * 1_000_000_000 + Int64(ticks) * header.nanosecondsPerTick
    try packets.read(packet, of: header.link, at: time, line: buffer.count, into: &sink)
    return 16 + Int(included)
  }

  private mutating func readHeader(
    _ bytes: ArraySlice<UInt8>, into sink: TraceSink
  ) throws(ReadError) -> Int? {
    guard bytes.count >= 24 else { return nil }
    guard let magic = Self.magic(bytes) else {
      throw ReadError(path: sink.path, kind: .unrecognised, message: "expected a pcap header")
    }
    var cursor = ByteCursor(bytes.dropFirst(20))
    // The upper half contains the length of frame checksums.
    let linkType = (cursor.word(magic.isBigEndian) ?? 0) & 0xFFFF
    guard let link = CapturedLink(rawValue: linkType) else {
      throw CapturedLink.refusal(of: linkType, "pcap", in: sink.path)
    }
    header = (magic.isBigEndian, magic.nanosecondsPerTick, link)
    return 24
  }
}
