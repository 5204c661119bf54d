/// The desired acceleration of the pattern, sample by sample. An event starts at the sample nearest to its time, counted
/// from the start of the timeline, so errors don't add up. As in every format, overlapping vibrations are joined and limited
/// to full strength, and the stronger of a tap and the sound under it counts: the sound gets the strength that the tap
/// leaves, so nothing clips or cancels.
struct PatternSignal {
  private enum Voice {
    case transient(Grain, amplitude: Float, start: Int)
    case sustained(SustainedVoice)

    var start: Int {
      switch self {
      case .transient(_, _, let start): start
      case .sustained(let voice): voice.start
      }
    }

    var end: Int {
      switch self {
      case .transient(let grain, _, let start): start + grain.samples.count
      case .sustained(let voice): voice.end
      }
    }

    /// Whether the voice has priority over another: a tap precedes earlier taps, weaker simultaneous taps, and vibrations.
    func isOver(_ other: Voice) -> Bool {
      guard case .transient(_, let amplitude, let start) = self else { return false }
      guard case .transient(_, let weaker, let before) = other else { return true }
      return (before, weaker) <= (start, amplitude)
    }
  }

  private let events: [HapticEvent]
  private let settings: VoiceSettings
  private let shape: TransientShape
  private let transientCount: Int
  /// Whether events overlap: at the change from one event to another, the true peak may be slightly above both.
  private(set) var hasOverlaps = false
  /// Whether an event has a curve, or begins shortly after another event, so that both contribute between two samples: the
  /// true peak may be slightly above their levels.
  private(set) var hasKinks = false
  private var next = 0
  private var position = 0
  private var voices: [Voice] = []
  private var grains: [(frequency: Hertz, grain: Grain)] = []

  init(_ timeline: Timeline, _ options: RenderOptions, gain: Double) {
    events = Timeline(duration: .zero, events: EnvelopeCurve.joined(timeline.events).events).events
    let actuator = options.actuator
    settings = VoiceSettings(
      sampleRate: Double(options.sampleRate), carrier: Carrier(actuator),
      sharpness: options.frequencies,
      rule: AmplitudeRule(options.intensity, actuator, isFlat: options.compensates), gain: gain)
    shape = TransientShape(actuator, sampleRate: options.sampleRate)
    transientCount = shape.count
    var end = -TruePeak.taps
    for event in events where !hasOverlaps {
      hasOverlaps = start(event) < end
      hasKinks = hasKinks || start(event) < end + TruePeak.taps || event.isCurved
      end = start(event) + length(event)
    }
  }

  var firstStart: Int? { events.first.map { start($0) } }

  /// The number of next samples that are certain to be zero; `Int.max` after the last event.
  var silentFrames: Int {
    if !voices.isEmpty { return 0 }
    guard next < events.count else { return .max }
    return start(events[next]) - position
  }

  mutating func skip(_ count: Int) { position += count }

  mutating func render(into block: UnsafeMutableBufferPointer<Float>) {
    block.update(repeating: 0)
    let blockEnd = position + block.count
    while next < events.count, start(events[next]) < blockEnd {
      let voice = voice(for: events[next])
      voices.insert(voice, at: voices.firstIndex { voice.isOver($0) } ?? voices.count)
      next += 1
    }
    // The strength of the previous voices at each sample.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: hasOverlaps ? block.count : 0) {
      levels in
      levels.initialize(repeating: 0)
      for index in voices.indices {
        let from = max(voices[index].start, position) - position
        let to = min(voices[index].end, blockEnd) - position
        if from >= to { continue }
        let over = hasOverlaps ? levels[from..<to] : levels[..<0]
        add(
          index, to: .init(rebasing: block[from..<to]), under: .init(rebasing: over),
          at: position + from)
      }
    }
    voices.removeAll { $0.end <= blockEnd }
    position = blockEnd
  }

  private mutating func add(
    _ index: Int, to block: UnsafeMutableBufferPointer<Float>,
    under levels: UnsafeMutableBufferPointer<Float>, at: Int
  ) {
    switch voices[index] {
    case .transient(let grain, let amplitude, let start):
      let offset = at - start
      grain.samples.withUnsafeBufferPointer { samples in
        guard !levels.isEmpty else {
          for sample in 0..<block.count { block[sample] += amplitude * samples[offset + sample] }
          return
        }
        for sample in 0..<block.count {
          let share = levels.share(sample, of: amplitude * grain.levels[offset + sample])
          block[sample] += amplitude * samples[offset + sample] * share
        }
      }
    case .sustained(var voice):
      voice.add(to: block, under: levels)
      voices[index] = .sustained(voice)
    }
  }

  private mutating func voice(for event: HapticEvent) -> Voice {
    let start = start(event)
    guard case .transient = event.kind else {
      return .sustained(SustainedVoice(event, start: start, length: length(event), settings))
    }
    let frequency = settings.sharpness.frequency(event.sharpness)
    let amplitude = settings.rule.amplitude(event.intensity, frequency, isTransient: true)
    return .transient(grain(frequency), amplitude: Float(amplitude * settings.gain), start: start)
  }

  private mutating func grain(_ frequency: Hertz) -> Grain {
    if let known = grains.last(where: { $0.frequency == frequency }) { return known.grain }
    if grains.count >= 256 { grains.removeAll(keepingCapacity: true) }
    let grain = shape.grain(frequency)
    grains.append((frequency, grain))
    return grain
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

  var end: Int { events.reduce(0) { max($0, start($1) + length($1)) } }
}

extension HapticEvent {
  fileprivate var isCurved: Bool {
    guard case .continuous(_, let curve) = kind else { return false }
    return !curve.isEmpty
  }
}

extension UnsafeMutableBufferPointer<Float> {
  /// The share of a voice that the voices over it leave. The voice's level then counts for the voices under it, too.
  @inline(__always) func share(_ index: Int, of level: Float) -> Float {
    let over = self[index]
    guard level > over else { return 0 }
    self[index] = level
    return (level - over) / level
  }
}
