public import Haptics
internal import Quantities

/// A timeline as samples of one channel, block by block and in constant memory.
///
/// The samples do not depend on the sizes of the blocks, and never exceed full scale: when
/// overlapping events would, the whole rendering is scaled down, so that all intensities keep their
/// ratios.
public struct Renderer: ~Copyable {
  /// Number of samples: to the end of the timeline or of its last event, whichever is later.
  public let frameCount: Int
  /// The amplitude of a pattern's full intensity in the drive.
  public let gain: Double
  private var chain: SignalChain
  private var position = 0

  /// Prepares the rendering. When events overlap, or filters are in use, the timeline is rendered
  /// once here to find its true peak.
  ///
  /// - Throws: `AudioError` for an option, a time or a level out of its range.
  public init(_ timeline: Timeline, _ options: RenderOptions = RenderOptions()) throws(AudioError) {
    try options.validate()
    try timeline.validateForRendering()
    let plain = SignalChain(timeline, options, simulates: false, gain: 1)
    let rate = Double(options.sampleRate)
    let nominal = Int((timeline.duration.value * rate - 1e-6).rounded(.up))
    frameCount = max(nominal, plain.end)
    let ceiling = Math.ratio(decibels: -options.headroom.value)
    let limit = min(ceiling, options.actuator.driveLimit)
    gain = limit / plain.peak(frames: frameCount)
    chain = SignalChain(timeline, options, simulates: false, gain: gain)
    guard options.signal == .acceleration else { return }
    let preview = SignalChain(timeline, options, simulates: true, gain: gain)
    chain = SignalChain(timeline, options, simulates: true, gain: gain)
    chain.outputGain = Float(min(1, ceiling / preview.peak(frames: frameCount)))
  }

  /// How many samples are left.
  public var remaining: Int { frameCount - position }

  /// How many of the next samples are certain to be zero.
  public var silentFrames: Int { min(chain.silentFrames, remaining) }

  /// Skips samples that are certain to be zero.
  ///
  /// - Returns: How many were skipped: `silentFrames`.
  public mutating func skipSilence() -> Int {
    let count = silentFrames
    chain.skip(count)
    position += count
    return count
  }

  /// Writes the next samples.
  ///
  /// - Returns: How many were written: fewer than the block holds only at the end.
  public mutating func render(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = min(block.count, remaining)
    chain.render(into: UnsafeMutableBufferPointer(rebasing: block[..<count]))
    position += count
    return count
  }
}

/// Renders a whole timeline into memory.
///
/// - Throws: `AudioError` for an option, a time or a level out of its range.
public func renderSamples(
  _ timeline: Timeline, _ options: RenderOptions = RenderOptions()
) throws(AudioError) -> [Float] {
  var renderer = try Renderer(timeline, options)
  let count = renderer.frameCount
  return [Float](unsafeUninitializedCapacity: count) { buffer, written in
    written = renderer.render(into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
  }
}
