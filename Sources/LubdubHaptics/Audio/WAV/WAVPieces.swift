internal import Lubdub

/// A WAV file piece by piece, so that one of any length needs the memory of one piece.
public struct WAVPieces: ~Copyable {
  private var renderer: Renderer
  /// What the right side plays, where it is something else.
  private let right: Side?
  let header: WAVHeader
  private var encoder: SampleEncoder
  private var samples = [Float](repeating: 0, count: 4096)
  private var rightSamples: [Float] = []
  private var silence = 0
  private var step = Step.header

  private final class Side {
    var renderer: Renderer

    init(_ timeline: Timeline, _ options: RenderOptions) throws(AudioError) {
      renderer = try Renderer(timeline, options)
    }
  }

  private enum Step { case header, samples, padding, over }

  private static let mostBytes = 1 << 18

  /// The file of a document. Where it has two sides and the document several places, the left ones are on the left.
  ///
  /// - Throws: `AudioError` for an option, a time or a level out of its range.
  public init(
    _ document: TimelineDocument, _ options: RenderOptions = RenderOptions()
  ) throws(AudioError) {
    let sides = options.layout == .mono ? nil : document.sides
    let right = try sides.map { (sides) throws(AudioError) in try Side(sides.right, options) }
    let left = try Renderer(
      sides?.left ?? document.loudest, options, mostGain: right?.renderer.gain ?? .infinity)
    // Both sides keep their ratio.
    if let right, let sides, left.gain < right.renderer.gain {
      right.renderer = try Renderer(sides.right, options, mostGain: left.gain)
    }
    let frames = max(left.frameCount, right?.renderer.frameCount ?? 0)
    header = try WAVHeader(
      sampleRate: options.sampleRate, format: options.format, layout: options.layout,
      frames: frames)
    encoder = SampleEncoder(options.format, options.layout, dither: options.dither)
    rightSamples = right == nil ? [] : samples
    self.right = right
    renderer = left
  }

  var report: RenderReport {
    RenderReport(
      frames: header.frames, gain: renderer.gain, startOffset: renderer.startOffset)
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
    while used < capacity, remaining > 0 || silence > 0 {
      if silence == 0, right == nil { silence = renderer.skipSilence() }
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

  private var remaining: Int { max(renderer.remaining, right?.renderer.remaining ?? 0) }

  /// Two sides, of which one may end before the other.
  private mutating func renderSides(
    atMost limit: Int, into bytes: inout [UInt8], at offset: Int
  ) -> Int {
    let size = min(limit, samples.count, remaining)
    for index in 0..<size { (samples[index], rightSamples[index]) = (0, 0) }
    _ = samples.withUnsafeMutableBufferPointer { block in
      renderer.render(into: UnsafeMutableBufferPointer(rebasing: block[..<size]))
    }
    _ = rightSamples.withUnsafeMutableBufferPointer { block in
      right?.renderer.render(into: UnsafeMutableBufferPointer(rebasing: block[..<size]))
    }
    samples.withUnsafeBufferPointer { left in
      rightSamples.withUnsafeBufferPointer { right in
        bytes.withUnsafeMutableBytes { buffer in
          encoder.encode(
            UnsafeBufferPointer(rebasing: left[..<size]),
            right: UnsafeBufferPointer(rebasing: right[..<size]),
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]))
        }
      }
    }
    return size
  }

  private mutating func render(atMost limit: Int, into bytes: inout [UInt8], at offset: Int) -> Int
  {
    guard right == nil else { return renderSides(atMost: limit, into: &bytes, at: offset) }
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
