/// The bytes before the samples of a WAV file.
///
/// RIFF with the plain format chunk for one or two channels of 16 bits or of floats, otherwise with the extensible chunk; a
/// `fact` chunk except for plain integers; RF64 with a `ds64` chunk (EBU Tech 3306) when the file is longer than 4 GiB - 1,
/// the maximum of RIFF's sizes.
package struct WAVHeader: Sendable, Hashable {
  package let sampleRate: Int
  package let format: SampleFormat
  package let channelCount: Int
  /// The speakers of the channels, one bit each, as in an extensible header; 0 for unknown speakers.
  package let speakers: UInt32
  package let frames: Int
  /// The number of bytes of the samples, without padding.
  package let dataBytes: Int
  package let isRF64: Bool

  package init(
    sampleRate: Int, format: SampleFormat, channelCount: Int, speakers: UInt32, frames: Int,
    forcesRF64: Bool = false
  ) throws(AudioError) {
    guard (1...256).contains(channelCount) else {
      throw AudioError(subject: "channels", reason: "are \(channelCount), expected 1...256")
    }
    let (size, overflows) = frames.multipliedReportingOverflow(by: format.bytes * channelCount)
    guard frames >= 0, !overflows, size <= Int.max - 1024 else {
      throw AudioError(subject: "frames", reason: "are \(frames), more than a file can hold")
    }
    (self.sampleRate, self.format, self.channelCount) = (sampleRate, format, channelCount)
    (self.speakers, self.frames) = (speakers, frames)
    self.dataBytes = size
    let riffBytes = Self.headerBytes(format, channelCount, isRF64: false) - 8 + size + (size & 1)
    self.isRF64 = forcesRF64 || UInt64(riffBytes) > UInt64(UInt32.max)
  }

  /// The number of bytes of the whole file: header, samples, and padding.
  package var fileBytes: Int {
    Self.headerBytes(format, channelCount, isRF64: isRF64) + dataBytes + padding
  }

  /// The zero bytes after the samples that make the chunk's length even: 0 or 1.
  package var padding: Int { dataBytes & 1 }

  package var bytes: [UInt8] {
    var out = LittleEndian()
    out.tag(isRF64 ? "RF64" : "RIFF")
    out.put(isRF64 ? UInt32.max : UInt32(fileBytes - 8))
    out.tag("WAVE")
    if isRF64 {
      out.tag("ds64")
      out.put(28 as UInt32)
      out.put(UInt64(fileBytes - 8))
      out.put(UInt64(dataBytes))
      out.put(UInt64(frames))
      out.put(0 as UInt32)
    }
    appendFormat(&out)
    if Self.formatBytes(format, channelCount) > 16 {
      out.tag("fact")
      out.put(4 as UInt32)
      out.put(UInt32(clamping: frames))
    }
    out.tag("data")
    out.put(isRF64 ? UInt32.max : UInt32(dataBytes))
    return out.bytes
  }

  private func appendFormat(_ out: inout LittleEndian) {
    let size = Self.formatBytes(format, channelCount)
    let code: UInt16 = format.isFloat ? 3 : 1
    let block = format.bytes * channelCount
    out.tag("fmt ")
    out.put(UInt32(size))
    out.put(size == 40 ? 0xFFFE : code)
    out.put(UInt16(channelCount))
    out.put(UInt32(sampleRate))
    out.put(UInt32(sampleRate * block))
    out.put(UInt16(block))
    out.put(UInt16(format.bytes * 8))
    if size == 16 { return }
    out.put(UInt16(size - 18))
    if size == 18 { return }
    out.put(UInt16(format.bytes * 8))
    out.put(speakers)
    out.put(code)
    out.append(Self.guidTail)
  }

  /// The rest of KSDATAFORMAT_SUBTYPE_PCM and _IEEE_FLOAT after the format code.
  static let guidTail: [UInt8] = [
    0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]

  private static func formatBytes(_ format: SampleFormat, _ channelCount: Int) -> Int {
    if channelCount > 2 { return 40 }
    switch format {
    case .pcm16: return 16
    case .float32: return 18
    case .pcm24, .pcm32: return 40
    }
  }

  /// The number of bytes of a header. Floats need the `fact` chunk, and some readers look for it in every file with an
  /// extensible header.
  private static func headerBytes(
    _ format: SampleFormat, _ channelCount: Int, isRF64: Bool
  ) -> Int {
    let size = formatBytes(format, channelCount)
    return 12 + (isRF64 ? 36 : 0) + 8 + size + (size > 16 ? 12 : 0) + 8
  }
}

private struct LittleEndian {
  var bytes: [UInt8] = []

  mutating func tag(_ text: StaticString) { append(Array("\(text)".utf8)) }
  mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  mutating func put<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
