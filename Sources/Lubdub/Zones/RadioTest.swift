internal import RealModule

struct Reading {
  let time: Double
  /// The distance in the unit of the test: meters, or ln(distance).
  let distance: Double
  /// The short-term deviation, in the unit of the test.
  let deviation: Double
  /// The rate of change beyond the deadband, positive when moving apart, in the unit of the test per second.
  let drift: Double
  /// A third of the distance, in the unit of the test: a limit of the extrapolation.
  let third: Double
  let isIndependent: Bool
  /// The spread of the ranges; the usual spread for signal strength.
  let spread: RangeSpread
  /// The range itself if it reverses an outlier, otherwise -infinity; see `RangeNews.takenBack`.
  var takenBack = -Double.infinity

  /// The speed below which distances are not extrapolated, in m/s: noise at rest.
  static let deadband = 0.1

  @inline(__always) init(_ estimate: DistanceEstimate, isIndependent: Bool, usesLogarithm: Bool) {
    time = estimate.time.value
    self.isIndependent = isIndependent
    spread = estimate.spread
    let median = estimate.distance.value
    let velocity = estimate.velocity?.value ?? 0
    let excess = max(0, velocity.magnitude - Self.deadband)
    let drift = velocity < 0 ? -excess : excess
    // A small change in meters, divided by the distance, is a change of the logarithm.
    let scale = usesLogarithm ? max(median, 1e-3) : 1
    distance = usesLogarithm ? Double.log(median) : median
    self.drift = drift / scale
    third = median / 3 / scale
    switch (estimate.shape, usesLogarithm) {
    case (.normal, false), (.logNormal, true): deviation = estimate.shortTermDeviation
    case (.normal, true): deviation = estimate.shortTermDeviation / scale
    case (.logNormal, false): deviation = estimate.shortTermDeviation * median
    }
  }
}

enum RadioTest: Sendable, Hashable {
  case cusum(CUSUMTest)
  case hysteresis(HysteresisTest)
  case probability(ProbabilityTest)

  init(
    _ parameters: ZoneDetector.Parameters, _ family: Radio.Family,
    _ link: SignalStrengthFilter.Parameters
  ) {
    let (rule, edges) = (parameters.rule(for: family), parameters.edges)
    switch rule.kind {
    case .cusum:
      self = .cusum(
        CUSUMTest(rule, edges: edges, noise: family.noise, usesLogarithm: family == .level))
    case .hysteresis: self = .hysteresis(HysteresisTest(rule, edges: edges))
    case .probability:
      self = .probability(
        ProbabilityTest(
          edges, alone: rule.confidence, outage: parameters.outageConfidence,
          lean: parameters.lean, link))
    }
  }

  var usesLogarithm: Bool {
    switch self {
    case .cusum(let test): test.usesLogarithm
    case .hysteresis: false
    case .probability: true
    }
  }

  func distance(_ value: Double) -> Meters { Meters(usesLogarithm ? Double.exp(value) : value) }

  func update(
    _ estimate: DistanceEstimate, _ isIndependent: Bool, _ weighing: inout Weighing,
    _ sides: inout [EdgeSide], inwardFrom first: Int = 0, takenBack: Double = -.infinity
  ) -> EdgeFlip? {
    if case .probability(let test) = self {
      return test.update(
        estimate.posterior, isOutage: estimate.isOutage, at: estimate.time.value, &sides,
        inwardFrom: first)
    }
    var reading = Reading(estimate, isIndependent: isIndependent, usesLogarithm: usesLogarithm)
    reading.takenBack = takenBack
    return switch self {
    case .cusum(let test): test.update(reading, &weighing, &sides, inwardFrom: first)
    case .hysteresis(let test): test.update(reading, &sides, inwardFrom: first)
    case .probability: nil
    }
  }

  func isKnown(_ estimate: DistanceEstimate, zone: Int, was: Bool) -> Bool {
    guard estimate.nearness?.isNear != true else { return true }
    guard estimate.isLevelKnown, case .probability(let test) = self else {
      return estimate.isLevelKnown
    }
    return test.isKnown(estimate, zone: zone, was: was)
  }

  func probability(of zone: Int, _ estimate: DistanceEstimate) -> Double? {
    guard case .probability(let test) = self, estimate.nearness?.isNear != true else { return nil }
    return test.probability(of: zone, estimate)
  }

  func edge(_ index: Int) -> Double {
    switch self {
    case .cusum(let test): test.edges[index].edge
    case .hysteresis(let test): test.edges[index].edge
    case .probability(let test): test.alone[index].edge
    }
  }

  /// Returns whether a reading is so far beyond an edge that the edge's side changes, while there is no zone.
  func givesWay(_ edge: Int, isInside: Bool, to reading: Reading) -> Bool {
    switch self {
    case .cusum(let test):
      let gap = reading.distance - test.edges[edge].edge
      return isInside ? gap >= 0.5 * reading.deviation : gap < -0.5 * reading.deviation
    case .hysteresis(let test):
      return test.edges[edge].isBeyond(reading.distance, isInside: isInside)
    case .probability: return false
    }
  }

  func share(
    of side: EdgeSide, _ edge: Int, waited: Double, _ estimate: DistanceEstimate
  ) -> Double {
    switch self {
    case .cusum(let test):
      let (edge, spread) = (test.edges[edge], estimate.spread)
      let share = spread.share
      return side.sum
        / test.threshold(of: edge, edge.band(spread, share), share, isInside: side.isInside)
    case .hysteresis(let test):
      return test.edges[edge].dwell > 0 ? min(1, waited / test.edges[edge].dwell) : 1
    case .probability(let test):
      return test.share(ofOther: edge, isInside: side.isInside, estimate)
        / test.confidence(isOutage: estimate.isOutage)
    }
  }

  func reference(of edge: Int, isInside: Bool, _ spread: RangeSpread) -> Double {
    switch self {
    case .cusum(let test):
      let band = test.edges[edge].band(spread, spread.share)
      return isInside ? band.outer : band.inner
    case .hysteresis(let test):
      return test.edges[edge].edge + (isInside ? test.edges[edge].margin : -test.edges[edge].margin)
    case .probability(let test): return test.alone[edge].edge
    }
  }
}

/// The requirement for the first zone: the time and the number of independent readings for which the sides of all edges have
/// been the same.
struct AcquisitionRule: Sendable, Hashable {
  var time = 0.0
  var samples = 0
}

extension AcquisitionRule {
  /// Creates the requirement of a rule; docs/decisions/05-zones.md explains the values for CUSUM.
  init(_ rule: ZoneRule, family: Radio.Family) {
    switch rule.kind {
    case .cusum: self = family.acquisition
    // The most likely zone decides; see `FirstZone`.
    case .probability: self = AcquisitionRule()
    case .hysteresis:
      self.init(time: rule.dwell.map { $0.value }.max() ?? 0, samples: rule.minimumSamples)
    }
  }
}

extension Radio.Family {
  fileprivate var noise: CUSUMTest.Noise {
    switch self {
    case .range: .range
    case .level: .level
    case .wideRange: .wideRange
    }
  }

  /// The requirement by CUSUM. Wide ranges arrive up to a quarter of an hour apart, and two must agree before an estimate is
  /// trusted, so one estimate is enough.
  fileprivate var acquisition: AcquisitionRule {
    switch self {
    // Readings in a row decide; see `FirstZone`.
    case .range: AcquisitionRule()
    case .level: AcquisitionRule(time: 1, samples: 3)
    case .wideRange: AcquisitionRule(samples: 1)
    }
  }
}
