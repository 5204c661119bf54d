public import Lubdub

/// A WAV file piece by piece, so that one of any length needs the memory of one piece.
public struct WAVPieces: ~Copyable {
  private var renderer: Renderer
  private let header: WAVHeader
  private var encoder: SampleEncoder
  private var samples = [Float](repeating: 0, count: 4096)
  /// Frames of silence that are still to be written.
  private var silence = 0
  private var step = Step.header

  private enum Step { case header, samples, padding, over }

  private static let mostBytes = 1 << 18

  /// The file of a timeline.
  ///
  /// - Throws: `AudioError` for an option, a time or a level out of its range.
  public init(_ timeline: Timeline, _ options: RenderOptions = RenderOptions()) throws(AudioError) {
    let renderer = try Renderer(timeline, options)
    let header = try renderer.header(options)
    self.init(renderer, header, options)
  }

  init(_ renderer: consuming Renderer, _ header: WAVHeader, _ options: RenderOptions) {
    self.renderer = renderer
    self.header = header
    encoder = SampleEncoder(options.format, options.layout, dither: options.dither)
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
    // What is not written stays silent.
    var bytes = [UInt8](repeating: 0, count: capacity)
    var used = 0
    while used < capacity, renderer.remaining > 0 || silence > 0 {
      if silence == 0 { silence = renderer.skipSilence() }
      let free = (capacity - used) / frameBytes
      let size: Int
      if silence > 0 {
        size = min(silence, free)
        silence -= size
      } else {
        size = render(atMost: free, into: &bytes, at: used)
      }
      used += size * frameBytes
    }
    bytes.removeLast(capacity - used)
    return bytes
  }

  private mutating func render(atMost limit: Int, into bytes: inout [UInt8], at offset: Int) -> Int
  {
    let count = samples.withUnsafeMutableBufferPointer { block in
      renderer.render(into: UnsafeMutableBufferPointer(rebasing: block[..<min(limit, block.count)]))
    }
    samples.withUnsafeBufferPointer { block in
      bytes.withUnsafeMutableBytes { buffer in
        encoder.encode(
          UnsafeBufferPointer(rebasing: block[..<count]),
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]))
      }
    }
    return count
  }
}
