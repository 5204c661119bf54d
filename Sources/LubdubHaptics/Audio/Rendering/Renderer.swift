internal import RealModule

/// A timeline as samples of one channel, block by block and in constant memory.
///
/// The samples do not depend on the sizes of the blocks, and never exceed full scale: overlapping vibrations are limited to
/// full strength, and the stronger of a tap and the sound under it counts. If a filter raises the peak, the whole rendering
/// is lowered, so that all intensities keep their ratios.
public struct Renderer: ~Copyable {
  private let levels: Levels
  private var chain: SignalChain
  private var position = 0

  /// The number of samples: to the end of the timeline or until its last event has decayed, whichever is later.
  public var frameCount: Int { levels.frameCount }
  /// The amplitude of a pattern's full intensity in the drive.
  public var gain: Double { levels.gain }
  /// The time from the first sample to time 0 of the timeline. Above zero only with compensation, if the first event comes
  /// earlier than the length of the filter's ringing.
  public let startOffset: Seconds

  /// Prepares the rendering. When events overlap or filters are used, the timeline is rendered once here to find its true peak.
  ///
  /// - Throws: `AudioError` for an option, a time, or a level out of its range.
  public init(_ timeline: Timeline, _ options: RenderOptions = RenderOptions()) throws(AudioError) {
    try self.init(timeline, options, Levels(timeline, options))
  }

  init(_ timeline: Timeline, _ options: RenderOptions, _ levels: Levels) throws(AudioError) {
    let simulates = options.signal == .acceleration
    chain = try SignalChain(
      timeline, options, simulates: simulates, gain: levels.gain, lead: levels.lead)
    chain.outputGain = Float(levels.outputGain)
    startOffset = Seconds(Double(levels.lead) / Double(options.sampleRate))
    self.levels = levels
  }

  /// The number of remaining samples.
  public var remaining: Int { frameCount - position }

  /// The number of next samples that are certain to be zero.
  public var silentFrames: Int { min(chain.silentFrames, remaining) }

  /// Skips samples that are certain to be zero.
  ///
  /// - Returns: The number of skipped samples: `silentFrames`, or the limit.
  public mutating func skipSilence(atMost limit: Int = .max) -> Int {
    let count = min(limit, silentFrames)
    chain.skip(count)
    position += count
    return count
  }

  /// Writes the next samples.
  ///
  /// - Returns: The number of samples written: fewer than the block's size only at the end.
  public mutating func render(into block: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = min(block.count, remaining)
    chain.render(into: UnsafeMutableBufferPointer(rebasing: block[..<count]))
    position += count
    return count
  }
}

/// The levels shared by all channels of a sound, so that the channels keep their relative levels and start at the same time.
struct Levels {
  private(set) var frameCount = 0
  private(set) var gain = Double.infinity
  private(set) var outputGain = 1.0
  /// The number of samples by which the sound starts before the timeline.
  private(set) var lead = 0

  init() {}

  init(
    _ timeline: Timeline, _ options: RenderOptions, joining others: Levels = Levels()
  ) throws(AudioError) {
    try options.validate()
    try timeline.validateForRendering()
    let ceiling = amplitudeRatio(decibels: -options.headroom.value)
    let limit = min(ceiling, options.actuator.driveLimit)
    let plain = try SignalChain(timeline, options, simulates: false, gain: 1, lead: others.lead)
    lead = plain.lead
    let frames = Self.frameCount(timeline, options, lead: lead, end: plain.end)
    frameCount = max(frames, others.frameCount)
    // An absolute gain depends only on the levels, not on the peaks between the samples of one event.
    let peak = plain.peak(frames: frames, floor: 1, countsKinks: options.gain == .automatic)
    switch options.gain {
    case .automatic: gain = min(limit / peak, others.gain)
    case .absolute:
      gain = limit / ResonanceCompensation.largestBoost(options)
      try Self.require(gain * peak, within: limit)
    }
    guard options.signal == .acceleration else { return }
    let preview = try SignalChain(timeline, options, simulates: true, gain: gain, lead: lead)
    let louder = preview.peak(frames: frames, floor: ceiling)
    outputGain = min(ceiling / louder, others.outputGain)
    if options.gain == .absolute { try Self.require(louder, within: ceiling) }
  }

  private static func require(_ peak: Double, within limit: Double) throws(AudioError) {
    guard peak > limit * 1.000_001 else { return }
    let excess = (20 * Double.log10(peak / limit) * 10).rounded(.up) / 10
    throw AudioError(
      subject: "the timeline",
      reason: "is \(excess) dB too loud for an absolute gain: lower the intensities of events that "
        + "overlap, or use the automatic gain")
  }

  private static func frameCount(
    _ timeline: Timeline, _ options: RenderOptions, lead: Int, end: Int
  ) -> Int {
    let rate = Double(options.sampleRate)
    let nominal = lead + Int((timeline.duration.value * rate - 1e-6).rounded(.up))
    guard end > 0, options.signal == .acceleration else { return max(nominal, end) }
    let tail = ActuatorSimulation.tail(options.actuator)
    return max(nominal, end + Int((tail * rate).rounded(.up)))
  }
}

/// Renders a whole timeline into memory.
///
/// - Throws: `AudioError` for an option, a time, or a level out of its range, or for more samples than the limit for memory.
public func renderSamples(
  _ timeline: Timeline, _ options: RenderOptions = RenderOptions()
) throws(AudioError) -> [Float] {
  var renderer = try Renderer(timeline, options)
  let count = renderer.frameCount
  guard count <= Bound.samples.most else {
    throw AudioError(subject: "the sound", reason: "has \(count) samples, \(Bound.samples.rule)")
  }
  return [Float](unsafeUninitializedCapacity: count) { buffer, written in
    written = renderer.render(into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
  }
}

extension Timeline {
  /// The largest number accepted as a time: about thirty years.
  private static let longest = 1e9

  func validateForRendering() throws(AudioError) {
    let end = events.reduce(duration.value) { max($0, $1.time.value + $1.duration.value) }
    guard !end.isFinite || end <= Double(Bound.sound.most) else {
      throw AudioError(subject: "the sound", reason: "lasts \(end) s, \(Bound.sound.rule)")
    }
    try AudioError.require(duration.value, in: 0...Self.longest, "duration", "s")
    var previous = 0.0
    for (index, event) in events.enumerated() {
      try AudioError.require(
        event.time.value, in: previous...Self.longest, "event \(index): time", "s")
      previous = event.time.value
      try AudioError.require(event.intensity, in: 0...1, "event \(index): intensity")
      try AudioError.require(event.sharpness, in: 0...1, "event \(index): sharpness")
      try validate(event, index)
    }
  }

  private func validate(_ event: HapticEvent, _ index: Int) throws(AudioError) {
    guard case .continuous(let duration, let curve) = event.kind else { return }
    let name = "event \(index)"
    try AudioError.require(duration.value, in: 0...Self.longest, "\(name): duration", "s")
    var previous = -Self.longest
    for (number, point) in curve.enumerated() {
      let place = "\(name): curve point \(number)"
      try AudioError.require(point.time.value, in: previous...Self.longest, "\(place): time", "s")
      previous = point.time.value
      try AudioError.require(point.intensity, in: 0...1, "\(place): intensity")
      try AudioError.require(point.sharpness, in: 0...1, "\(place): sharpness")
    }
  }
}
