struct SignalChain: ~Copyable {
  private var pattern: PatternSignal
  private var compensation: ResonanceCompensation?
  private var simulation: ActuatorSimulation?
  private let delay: Int
  let lead: Int
  private let isFiltered: Bool
  var outputGain: Float = 1

  init(
    _ timeline: Timeline, _ options: RenderOptions, simulates: Bool, gain: Double, lead least: Int
  ) throws(AudioError) {
    pattern = PatternSignal(timeline, options, gain: gain)
    let rate = options.sampleRate
    simulation = simulates ? ActuatorSimulation(options.actuator, sampleRate: rate) : nil
    delay = ResonanceCompensation.delay(options)
    isFiltered = simulation != nil || delay > 0
    lead = max(least, ResonanceCompensation.lead(options, firstEvent: pattern.firstStart))
    compensation = try ResonanceCompensation(options, lead: lead)
  }

  /// The sample after the last sample of any event, including the delay of the filter.
  var end: Int {
    let end = pattern.end
    return end > 0 ? lead + end + delay : 0
  }

  var silentFrames: Int { isFiltered ? 0 : pattern.silentFrames }

  mutating func skip(_ count: Int) { pattern.skip(count) }

  mutating func render(into block: UnsafeMutableBufferPointer<Float>) {
    if delay == 0 {
      pattern.render(into: block)
    } else {
      compensation?.render(&pattern, into: block)
    }
    simulation?.apply(to: block)
    if outputGain == 1 { return }
    for index in block.indices { block[index] *= outputGain }
  }

  /// The true peak, at least the floor. When nothing is filtered and no events overlap, the true peak exceeds the levels
  /// only because of kinks within one event and between neighbors; these kinks are ignored if `countsKinks` is false.
  consuming func peak(frames: Int, floor: Double, countsKinks: Bool = true) -> Double {
    if !isFiltered, !pattern.hasOverlaps, !(countsKinks && pattern.hasKinks) { return floor }
    var meter = TruePeak(floor: Float(floor))
    let size = 4096
    var left = frames
    withUnsafeTemporaryAllocation(of: Float.self, capacity: size) { buffer in
      buffer.initialize(repeating: 0)
      while left > 0 {
        let silence = min(silentFrames, left)
        if silence > 0 {
          skip(silence)
          meter.addSilence()
          left -= silence
          continue
        }
        let block = UnsafeMutableBufferPointer(rebasing: buffer[..<min(size, left)])
        render(into: block)
        meter.add(UnsafeBufferPointer(block))
        left -= block.count
      }
    }
    meter.addSilence()
    return Double(meter.value)
  }
}
