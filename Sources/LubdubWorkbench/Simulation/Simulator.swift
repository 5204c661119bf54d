/// Simulates traces with a known truth from scenarios. Equal settings give equal rows.
package struct Simulator: Sendable {
  package let scenario: Scenario
  package let seed: UInt64
  package let duration: Seconds
  package let rate: Hertz
  /// Whether `outage-step` goes from far to near.
  package var isReversed = false
  /// The time with ranges; `nil` for the scenario's own time. If a time is set, `outage-step` jumps from 0.5 to 3 m at once.
  package var rangesFor: Seconds?
  /// The radios whose noise is simulated; `nil` for the usual noise.
  package let radio: SimulatedRadio?

  /// The number of Bluetooth packets per second.
  private static let packetRate = 3.0

  package init(
    scenario: Scenario, seed: UInt64 = 1, duration: Seconds? = nil, rate: Hertz = 10,
    radio: SimulatedRadio? = nil
  ) throws(SimulationError) {
    self.scenario = scenario
    self.radio = radio
    self.seed = seed
    self.duration = duration ?? scenario.usualDuration
    self.rate = rate
    guard (1...86_400).contains(self.duration.value) else {
      throw SimulationError(reason: "duration is \(self.duration), expected 1 s to 86400 s (a day)")
    }
    guard (0.1...1000).contains(rate.value) else {
      throw SimulationError(reason: "rate is \(rate), expected 0.1 Hz to 1000 Hz")
    }
  }

  /// The comment at the head of the trace. It states that the trace is synthetic, and the command that simulated it.
  package var comment: String {
    "synthetic, made by lubdub simulate \(scenario.rawValue) --seed \(seed) "
      + "--duration \(decimal(duration.value)) --rate \(decimal(rate.value))"
      + (isReversed ? " --reverse" : "")
      + (rangesFor.map { " --ranges-for \(decimal($0.value))" } ?? "")
      + (radio.map { " --radio \($0.rawValue)" } ?? "")
  }

  package func run() -> SimulatedTrace {
    var script = scenario.script(duration: duration.value)
    if scenario == .outageStep, isReversed || rangesFor != nil {
      script.path = Scenario.stepPath(
        duration.value, jumps: rangesFor != nil, isReversed: isReversed)
    }
    if let rangesFor { script.rangeOutages = [rangesFor.value...max(duration, rangesFor).value] }
    var pair = drawPair()
    if script.hasContactLevel {
      pair.signals.contactLevel = pair.signals.referencePower + Self.contactRise
      pair.signals.reported = -110.0 ... -1
      // The level in contact is steady.
      pair.signals.fading = 2
      pair.signals.white = 1
    }
    var devices = Devices(
      script: script, ranges: pair.ranges, signals: pair.signals, random: SplitMix64(seed: seed))
    let rows = clock(events: script.events).compactMap { devices.row(at: $0) }
    return SimulatedTrace(records: rows, facts: facts(pair: pair, devices: devices))
  }

  /// The contact level minus the level at 1 m, in dB, as for tags.
  private static let contactRise = 41.0

  /// The noise of this pair of devices. Each pair has its own bias and its own reference power.
  private func drawPair() -> (ranges: RangeNoise, signals: SignalNoise) {
    var random = SplitMix64(seed: seed).split(1)
    var ranges = radio?.noise ?? RangeNoise()
    var signals = SignalNoise()
    ranges.bias += rounded(-0.02 + 0.03 * random.normal())
    signals.referencePower += (40 * random.normal()).rounded() / 10
    return (ranges, signals)
  }

  /// All ticks of the simulation, in the order of time.
  private func clock(events: [(time: Double, event: LinkEvent)]) -> [Tick] {
    var random = SplitMix64(seed: seed).split(2)
    var ticks: [Tick] = []
    for (source, rate) in [(Tick.Source.uwb, rate.value), (.ble, Self.packetRate)] {
      for index in 0..<Int(duration.value * rate) {
        let jitter = source == .uwb ? 0.1 : 0.3
        let step = Double(index) + random.uniform(0...jitter)
        ticks.append(Tick(time: rounded(step / rate), source: source))
      }
    }
    ticks += events.filter { $0.time <= duration.value }.map {
      Tick(time: rounded($0.time), source: .event($0.event))
    }
    return ticks.sorted { $0.time < $1.time }
  }

  private static func text(ofBias noise: RangeNoise) -> String {
    let near = "\((noise.bias * 1e4).rounded() / 1e4) m"
    guard noise.biasGrowth != 0 else { return near }
    return "\(near) at 0 m, growing by \(noise.biasGrowth) m over \(noise.biasLength) m"
  }

  private func facts(
    pair: (ranges: RangeNoise, signals: SignalNoise), devices: Devices
  ) -> [SimulatedTrace.Fact] {
    [
      .init(name: "bias", value: Self.text(ofBias: pair.ranges)),
      .init(name: "gross errors", value: "\(devices.ranges.outliers)"),
      .init(name: "gaps", value: "\(devices.ranges.gaps)"),
      .init(name: "held values", value: "\(devices.ranges.repeats)"),
      .init(name: "reference power", value: "\(pair.signals.referencePower) dBm"),
      .init(name: "path-loss exponent", value: "\(pair.signals.exponent)"),
      .init(name: "lost packets", value: "\(devices.signals.lost)"),
    ]
  }
}

/// An error about settings that cannot be simulated.
package struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  package let reason: String

  package var description: String { reason }
}

private struct Tick {
  enum Source: Equatable {
    case uwb
    case ble
    case event(LinkEvent)
  }

  let time: Double
  let source: Source
}

private struct Devices {
  private let script: ScenarioScript
  private(set) var ranges: RangeSampler
  private(set) var signals: SignalSampler
  private var sway: GaussMarkov
  private var random: SplitMix64

  init(script: ScenarioScript, ranges: RangeNoise, signals: SignalNoise, random: SplitMix64) {
    self.script = script
    self.ranges = RangeSampler(noise: ranges, random: random.split(3))
    self.signals = SignalSampler(noise: signals, random: random.split(4))
    self.random = random.split(5)
    sway = GaussMarkov(deviation: script.sway, timeConstant: 1, random: &self.random)
  }

  /// The row of a tick; `nil` if nothing is received.
  mutating func row(at tick: Tick) -> TraceRecord? {
    let moved = sway.advance(to: tick.time, random: &random)
    let time = Seconds(tick.time)
    let truth = rounded(max(0.005, script.path.distance(at: time).value + moved))
    if case .event(let event) = tick.source {
      return TraceRecord(.event(event, at: time), truth: Meters(truth))
    }
    guard !script.silences.contains(where: { $0.contains(tick.time) }) else { return nil }
    let shadowed = script.shadows.contains { $0.contains(tick.time) }
    if tick.source == .ble {
      let level = signals.sample(truth: truth, at: tick.time, shadowed: shadowed)
      return level.map { TraceRecord(.ble(DBm($0), at: time), truth: Meters(truth)) }
    }
    guard !script.rangeOutages.contains(where: { $0.contains(tick.time) }) else { return nil }
    let range = ranges.sample(truth: truth, at: tick.time, shadowed: shadowed)
    return range.map { TraceRecord(.uwb(Meters($0), at: time), truth: Meters(truth)) }
  }
}
