import TestSupport

/// A random detector and a random history for it. All times are multiples of 1/1024 s, so that they stay exact under all shifts
/// in the tests of laws.
struct RandomHistory {
  /// One estimate, and whether it is a new measurement.
  struct Step {
    var estimate: DistanceEstimate
    var isIndependent: Bool
  }

  let parameters: ZoneDetector.Parameters
  let silence: SilenceTimes
  let steps: [Step]

  init(seed: UInt64, kind: ZoneRule.Kind? = nil, steps count: Int = 40) throws {
    var random = SeededGenerator(seed: seed)
    let edges = (1...random.below(4) + 1).map { Meters(Double($0 * $0) / 4 + random.grid(0.2)) }
    let stale = random.grid(4) + 2.5
    silence = SilenceTimes(
      coasting: Seconds(stale / 2), stale: Seconds(stale), lost: Seconds(2 * stale))
    parameters = ZoneDetector.Parameters(
      try Zones(edges: edges),
      range: random.rule(.range, edges.count, kind: kind),
      rssi: random.rule(.rssi, edges.count, kind: kind))

    var time = 0.0
    var distance = random.grid(6)
    steps = (0..<count).map { _ in
      time += random.below(20) == 0 ? random.grid(12) : random.grid(0.5)
      distance = random.below(8) == 0 ? random.grid(8) : abs(distance + random.grid(0.5) - 0.25)
      return Step(
        estimate: random.estimate(around: distance, at: time), isIndependent: random.below(4) != 0)
    }
  }

  /// A detector without any readings yet.
  func detector() -> ZoneDetector {
    ZoneDetector(parameters, silences: PerRadio { _ in silence })
  }

  /// Runs the history.
  func changes(shift: Double = 0, skipsUntrusted: Bool = false) throws -> [ZoneChange] {
    var detector = detector()
    var changes: [ZoneChange] = []
    for step in steps {
      var estimate = step.estimate
      estimate.time = estimate.time + Seconds(shift)
      if skipsUntrusted, estimate.status != .tracking {
        while let change = detector.advance(to: estimate.time) { changes.append(change) }
      } else {
        detector.feed(estimate, step.isIndependent) { changes.append($0) }
      }
    }
    return changes
  }
}

extension ZoneDetector {
  /// Processes the time, then the estimate, as the detector requires.
  mutating func feed(
    _ estimate: DistanceEstimate, _ isIndependent: Bool = true, _ visit: (ZoneChange) -> Void
  ) {
    while let change = advance(to: estimate.time) { visit(change) }
    if let change = update(estimate, isIndependent: isIndependent) { visit(change) }
  }
}

extension SeededGenerator {
  /// A number in 0..<limit.
  mutating func below(_ limit: Int) -> Int { Int(unit() * Double(limit)) }

  /// A multiple of 1/1024 in 0..<limit.
  mutating func grid(_ limit: Double) -> Double { (unit() * limit * 1024).rounded(.down) / 1024 }

  /// A rule with random values, some of them per edge.
  mutating func rule(
    _ standard: ZoneRule, _ edges: Int, kind: ZoneRule.Kind?
  ) -> ZoneRule {
    var rule = standard
    rule.kind = kind ?? (below(2) == 0 ? .cusum : .hysteresis)
    rule.falseChangeInterval = (0..<(below(2) == 0 ? 1 : edges)).map { _ in
      Seconds(1 + 1000 * unit())
    }
    rule.halfBand = (0..<(below(2) == 0 ? 1 : edges)).map { _ in 0.01 + 0.2 * unit() }
    rule.lookAhead = (0..<(below(2) == 0 ? 1 : edges)).map { _ in Seconds(grid(1)) }
    rule.margin = (0..<(below(2) == 0 ? 1 : edges)).map { _ in 40 * unit() }
    rule.dwell = (0..<(below(2) == 0 ? 1 : edges)).map { _ in Seconds(grid(2)) }
    rule.minimumSamples = 1 + below(4)
    return rule
  }

  /// An estimate of any kind.
  mutating func estimate(around distance: Double, at time: Double) -> DistanceEstimate {
    .at(
      time, distance, deviation: below(3) == 0 ? 0 : grid(0.5),
      velocity: below(2) == 0 ? nil : grid(4) - 2, radio: below(4) == 0 ? .ble : .uwb,
      isTrusted: below(8) != 0)
  }
}
