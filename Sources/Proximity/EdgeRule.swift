internal import Quantities

/// A zone rule made ready for one edge: limits as multiples of the deviation and as metres.
///
/// Probability limits become distances, so that no reading needs an error function:
/// P(inside) ≥ p is x ≤ edge − z(p)·deviation, with the normal quantile z.
struct EdgeRule: Sendable, Hashable {
  /// Where the edge is, in metres and as a natural logarithm.
  let edge, logEdge: Double
  /// Inside counts below: edge − enterMargin − enterDeviations · deviation.
  let enterMargin, enterDeviations: Double
  /// Outside counts from: edge + leaveMargin + leaveDeviations · deviation.
  let leaveMargin, leaveDeviations: Double
  let lead, deadband: Double
  /// Whether a log-normal posterior is judged in the logarithm.
  let usesLogarithm: Bool
  let dwell, reach, settle: Double
  let minimumSamples: Int

  init(_ rule: ZoneRule, edge: Meters) {
    self.edge = edge.value
    logEdge = log(edge.value)
    dwell = rule.dwell.value
    minimumSamples = rule.minimumSamples
    switch rule {
    case .posterior(let rule):
      (enterMargin, leaveMargin) = (0, 0)
      enterDeviations = NormalDistribution.quantile(rule.enter)
      leaveDeviations = -NormalDistribution.quantile(rule.leave)
      (lead, deadband) = (rule.lead.value, rule.deadband.value)
      usesLogarithm = true
      reach = rule.reach?.value ?? .infinity
      settle = rule.settle?.value ?? .infinity
    case .hysteresis(let rule):
      let margin =
        switch rule.margin {
        case .meters(let meters): meters.value
        case .percent(let percent): percent / 100 * edge.value
        }
      (enterMargin, leaveMargin) = (margin, margin)
      (enterDeviations, leaveDeviations) = (0, 0)
      (lead, deadband) = (0, 0)
      usesLogarithm = false
      reach = .infinity
      settle = rule.settle?.value ?? .infinity
    }
  }
}

/// Where one reading lies, seen from one edge.
struct EdgeView {
  /// From the edge to the led median, outward positive: in metres or in ln(distance).
  let gap: Double
  /// How far outside of the edge the reading must be to count as outside for certain; and inside.
  let leaveLimit, enterLimit: Double
  /// Whether the led median is at or below half the edge.
  let isDeep: Bool
  /// The short-term deviation, in the unit of the gap.
  let deviation: Double

  /// The view of a posterior, its median carried ahead as the rule says.
  init(_ posterior: DistancePosterior, from rule: EdgeRule) {
    var distance = posterior.median.value
    if rule.lead > 0, let velocity = posterior.velocity?.value {
      let excess = max(0, velocity.magnitude - rule.deadband)
      let ahead = rule.lead * (velocity < 0 ? -excess : excess)
      distance = max(0, distance + ahead)
    }
    deviation = posterior.deviation
    if rule.usesLogarithm, case .logNormal = posterior.shape {
      gap = log(distance) - rule.logEdge
    } else {
      gap = distance - rule.edge
    }
    isDeep = distance <= 0.5 * rule.edge
    enterLimit = rule.enterMargin + rule.enterDeviations * deviation
    leaveLimit = rule.leaveMargin + rule.leaveDeviations * deviation
  }

  /// Whether the distance itself is on this side; the edge belongs to the outside.
  func isBeyond(inward: Bool) -> Bool { inward ? gap < 0 : gap >= 0 }

  /// Whether it is there with the certainty that the rule asks for.
  func isCertain(inward: Bool) -> Bool {
    inward ? gap < -enterLimit : gap >= leaveLimit
  }

  /// How many deviations the distance is beyond the edge in this direction.
  func evidence(inward: Bool) -> Double {
    let beyond = inward ? -gap : gap
    return beyond == 0 ? 0 : beyond / deviation
  }
}

/// The rules of one source, made ready: one for each edge.
struct EdgeRules: Sendable, Hashable {
  private let rules: [EdgeRule]
  let silence: SilenceTimes
  /// What the first zone, which concerns all edges, asks for.
  let longestDwell: Double
  let mostSamples: Int

  init(_ source: SourceRules, zones: Zones) {
    rules = zones.edges.indices.map { index in
      EdgeRule(source.edges[source.edges.count == 1 ? 0 : index], edge: zones.edges[index])
    }
    silence = source.silence
    longestDwell = source.edges.map(\.dwell.value).max() ?? 0
    mostSamples = source.edges.map(\.minimumSamples).max() ?? 1
  }

  subscript(edge: Int) -> EdgeRule { rules[edge] }
}
