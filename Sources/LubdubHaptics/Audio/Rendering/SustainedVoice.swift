/// A continuous event during playback.
///
/// Intensity and sharpness are looked up every sixteen samples, counted from the event's start; between them, the amplitude is
/// linear and the phase quadratic, which is the exact integral of a linear frequency. The steps belong to the event instead of
/// the caller's blocks, so that the samples do not depend on the blocks.
struct SustainedVoice {
  private static let step = 16

  let start: Int
  let end: Int
  private let curve: [HapticEvent.CurvePoint]
  private let settings: VoiceSettings
  private let ramp: Float
  private var position = 0
  private var segment = -1
  private var values = SIMD16<Float>(repeating: 0)
  private var levels = SIMD16<Float>(repeating: 0)
  private var phase = 0.0
  private var amplitude = 0.0
  private var frequency = 0.0
  private var point = 0

  init(_ event: HapticEvent, start: Int, length: Int, _ settings: VoiceSettings) {
    (self.start, self.end) = (start, start + length)
    (self.settings, curve) = (settings, event.course)
    let edge = SustainedVoice.edge * settings.sampleRate
    ramp = Float(max(1, min(edge, Double(length) / 2)))
    (amplitude, frequency) = course(at: 0)
  }

  /// The time in which a continuous event rises, and the time in which it falls, in seconds. Events shorter than the two
  /// times together are extended to their sum, because a step would click.
  static let edge = 0.005

  mutating func add(
    to block: UnsafeMutableBufferPointer<Float>, under others: UnsafeMutableBufferPointer<Float>
  ) {
    var done = 0
    while done < block.count {
      let wanted = position / Self.step
      while segment < wanted { advance() }
      let lane = position % Self.step
      let count = min(Self.step - lane, block.count - done)
      for offset in 0..<count {
        let share = others.isEmpty ? 1 : others.share(done + offset, of: levels[lane + offset])
        block[done + offset] += values[lane + offset] * share
      }
      done += count
      position += count
    }
  }

  private mutating func advance() {
    segment += 1
    let first = segment * Self.step
    let next = course(at: first + Self.step)
    let lanes = SustainedVoice.lanes
    let rate = settings.sampleRate
    let slope = Float((next.frequency - frequency) / (rate * 2 * Double(Self.step)))
    let turns = Float(phase) + lanes * (Float(frequency / rate) + lanes * slope)
    let growth = Float((next.amplitude - amplitude) / Double(Self.step))
    levels = (Float(amplitude) + lanes * growth) * edges(first)
    values = levels * settings.carrier.values(turns: turns)
    phase += (frequency + next.frequency) / 2 * Double(Self.step) / rate
    phase -= phase.rounded(.down)
    (amplitude, frequency) = next
  }

  private static let lanes = SIMD16<Float>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

  private func edges(_ first: Int) -> SIMD16<Float> {
    let left = end - start - first
    if Float(first) >= ramp, Float(left) >= ramp + 16 { return SIMD16(repeating: 1) }
    let risen = (Float(first) + Self.lanes) / ramp
    let falling = (Float(left) - Self.lanes) / ramp
    let nearer = risen.replacing(with: falling, where: falling .< risen)
    let inside = nearer.clamped(lowerBound: SIMD16(repeating: 0), upperBound: SIMD16(repeating: 1))
    let root = sine(turns: inside * 0.25)
    return root * root
  }

  /// Amplitude and frequency at a number of samples after the start. Call this in the order of time.
  private mutating func course(at sample: Int) -> (amplitude: Double, frequency: Double) {
    let time = Double(sample) / settings.sampleRate
    while point < curve.count, curve[point].time.value <= time { point += 1 }
    // Before the first point and after the last point, the level is constant.
    let (left, right) = (curve[max(point - 1, 0)], curve[min(point, curve.count - 1)])
    let width = right.time.value - left.time.value
    let part = width > 0 ? (time - left.time.value) / width : 0
    let intensity = left.intensity + part * (right.intensity - left.intensity)
    let sharpness = left.sharpness + part * (right.sharpness - left.sharpness)
    let frequency = settings.sharpness.frequency(sharpness)
    let level = settings.rule.amplitude(intensity, frequency, isTransient: false)
    return (level * settings.gain, frequency.value)
  }
}

struct VoiceSettings: Sendable {
  let sampleRate: Double
  let carrier: Carrier
  let sharpness: SharpnessMap
  let rule: AmplitudeRule
  let gain: Double
}
