internal import RealModule

/// The test by probability, for signal strength: an edge changes sides once the probability of the other side exceeds a
/// confidence c. A false change then counts as c / (1 - c) times the cost of staying wrong. The test needs no band, dwell, or
/// sum: the posterior itself determines how long a change must last (decision 4).
package struct ProbabilityTest: Sendable, Hashable {
  struct Edge: Sendable, Hashable {
    /// The logarithm of the edge, ln(distance).
    let edge: Double
    /// The factor by which the odds of links beyond the edge exceed the odds of the posterior.
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

  /// A probability, and the number of deviations at which a normal distribution has it.
  struct Bar: Sendable, Hashable {
    let probability, deviations: Double

    init(_ probability: Double) {
      self.probability = probability
      deviations = NormalDistribution.quantile(probability)
    }

    /// Returns whether the side at `sign` (1 beyond an edge, -1 inside it) is more likely than the bar. Usually, both modes
    /// agree, or one side is far more likely, and no error function is needed.
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

    /// Returns the distances of both modes beyond an edge, in deviations.
    @inline(__always)
    func deviations(from edge: Double) -> SIMD2<Double> { (means - edge) * scales }

    /// An upper bound of the error of a rough probability, odds included.
    static let roughness = 1e-5

    /// Returns the approximate probability of a side, given the deviations of both modes beyond its edge.
    @inline(__always) func roughly(_ away: SIMD2<Double>) -> Double {
      let p = NormalDistribution.roughCumulative(away)
      return (1 - modes.moved) * p.x + modes.moved * p.y
    }

    /// Returns whether both modes are more than a deviation beyond an edge (`sign` 1) or inside it (-1).
    @inline(__always) func isClear(of edge: Double, _ sign: Double) -> Bool {
      let away = sign * deviations(from: edge)
      return away.x > 1 && away.y > 1
    }
  }

  /// The edges without ranges, and in an outage of ranges.
  let alone, outage: [Edge]
  let aloneConfidence: Double
  private let isLeaning: Bool
  /// The logarithm of the odds of a lean of one: three to one.
  private static let fullLean = 1.1
  private let outageConfidence: Double

  package init(
    _ edges: [Meters], alone: Double, outage: Double, lean: Double = 0,
    _ link: SignalStrengthFilter.Parameters
  ) {
    (aloneConfidence, outageConfidence) = (alone, outage)
    let places = edges.map { Double.log($0.value) }
    // The lean multiplies the odds of being beyond an edge, so all thresholds move together.
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
    // A distance of one deviation from either edge is more than enough.
    let isClear =
      (zone == 0 || posterior.isClear(of: edges[zone - 1].edge, 1))
      && (zone == edges.count || posterior.isClear(of: edges[zone].edge, -1))
    if isClear, !isLeaning { return true }
    // The zone becomes unknown below the first probability, and known again from the second on.
    let (lost, found) = estimate.isOutage ? (0.4, 0.5) : (0.45, 0.55)
    let least = was ? lost : found
    let rough = probability(of: zone, edges) {
      $0.weighed(posterior.roughly(posterior.deviations(from: $0.edge)))
    }
    if (rough - least).magnitude > Posterior.roughness { return rough > least }
    return probability(of: zone, edges) { $0.beyond(posterior.modes) } >= least
  }

  /// Returns the most likely zone from `first` on, with its probability; `first` includes all nearer zones.
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
  /// Whether signal strength replaces missing ranges.
  var isOutage: Bool { status == .fallback }

  /// The posterior in ln(distance); for an estimate without hypotheses, one normal distribution.
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
  /// The weight of the normal distribution of ln(distance), in places, and the largest factor by which places change its odds.
  private static let normalPlaces = 3.0
  private static let mostOdds = 4.0

  /// Returns the factor by which the odds of such links beyond ln(distance), over time, exceed the odds of the filter's
  /// normal distribution.
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
