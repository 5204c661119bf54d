internal import RealModule

/// The test by probability, for signal strength: an edge changes sides once the other side is more likely than a confidence c.
/// A false change then counts as c / (1 - c) times what staying wrong costs. There is no band, no dwell and no sum: the
/// posterior itself says how long a change must last (decision 4).
package struct ProbabilityTest: Sendable, Hashable {
  struct Edge: Sendable, Hashable {
    /// ln of the edge.
    let edge: Double
    /// How many times likelier links are beyond the edge than the posterior knows.
    let odds: Double
    let out, into: Bar

    init(_ edge: Double, odds: Double, confidence c: Double) {
      self.edge = edge
      self.odds = odds
      out = Bar(c / (c + (1 - c) * odds))
      into = Bar(c * odds / (1 - c + c * odds))
    }

    func beyond(_ modes: DistanceEstimate.Modes) -> Double { weighed(modes.beyond(edge)) }

    @inline(__always)
    func weighed(_ p: Double) -> Double { odds == 1 ? p : p * odds / (1 - p + p * odds) }
  }

  /// A probability, and the deviations of a normal distribution that have it.
  struct Bar: Sendable, Hashable {
    let probability, deviations: Double

    init(_ probability: Double) {
      self.probability = probability
      deviations = NormalDistribution.quantile(probability)
    }

    /// Whether the side at `sign` (1 beyond an edge, -1 inside it) is more likely. Both modes mostly agree, or it is clear by
    /// far, and no error function is needed.
    @inline(__always)
    func isPassed(_ posterior: Posterior, _ edge: Double, _ sign: Double) -> Bool {
      let away = sign * posterior.deviations(from: edge)
      if away.x <= deviations, away.y <= deviations { return false }
      if away.x > deviations, away.y > deviations { return true }
      let rough = posterior.roughly(away)
      if (rough - probability).magnitude > Posterior.roughness { return rough > probability }
      let p = posterior.modes.beyond(edge)
      return (sign > 0 ? p : 1 - p) > probability
    }
  }

  struct Posterior {
    let modes: DistanceEstimate.Modes
    private let means, scales: SIMD2<Double>

    @inline(__always) init(_ modes: DistanceEstimate.Modes) {
      self.modes = modes
      means = SIMD2(modes.rest.logDistance, modes.roams.logDistance)
      scales = 1 / SIMD2(modes.rest.deviation, modes.roams.deviation)
    }

    /// How many deviations each lies beyond an edge.
    @inline(__always)
    func deviations(from edge: Double) -> SIMD2<Double> { (means - edge) * scales }

    /// More than a rough probability is off, odds included.
    static let roughness = 1e-5

    /// The probability of what lies so many deviations away.
    @inline(__always) func roughly(_ away: SIMD2<Double>) -> Double {
      let p = NormalDistribution.roughCumulative(away)
      return (1 - modes.moved) * p.x + modes.moved * p.y
    }

    /// Whether both lie a deviation and more beyond an edge (`sign` 1) or inside it (-1).
    @inline(__always) func isClear(of edge: Double, _ sign: Double) -> Bool {
      let away = sign * deviations(from: edge)
      return away.x > 1 && away.y > 1
    }
  }

  /// Without ranges, and while they are silent.
  let alone, outage: [Edge]
  let aloneConfidence: Double
  private let isLeaning: Bool
  /// The logarithm of the odds that a lean of one is worth: three to one.
  private static let fullLean = 1.1
  private let outageConfidence: Double

  package init(
    _ edges: [Meters], alone: Double, outage: Double, lean: Double = 0,
    _ link: SignalStrengthFilter.Parameters
  ) {
    (aloneConfidence, outageConfidence) = (alone, outage)
    let places = edges.map { Double.log($0.value) }
    // Being beyond an edge is so many times likelier: all thresholds move together.
    let odds = Double.exp(-lean * Self.fullLean)
    self.alone = places.map {
      Edge($0, odds: odds * link.odds(ofBeingBeyond: $0), confidence: alone)
    }
    self.outage = places.map { Edge($0, odds: odds, confidence: outage) }
    isLeaning = lean != 0
  }

  func edges(for estimate: DistanceEstimate) -> [Edge] { estimate.isOutage ? outage : alone }

  func confidence(isOutage: Bool) -> Double { isOutage ? outageConfidence : aloneConfidence }

  func share(ofOther edge: Int, isInside: Bool, _ estimate: DistanceEstimate) -> Double {
    let beyond = edges(for: estimate)[edge].beyond(estimate.posterior)
    return isInside ? beyond : 1 - beyond
  }

  package func update(
    _ modes: DistanceEstimate.Modes, isOutage: Bool, at time: Double, _ sides: inout [EdgeSide],
    inwardFrom first: Int = 0
  ) -> EdgeFlip? {
    let posterior = Posterior(modes)
    let edges = isOutage ? outage : alone
    var flip: EdgeFlip?
    for index in sides.indices {
      let isInside = sides[index].isInside
      if !isInside, index < first { continue }
      let sign = isInside ? 1.0 : -1
      let edge = edges[index].edge
      guard (isInside ? edges[index].out : edges[index].into).isPassed(posterior, edge, sign) else {
        continue
      }
      let beyond = edges[index].beyond(modes)
      let share = (isInside ? beyond : 1 - beyond) / confidence(isOutage: isOutage)
      flip = EdgeFlip(
        edge: index, isInward: !isInside, share: share, led: modes.mean, reference: edge,
        since: time)
      sides.flip(index)
    }
    return flip
  }

  func isKnown(_ estimate: DistanceEstimate, zone: Int, was: Bool) -> Bool {
    let edges = edges(for: estimate)
    let posterior = Posterior(estimate.posterior)
    // A deviation from either edge is enough, by far.
    let isClear =
      (zone == 0 || posterior.isClear(of: edges[zone - 1].edge, 1))
      && (zone == edges.count || posterior.isClear(of: edges[zone].edge, -1))
    if isClear, !isLeaning { return true }
    // Alone, and in an outage: below the first it becomes unknown, from the second on known again.
    let (lost, found) = estimate.isOutage ? (0.4, 0.5) : (0.45, 0.55)
    let least = was ? lost : found
    let rough = probability(of: zone, edges) {
      $0.weighed(posterior.roughly(posterior.deviations(from: $0.edge)))
    }
    if (rough - least).magnitude > Posterior.roughness { return rough > least }
    return probability(of: zone, edges) { $0.beyond(posterior.modes) } >= least
  }

  /// The likeliest zone from one on, which has all that is nearer, and how likely it is.
  func likeliest(
    _ estimate: DistanceEstimate, from first: Int
  ) -> (zone: Int, probability: Double) {
    let (modes, edges) = (estimate.posterior, edges(for: estimate))
    var best = (zone: first, probability: 0.0)
    for zone in first...edges.count {
      let inner = zone > first ? edges[zone - 1].beyond(modes) : 1
      let probability = inner - (zone < edges.count ? edges[zone].beyond(modes) : 0)
      if probability > best.probability { best = (zone, probability) }
    }
    return best
  }

  func probability(of zone: Int, _ estimate: DistanceEstimate) -> Double {
    let modes = estimate.posterior
    return probability(of: zone, edges(for: estimate)) { $0.beyond(modes) }
  }

  @inline(__always)
  private func probability(of zone: Int, _ edges: [Edge], _ beyond: (Edge) -> Double) -> Double {
    let inner = zone > 0 ? beyond(edges[zone - 1]) : 1
    let outer = zone < edges.count ? beyond(edges[zone]) : 0
    return max(inner - outer, 0)
  }
}

extension DistanceEstimate {
  /// Whether signal strength stands in for silent ranges.
  var isOutage: Bool { status == .fallback }

  /// The posterior in ln(distance); of an estimate without hypotheses, one normal distribution.
  var posterior: Modes {
    if let modes { return modes }
    let x = Double.log(max(distance.value, 1e-3))
    let deviation =
      shape == .logNormal ? shortTermDeviation : shortTermDeviation / max(distance.value, 1e-3)
    let mode = Mode(logDistance: x, deviation: max(deviation, 1e-3))
    return Modes(moved: 0, rest: mode, roams: mode)
  }
}

extension DistanceEstimate.Modes {
  var mean: Double { (1 - moved) * rest.logDistance + moved * roams.logDistance }

  func beyond(_ edge: Double) -> Double {
    let still = NormalDistribution.cumulative((rest.logDistance - edge) / rest.deviation)
    guard rest != roams else { return still }
    return (1 - moved) * still
      + moved * NormalDistribution.cumulative((roams.logDistance - edge) / roams.deviation)
  }
}

extension SignalStrengthFilter.Parameters {
  /// The normal distribution of ln(distance) is worth so many places, and its odds are changed by no more than this.
  private static let normalPlaces = 3.0
  private static let mostOdds = 4.0

  /// How many times likelier (odds) such links are beyond ln(distance), over time, than the normal distribution says
  /// that the filter goes by.
  func odds(ofBeingBeyond edge: Double) -> Double {
    guard !distances.isEmpty, trust != .unknown else { return 1 }
    let usual = Double.log(usualDistance.value)
    let normal = NormalDistribution.cumulative((usual - edge) / usualSpread)
    let seen = Double(distances.count { Double.log($0.value) >= edge }) / Double(distances.count)
    let mass = (places * seen + Self.normalPlaces * normal) / (places + Self.normalPlaces)
    func odds(_ p: Double) -> Double {
      let p = min(max(p, 1e-6), 1 - 1e-6)
      return p / (1 - p)
    }
    return min(max(odds(mass) / odds(normal), 1 / Self.mostOdds), Self.mostOdds)
  }
}
