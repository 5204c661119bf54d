/// The chunks of a WAV file as stored, including faults.
struct WAVLayout {
  struct Format {
    /// The format code: 1 for integers, 3 for floats; in an extensible header, the code of the subformat.
    let code: Int
    let channelCount: Int
    let sampleRate: Int
    let bytesPerSecond: Int
    let blockBytes: Int
    let bitsPerSample: Int

    func validate() throws(AudioError) {
      let known = code == 1 ? [8, 16, 24, 32] : [32, 64]
      let fault: String
      if code != 1, code != 3 {
        fault = "has format code \(code), expected 1 (integers) or 3 (floats)"
      } else if !known.contains(bitsPerSample) {
        fault = "has samples of \(bitsPerSample) bits, expected one of \(known)"
      } else if !(1...256).contains(channelCount) || !(100...1_000_000).contains(sampleRate) {
        fault =
          "has \(channelCount) channels at \(sampleRate) Hz, expected 1...256 channels at 100...1000000 Hz"
      } else if blockBytes != channelCount * bitsPerSample / 8 {
        fault =
          "has a block of \(blockBytes) bytes for \(channelCount) channels of \(bitsPerSample) bits"
      } else {
        return
      }
      throw AudioError(subject: "WAV", reason: fault)
    }
  }

  /// The place of a chunk: its claimed size, and the bytes that exist.
  struct Chunk {
    let claimed: UInt64
    let range: Range<Int>
  }

  let isRF64: Bool
  let claimedSize: UInt64
  private(set) var format: Format?
  private(set) var data: Chunk?
  private(set) var factCount: UInt64?
  private(set) var trailing = 0
  private(set) var lacksPadding = false

  init(_ bytes: [UInt8], fileBytes: Int? = nil) throws(AudioError) {
    let fileBytes = fileBytes ?? bytes.count
    let tag = Self.tag(bytes, 0)
    guard tag == "RIFF" || tag == "RF64", Self.tag(bytes, 8) == "WAVE" else {
      throw AudioError(subject: "file", reason: "is not a WAV file: it does not begin RIFF … WAVE")
    }
    isRF64 = tag == "RF64"
    let wide = isRF64 && Self.tag(bytes, 12) == "ds64" && bytes.count >= 44
    claimedSize = wide ? Self.number(bytes, 20, 8) : Self.number(bytes, 4, 4)
    var offset = 12
    while offset + 8 <= bytes.count {
      let name = Self.tag(bytes, offset)
      var claimed = Self.number(bytes, offset + 4, 4)
      if wide, name == "data", claimed == UInt64(UInt32.max) { claimed = Self.number(bytes, 28, 8) }
      let start = offset + 8
      // A program that writes to a pipe cannot go back, so it leaves the sizes of a file without samples.
      if name == "data", claimed == 0, claimedSize <= UInt64(start - 8) {
        claimed = UInt64(UInt32.max)
      }
      let end = start + Int(clamping: min(claimed, UInt64(fileBytes - start)))
      read(name, Chunk(claimed: claimed, range: start..<end), bytes)
      offset = end + (end - start) % 2
      if offset > fileBytes { lacksPadding = true }
    }
    trailing = max(0, bytes.count - offset)
  }

  private mutating func read(_ name: String, _ chunk: Chunk, _ bytes: [UInt8]) {
    switch name {
    case "fmt " where format == nil: format = Self.format(bytes, chunk.range)
    case "data" where data == nil: data = chunk
    case "fact" where chunk.range.count >= 4:
      factCount = Self.number(bytes, chunk.range.lowerBound, 4)
    default: break
    }
  }

  private static func format(_ bytes: [UInt8], _ range: Range<Int>) -> Format? {
    guard range.count >= 16 else { return nil }
    let start = range.lowerBound
    let field = { (offset: Int, width: Int) in Int(number(bytes, start + offset, width)) }
    let isExtensible = field(0, 2) == 0xFFFE && range.count >= 40
    return Format(
      code: isExtensible ? field(24, 2) : field(0, 2), channelCount: field(2, 2),
      sampleRate: field(4, 4), bytesPerSecond: field(8, 4), blockBytes: field(12, 2),
      bitsPerSample: field(14, 2))
  }

  private static func tag(_ bytes: [UInt8], _ offset: Int) -> String {
    guard offset + 4 <= bytes.count else { return "" }
    return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> UInt64 {
    guard offset + width <= bytes.count else { return 0 }
    return (0..<width).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
  }
}
