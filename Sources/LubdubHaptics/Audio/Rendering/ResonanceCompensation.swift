/// The inverse of an actuator's resonance, applied to a pattern. The filter has a linear phase and rings as long before an
/// event as after it. Reading the pattern ahead compensates for its delay, so that events keep their times. If the first
/// event comes earlier than the length of the ringing, the signal starts earlier than the timeline, by `lead` samples.
struct ResonanceCompensation: ~Copyable {
  private var filter: OverlapSave
  private var block: [Double]
  private var input: [Float]
  private var used: Int
  private var discarded: Int

  init?(_ options: RenderOptions, lead: Int) throws(AudioError) {
    guard options.compensates, case .lra(let model) = options.actuator else { return nil }
    do {
      let taps = try Self.taps(model, options)
      filter = try OverlapSave(taps: taps)
    } catch { throw AudioError(subject: "compensation:", reason: error.description) }
    block = [Double](repeating: 0, count: filter.blockCount)
    input = [Float](repeating: 0, count: filter.blockCount)
    used = block.count
    discarded = Self.delay(options) - lead
  }

  /// The number of samples by which the signal must start before the timeline to keep the whole first event; `start` is the
  /// sample of the first event.
  static func lead(_ options: RenderOptions, firstEvent start: Int?) -> Int {
    guard let start else { return 0 }
    return max(0, delay(options) - start)
  }

  /// The number of samples by which the filter extends an event, before and after; 0 without compensation.
  static func delay(_ options: RenderOptions) -> Int {
    guard options.compensates, case .lra(let model) = options.actuator else { return 0 }
    // Ten periods of the lowest frequency resolve the fade below it.
    let length = max(0.1, 10 / band(model, options).lowerBound.value)
    return Int(length * Double(options.sampleRate) / 2)
  }

  /// The maximum boost of a steady vibration of any frequency of a pattern by compensation; 1 without compensation.
  static func largestBoost(_ options: RenderOptions) -> Double {
    guard options.compensates, case .lra(let model) = options.actuator else { return 1 }
    let map = options.sharpness ?? .linear(options.actuator.band)
    let limit = amplitudeRatio(decibels: model.maximumBoost.value)
    // The response falls to both sides of the resonance, so the ends of the band need the largest boost.
    return [map.lowest, map.highest].reduce(1) {
      max($0, min(limit, 1 / model.relativeResponse(at: $1)))
    }
  }

  private static func band(_ model: LRA, _ options: RenderOptions) -> ClosedRange<Hertz> {
    let map = options.sharpness ?? .linear(options.actuator.band)
    return min(map.lowest, model.lowestFrequency)...max(map.highest, model.highestFrequency)
  }

  private static func taps(
    _ model: LRA, _ options: RenderOptions
  ) throws(SpectraError) -> [Double] {
    let rate = Double(options.sampleRate)
    let resonance = Biquad(model, sampleRate: rate)
    return try FIRDesign.inverse(
      of: { resonance.response(2 * .pi * $0.value / rate) }, band: band(model, options),
      maximumGain: model.maximumBoost, taps: 2 * delay(options) + 1, sampleRate: Hertz(rate))
  }

  mutating func render(_ pattern: inout PatternSignal, into out: UnsafeMutableBufferPointer<Float>)
  {
    var done = 0
    while done < out.count {
      if used == block.count { refill(&pattern) }
      if discarded > 0 {
        let count = min(discarded, block.count - used)
        discarded -= count
        used += count
        continue
      }
      let count = min(out.count - done, block.count - used)
      for index in 0..<count { out[done + index] = Float(block[used + index]) }
      done += count
      used += count
    }
  }

  private mutating func refill(_ pattern: inout PatternSignal) {
    input.withUnsafeMutableBufferPointer { pattern.render(into: $0) }
    for index in block.indices { block[index] = Double(input[index]) }
    filter.process(&block)
    used = 0
  }
}
