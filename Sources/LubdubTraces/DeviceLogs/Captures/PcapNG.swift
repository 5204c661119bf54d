/// pcapng captures of Bluetooth LE, such as from Wireshark, with the link types of pcap. IETF draft-ietf-opsawg-pcapng.
struct PcapNGTrace: CaptureFormat {
  static let name = "pcapng"
  static let summary =
    "pcapng of a Bluetooth LE sniffer or controller, link types \(CapturedLink.list)"

  var buffer = RecordBuffer()
  private var isBigEndian = false
  private var hasSection = false
  private var interfaces: [CaptureInterface] = []
  private var hasFraming = false
  private var refused: UInt32?
  var packets: ControllerPackets
  private static let sectionHeader: UInt32 = 0x0A0D_0D0A
  private static let interfaceDescription: UInt32 = 1
  private static let enhancedPacket: UInt32 = 6

  init(options: ReadOptions) { packets = ControllerPackets(options: options) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) && byteOrder(prefix[...]) != nil
  }

  private static func byteOrder(_ bytes: ArraySlice<UInt8>) -> Bool? {
    var cursor = ByteCursor(bytes.dropFirst(8))
    switch cursor.little(UInt32.self) {
    case 0x1A2B_3C4D: return false
    case 0x4D3C_2B1A: return true
    default: return nil
    }
  }

  mutating func expectHeader() { hasSection = false }

  mutating func readRecord(
    _ bytes: ArraySlice<UInt8>, into sink: inout TraceSink
  ) throws(ReadError) -> Int? {
    var cursor = ByteCursor(bytes)
    guard bytes.count >= 12, let type = cursor.word(isBigEndian) else { return nil }
    if type == Self.sectionHeader {
      guard let order = Self.byteOrder(bytes) else { return try stop("a section", into: &sink) }
      isBigEndian = order
      hasSection = true
      interfaces = []
    } else if !hasSection {
      throw ReadError(path: sink.path, kind: .unrecognised, message: "expected a pcapng section")
    }
    guard let length = cursor.word(isBigEndian), length >= 12, length % 4 == 0,
      length <= RecordBuffer.limit
    else { return try stop("a block", into: &sink) }
    guard bytes.count >= Int(length) else { return nil }
    let body = bytes.prefix(Int(length)).dropFirst(8).dropLast(4)
    switch type {
    case Self.interfaceDescription: addInterface(body)
    case Self.enhancedPacket: try readPacket(body, into: &sink)
    default: sink.ignore()
    }
    return Int(length)
  }

  private mutating func stop(_ what: String, into sink: inout TraceSink) throws(ReadError) -> Int? {
    try sink.reject(
      .damaged, line: buffer.count + 1, "\(what) has a damaged header; the rest is not read")
    return 0
  }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    if !hasFraming, let refused { throw CapturedLink.refusal(of: refused, "pcapng", in: sink.path) }
    try packets.capture.end(into: &sink)
  }

  private mutating func addInterface(_ body: ArraySlice<UInt8>) {
    var cursor = ByteCursor(body)
    let linkType = UInt32(cursor.half(isBigEndian) ?? 0)
    var interface = CaptureInterface(linkType: linkType)
    if CapturedLink(rawValue: linkType) != nil {
      hasFraming = true
    } else {
      refused = linkType
    }
    _ = cursor.skip(6)
    while let code = cursor.half(isBigEndian), code != 0, let length = cursor.half(isBigEndian),
      let value = cursor.take(Int(length)),
      cursor.skip((4 - Int(length) % 4) % 4) || cursor.rest.isEmpty
    {
      // if_tsresol and if_tsoffset
      if code == 9, let resolution = value.first { interface.setResolution(resolution) }
      var seconds = ByteCursor(value)
      if code == 14, let offset: UInt64 = seconds.number(isBigEndian) {
        interface.offset = Int64(bitPattern: offset)
      }
    }
    interfaces.append(interface)
  }

  private mutating func readPacket(
    _ body: ArraySlice<UInt8>, into sink: inout TraceSink
  ) throws(ReadError) {
    buffer.count += 1
    let line = buffer.count
    var cursor = ByteCursor(body)
    guard let number = cursor.word(isBigEndian), let high = cursor.word(isBigEndian),
      let low = cursor.word(isBigEndian), let included = cursor.word(isBigEndian),
      cursor.skip(4), let packet = cursor.take(Int(included)), interfaces.count > Int(number)
    else { return try sink.reject(.damaged, line: line, "a packet block contradicts itself") }
    let interface = interfaces[Int(number)]
    guard let link = CapturedLink(rawValue: interface.linkType) else { return sink.ignore() }
    guard let time = interface.nanoseconds(UInt64(high) << 32 | UInt64(low)) else {
      return try sink.reject(.implausibleTime, line: line)
    }
    try packets.read(packet, of: link, at: time, line: line, into: &sink)
  }
}

private struct CaptureInterface {
  let linkType: UInt32
  var nanosecondsPerTick = (numerator: Int64(1000), denominator: Int64(1))
  var offset: Int64 = 0

  /// The option if_tsresol: a negative power of 10, or of 2 when the highest bit is set.
  mutating func setResolution(_ resolution: UInt8) {
    let exponent = Int(resolution & 0x7F)
    guard resolution & 0x80 == 0 else {
      guard exponent <= 62 else { return }
      return nanosecondsPerTick = (1_000_000_000, 1 << Int64(exponent))
    }
    guard exponent <= 18 else { return }
    nanosecondsPerTick = (1, 1)
    for _ in 0..<abs(9 - exponent) {
      if exponent < 9 {
        nanosecondsPerTick.numerator *= 10
      } else {
        nanosecondsPerTick.denominator *= 10
      }
    }
  }

  func nanoseconds(_ ticks: UInt64) -> Int64? {
    let product = ticks.multipliedFullWidth(by: UInt64(nanosecondsPerTick.numerator))
    let divisor = UInt64(nanosecondsPerTick.denominator)
    guard product.high < divisor else { return nil }
    let quotient = divisor.dividingFullWidth(product).quotient
    let (shift, overflow) = offset.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow, let time = Int64(exactly: quotient) else { return nil }
    let (sum, carry) = time.addingReportingOverflow(shift)
    return carry ? nil : sum
  }
}
