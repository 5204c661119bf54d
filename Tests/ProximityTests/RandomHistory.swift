import Proximity
import Quantities
import TestSupport

/// A random detector and a random history for it. All times are multiples of 1/1024 s, so that they
/// stay exact under any shift that the laws are tried with.
struct RandomHistory {
  let parameters: ZoneDetector.Parameters
  let posteriors: [DistancePosterior]
  /// The shortest dwell of any rule.
  let dwell: Seconds
  /// The longest time that a rule may take, and how many readings.
  let patience: Seconds
  let samples: Int

  init(seed: UInt64, steps: Int = 40) throws {
    var random = SeededGenerator(seed: seed)
    let edges = (1...random.below(4) + 1).map { Meters(Double($0 * $0) / 4 + random.grid(0.2)) }
    let dwells = (0...edges.count).map { _ in random.grid(2) }
    let rules = dwells.map { random.rule(dwell: $0) }
    let stale = max(random.grid(4) + 0.5, dwells.max() ?? 0)
    let silence = SilenceTimes(
      coasting: Seconds(stale / 2), stale: Seconds(stale), lost: Seconds(2 * stale))
    let isPerEdge = random.below(2) == 0
    parameters = ZoneDetector.Parameters(
      zones: try Zones(edges: edges),
      range: SourceRules(
        edges: isPerEdge ? Array(rules.dropFirst()) : [rules[0]], silence: silence),
      signalStrength: SourceRules(rules[0], silence: silence))
    dwell = Seconds(dwells.min() ?? 0)
    patience = Seconds(5 + 2 * (dwells.max() ?? 0))
    samples = rules.map(\.minimumSamples).max() ?? 1

    var time = 0.0
    var distance = random.grid(6)
    posteriors = (0..<steps).map { _ in
      time += random.below(20) == 0 ? random.grid(12) : random.grid(0.5)
      distance = random.below(8) == 0 ? random.grid(8) : abs(distance + random.grid(0.5) - 0.25)
      return random.posterior(around: distance, at: time)
    }
  }

  /// Runs the history.
  func changes(shift: Double = 0, skipsUntrusted: Bool = false) throws -> [ZoneChange] {
    var detector = try ZoneDetector(parameters)
    var changes: [ZoneChange] = []
    for var posterior in posteriors {
      posterior.time = posterior.time + Seconds(shift)
      while let change = detector.advance(to: posterior.time) { changes.append(change) }
      if skipsUntrusted, !posterior.isTrusted { continue }
      if let change = detector.update(posterior) { changes.append(change) }
    }
    return changes
  }
}

extension ZoneDetector {
  /// Tells the time, then the posterior, as the detector asks for.
  mutating func feed(_ posterior: DistancePosterior, _ visit: (ZoneChange) -> Void) {
    while let change = advance(to: posterior.time) { visit(change) }
    if let change = update(posterior) { visit(change) }
  }
}

extension SeededGenerator {
  /// A number in 0..<limit.
  mutating func below(_ limit: Int) -> Int { Int(unit() * Double(limit)) }

  /// A multiple of 1/1024 in 0..<limit.
  mutating func grid(_ limit: Double) -> Double { (unit() * limit * 1024).rounded(.down) / 1024 }

  /// A rule that settles within 5 s.
  mutating func rule(dwell: Double) -> ZoneRule {
    let (settle, samples) = (Seconds(grid(5)), 1 + below(4))
    guard below(2) == 0 else {
      let margin: HysteresisRule.Margin =
        below(2) == 0 ? .meters(Meters(grid(0.5))) : .percent(grid(40))
      return .hysteresis(
        HysteresisRule(
          margin: margin, dwell: Seconds(dwell), settle: settle, minimumSamples: samples))
    }
    return .posterior(
      PosteriorRule(
        enter: 0.5 + 0.499 * unit(), leave: 0.001 + 0.499 * unit(), dwell: Seconds(dwell),
        lead: Seconds(grid(1)), reach: below(2) == 0 ? nil : Seconds(grid(5)), settle: settle,
        minimumSamples: samples))
  }

  /// A posterior of any kind.
  mutating func posterior(around distance: Double, at time: Double) -> DistancePosterior {
    let isStrength = below(4) == 0
    return DistancePosterior(
      time: Seconds(time), median: Meters(distance), deviation: below(3) == 0 ? 0 : grid(0.5),
      shape: isStrength ? .logNormal : .normal,
      velocity: below(2) == 0 ? nil : MetersPerSecond(grid(4) - 2), low: Meters(distance),
      high: Meters(distance), source: isStrength ? .signalStrength : .range,
      isTrusted: below(8) != 0, isIndependent: below(4) != 0)
  }
}
