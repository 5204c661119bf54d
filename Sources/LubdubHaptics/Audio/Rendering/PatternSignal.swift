internal import Lubdub

/// The pattern's wanted acceleration, sample by sample: all events, summed.
/// An event starts at the sample nearest to its time, reckoned from the start of the timeline, so
/// that no error adds up. Events are summed in their order, whatever the size of the blocks.
struct PatternSignal {
  private enum Voice {
    case transient(samples: [Float], amplitude: Float, start: Int)
    case sustained(SustainedVoice)

    var start: Int {
      switch self {
      case .transient(_, _, let start): start
      case .sustained(let voice): voice.start
      }
    }

    var end: Int {
      switch self {
      case .transient(let samples, _, let start): start + samples.count
      case .sustained(let voice): voice.end
      }
    }
  }

  private let events: [HapticEvent]
  private let settings: VoiceSettings
  private let shape: TransientShape
  private let transientCount: Int
  private var next = 0
  private var position = 0
  private var voices: [Voice] = []
  private var grains: [Double: [Float]] = [:]

  init(_ timeline: Timeline, _ options: RenderOptions, gain: Double) {
    events = timeline.events
    let actuator = options.actuator
    settings = VoiceSettings(
      sampleRate: Double(options.sampleRate), carrier: Carrier(actuator),
      sharpness: options.frequencies,
      rule: AmplitudeRule(options.intensity, actuator, isFlat: options.compensates), gain: gain)
    shape = TransientShape(actuator, sampleRate: options.sampleRate)
    transientCount = shape.count
  }

  var firstStart: Int? { events.first.map { start($0) } }

  /// How many of the next samples are certain to be zero; `Int.max` after the last event.
  var silentFrames: Int {
    if !voices.isEmpty { return 0 }
    guard next < events.count else { return .max }
    return start(events[next]) - position
  }

  mutating func skip(_ count: Int) {
    position += count
  }

  mutating func render(into block: UnsafeMutableBufferPointer<Float>) {
    block.update(repeating: 0)
    let blockEnd = position + block.count
    while next < events.count, start(events[next]) < blockEnd {
      voices.append(voice(for: events[next]))
      next += 1
    }
    for index in voices.indices {
      let from = max(voices[index].start, position) - position
      let to = min(voices[index].end, blockEnd) - position
      if from >= to { continue }
      add(index, to: UnsafeMutableBufferPointer(rebasing: block[from..<to]), at: position + from)
    }
    voices.removeAll { $0.end <= blockEnd }
    position = blockEnd
  }

  private mutating func add(_ index: Int, to block: UnsafeMutableBufferPointer<Float>, at: Int) {
    switch voices[index] {
    case .transient(let samples, let amplitude, let start):
      samples.withUnsafeBufferPointer { samples in
        let offset = at - start
        for sample in 0..<block.count { block[sample] += amplitude * samples[offset + sample] }
      }
    case .sustained(var voice):
      voice.add(to: block)
      voices[index] = .sustained(voice)
    }
  }

  private mutating func voice(for event: HapticEvent) -> Voice {
    let start = start(event)
    guard case .transient = event.kind else {
      return .sustained(SustainedVoice(event, start: start, length: length(event), settings))
    }
    let frequency = settings.sharpness.frequency(event.sharpness)
    return .transient(
      samples: grain(frequency),
      amplitude: Float(amplitude(event, isTransient: true) * settings.gain), start: start)
  }

  /// The transient of a frequency; the last few hundred are kept.
  private mutating func grain(_ frequency: Hertz) -> [Float] {
    if let known = grains[frequency.value] { return known }
    if grains.count >= 256 { grains.removeAll(keepingCapacity: true) }
    let samples = shape.samples(frequency: frequency)
    grains[frequency.value] = samples
    return samples
  }

  private func amplitude(_ event: HapticEvent, isTransient: Bool) -> Double {
    let frequency = settings.sharpness.frequency(event.sharpness)
    return settings.rule.amplitude(event.intensity, frequency, isTransient: isTransient)
  }

  private func start(_ event: HapticEvent) -> Int {
    Int((event.time.value * settings.sampleRate).rounded())
  }

  private func length(_ event: HapticEvent) -> Int {
    guard case .continuous(let duration, _) = event.kind else { return transientCount }
    if duration <= 0 { return 0 }
    let shortest = 2 * SustainedVoice.edge
    return Int((max(duration.value, shortest) * settings.sampleRate).rounded())
  }

  /// The sample after the last that any event touches.
  var end: Int {
    events.reduce(0) { max($0, start($1) + length($1)) }
  }

  /// A bound of the sum's magnitude: the largest sum of the amplitudes of overlapping events.
  var peakBound: Double {
    var bound = 0.0
    var sounding: [(end: Int, amplitude: Double)] = []
    for event in events {
      let start = start(event)
      sounding.removeAll { $0.end <= start }
      sounding.append((start + length(event), largestAmplitude(event)))
      bound = max(bound, sounding.reduce(0) { $0 + $1.amplitude })
    }
    return bound
  }

  private func largestAmplitude(_ event: HapticEvent) -> Double {
    switch event.kind {
    case .transient: return amplitude(event, isTransient: true)
    case .continuous(_, let curve) where curve.isEmpty:
      return amplitude(event, isTransient: false)
    case .continuous: return 1
    }
  }
}
