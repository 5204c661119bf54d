/// A WAV file in memory: the format in its header, and its samples.
///
/// Supports RIFF and RF64; integers of 8 to 32 bits and floats of 32 and 64; plain and extensible headers. Unknown chunks are
/// skipped. If the last chunk is cut short, the existing samples are read.
public struct WAVFile: Sendable {
  /// The number of samples per second.
  public let sampleRate: Int
  /// The number of channels.
  public let channelCount: Int
  /// The number of bits per sample.
  public let bitsPerSample: Int
  /// Whether samples are floating-point numbers.
  public let isFloat: Bool
  /// Samples per channel.
  public let frameCount: Int
  /// Samples per channel that the header claims but the file lacks; 0 for the size of a stream, which is unknown: all bits are
  /// ones.
  public let missingFrameCount: Int
  private let bytes: [UInt8]
  private let data: Range<Int>

  /// Reads a file.
  ///
  /// - Throws: `AudioError` when it is not a WAV file or its sample format is not supported.
  public init(_ bytes: [UInt8]) throws(AudioError) {
    let layout = try WAVLayout(bytes)
    guard let format = layout.format else {
      throw AudioError(subject: "WAV", reason: "has no complete fmt chunk")
    }
    guard let data = layout.data else {
      throw AudioError(subject: "WAV", reason: "has no data chunk")
    }
    try format.validate()
    self.bytes = bytes
    self.data = data.range
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    bitsPerSample = format.bitsPerSample
    isFloat = format.code == 3
    frameCount = data.range.count / format.blockBytes
    guard frameCount / sampleRate <= Bound.sound.most else {
      throw AudioError(
        subject: "WAV", reason: "lasts \(frameCount / sampleRate) s, \(Bound.sound.rule)")
    }
    let isKnown = data.claimed < UInt64(UInt32.max) || layout.isRF64
    let claimed = Int(clamping: data.claimed / UInt64(format.blockBytes))
    missingFrameCount = isKnown ? max(0, claimed - frameCount) : 0
  }

  /// The samples of a channel, counted from 0. Integers are scaled so that the largest is 1.
  public func samples(channel: Int) -> [Double] {
    precondition((0..<channelCount).contains(channel), "channels are counted from 0")
    let width = bitsPerSample / 8
    let block = width * channelCount
    let first = data.lowerBound + channel * width
    return bytes.withUnsafeBytes { raw in
      (0..<frameCount).map { sample(raw, at: first + $0 * block, width) }
    }
  }

  private func sample(_ raw: UnsafeRawBufferPointer, at offset: Int, _ width: Int) -> Double {
    var bits: UInt64 = 0
    for byte in 0..<width { bits |= UInt64(raw[offset + byte]) << (8 * byte) }
    if isFloat {
      if width == 8 { return Double(bitPattern: bits) }
      return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }
    if width == 1 { return Double(Int(bits) - 128) / 127 }
    let unused = 64 - 8 * width
    let value = Int64(bitPattern: bits << unused) >> unused
    return Double(value) / Double((1 << (8 * width - 1)) - 1)
  }
}
