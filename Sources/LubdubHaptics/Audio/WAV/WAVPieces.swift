/// A WAV file piece by piece, so that a file of any length needs only the memory of one piece.
public struct WAVPieces: ~Copyable {
  private let voices: [Voice]
  let header: WAVHeader
  private var encoder: SampleEncoder
  private var samples = [Float](repeating: 0, count: 4096)
  private var step = Step.header

  /// A reference to a renderer, which cannot be copied into an array.
  private final class Voice {
    var renderer: Renderer

    init(_ renderer: consuming Renderer) { self.renderer = renderer }
  }

  private enum Step { case header, samples, padding, over }

  private static let mostBytes = 1 << 18

  /// Prepares the file of a document. The channels of the file keep their relative levels and start at the same time.
  ///
  /// - Throws: `AudioError` for an option, a time, or a level out of its range, or for more than 256 places.
  public init(
    _ document: TimelineDocument, _ options: RenderOptions = RenderOptions()
  ) throws(AudioError) {
    let places = document.voices(options.layout)
    let channels = options.layout.voices(of: places.count)
    var levels = Levels()
    for place in places { levels = try Levels(place.timeline, options, joining: levels) }
    var voices: [Voice] = []
    for place in places { voices.append(Voice(try Renderer(place.timeline, options, levels))) }
    header = try WAVHeader(
      sampleRate: options.sampleRate, format: options.format, channelCount: channels.count,
      speakers: options.layout.speakers, frames: levels.frameCount)
    encoder = SampleEncoder(options.format, channels, dither: options.dither)
    self.voices = voices
  }

  var report: RenderReport {
    RenderReport(frames: header.frames, startOffset: voices[0].renderer.startOffset)
  }

  /// The next bytes of the file; `nil` at its end.
  public mutating func next() -> [UInt8]? {
    switch step {
    case .header:
      step = .samples
      return header.bytes
    case .samples:
      let piece = nextSamples()
      guard piece.isEmpty else { return piece }
      step = .padding
      return next()
    case .padding:
      step = .over
      return header.padding == 1 ? [0] : nil
    case .over: return nil
    }
  }

  private mutating func nextSamples() -> [UInt8] {
    let frameBytes = encoder.frameBytes
    let capacity = Self.mostBytes / frameBytes * frameBytes
    // Channels that are not written stay silent.
    var bytes = [UInt8](repeating: 0, count: capacity)
    var used = 0
    while used < capacity {
      var size = (capacity - used) / frameBytes
      let silence = voices.reduce(size) { min($0, $1.renderer.silentFrames) }
      if silence > 0 {
        for voice in voices { size = voice.renderer.skipSilence(atMost: silence) }
      } else {
        size = render(atMost: size, into: &bytes, at: used)
      }
      guard size > 0 else { break }
      used += size * frameBytes
    }
    bytes.removeLast(capacity - used)
    return bytes
  }

  private mutating func render(atMost limit: Int, into bytes: inout [UInt8], at offset: Int) -> Int
  {
    var size = 0
    for (index, voice) in voices.enumerated() {
      size = samples.withUnsafeMutableBufferPointer { block in
        voice.renderer.render(
          into: UnsafeMutableBufferPointer(rebasing: block[..<min(limit, block.count)]))
      }
      samples.withUnsafeBufferPointer { block in
        bytes.withUnsafeMutableBytes { buffer in
          encoder.encode(
            UnsafeBufferPointer(rebasing: block[..<size]), of: index,
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]))
        }
      }
    }
    return size
  }
}
