public import Quantities

/// Decides in which zone a device is, and when silence means that nobody knows.
///
/// Every edge has a side that counts, inside or outside. It changes when the evidence of the readings
/// has met the edge's rule; the zone is the number of edges outside. Laws:
/// - Readings move the zone at most once per dwell. Silence and link events end it at once.
/// - From any state, a constant input inside a zone reaches that zone: within the dwell when it is
///   clear of the edges, else within `settle`, for each change that is needed.
/// - A posterior that is not trusted decides nothing and does not break silence; one that is not a
///   number or goes back in time changes nothing.
/// - A value is its whole state, and shifting all times shifts the changes and nothing else.
///
/// Time that passes without readings is told by `advance(to:)`. Ask it before every `update`, until it
/// gives `nil`.
public struct ZoneDetector: Sendable, Hashable {
  /// The zone now, counted from the nearest; `nil` for none.
  public private(set) var zone: Int?
  /// The zones that are told apart.
  public let zones: Zones

  private let range: EdgeRules
  private let signalStrength: EdgeRules
  private var sides: [EdgeSide]
  /// Since when the sides have been the same while there is no zone yet.
  private var acquisition = Clock()
  /// When a reading last moved the zone.
  private var lastMove = -Double.infinity
  private var last: DistancePosterior?
  private var now = -Double.infinity
  private var silence = Silence.present
  private var isUntrustedRunReported = false

  /// A detector that knows nothing yet.
  ///
  /// - Throws: `ParameterError` as `Parameters.validate()` does.
  public init(_ parameters: Parameters) throws(ParameterError) {
    try parameters.validate()
    zones = parameters.zones
    range = EdgeRules(parameters.range, zones: parameters.zones)
    signalStrength = EdgeRules(parameters.signalStrength, zones: parameters.zones)
    sides = parameters.zones.edges.map { _ in EdgeSide(isInside: false) }
  }

  /// Takes one posterior.
  ///
  /// - Returns: The move that it decides, if any.
  public mutating func update(_ posterior: DistancePosterior) -> ZoneChange? {
    step(posterior, explain: nil)
  }

  /// Takes one posterior and reports every change that was considered, taken or not. Decides exactly
  /// as `update(_:)` does.
  ///
  /// - Returns: The move that it decides, if any.
  public mutating func update(
    _ posterior: DistancePosterior, explaining visit: (ZoneConsideration) -> Void
  ) -> ZoneChange? {
    withoutActuallyEscaping(visit) { step(posterior, explain: $0) }
  }

  /// When silence may next change what is known; `nil` when it will not.
  public var nextDeadline: Seconds? {
    last.flatMap { silence.next(after: $0.time, silenceTimes(for: $0.source))?.time }
  }

  /// Lets time pass without readings.
  ///
  /// - Returns: The earliest change due at or before `time`, dated when it was due. Ask again until
  ///   it gives `nil`. Silence is told only about a zone that there was.
  public mutating func advance(to time: Seconds) -> ZoneChange? {
    while let last, let due = silence.next(after: last.time, silenceTimes(for: last.source)),
      due.time <= time
    {
      let from = zone
      let isTold = from != nil || due.state == .lost
      silence = due.state
      now = max(now, due.time.value)
      if silence != .coasting { forgetZone() }
      if silence == .stale, !isTold { silence = .lost }
      guard isTold else { continue }
      return ZoneChange(
        time: due.time, from: from, to: zone, reason: due.reason,
        distance: DistanceInterval(last), waited: due.time - last.time)
    }
    return nil
  }

  /// Ends the zone because of what happened to the link. Later readings start anew.
  ///
  /// - Returns: The change, or `nil` when there was no zone.
  public mutating func drop(at time: Seconds, reason: LinkLoss) -> ZoneChange? {
    let from = zone
    now = max(now, time.value)
    forgetZone()
    let distance = last.map { DistanceInterval($0) }
    last = nil
    silence = .present
    guard let from else { return nil }
    return ZoneChange(
      time: time, from: from, to: nil, reason: reason.reason, distance: distance)
  }

  /// When the next edge will be crossed if the last trusted velocity holds.
  ///
  /// - Returns: The time from `time` on, zero or positive; `nil` without a velocity or an edge ahead.
  public func timeToEdge(at time: Seconds) -> Seconds? {
    guard zone != nil, let last, let velocity = last.velocity, last.time <= time else { return nil }
    let ahead = zones.timeToEdge(from: last.median, velocity: velocity)
    return ahead.map { max(.zero, $0 - (time - last.time)) }
  }
}

// MARK: - One reading

extension ZoneDetector {
  private mutating func step(
    _ posterior: DistancePosterior, explain: ((ZoneConsideration) -> Void)?
  ) -> ZoneChange? {
    guard posterior.isUsable, posterior.time.value >= now else { return nil }
    while advance(to: posterior.time) != nil {}
    now = posterior.time.value
    guard posterior.isTrusted else {
      if let explain { reportUntrusted(posterior, explain) }
      return nil
    }
    isUntrustedRunReported = false
    last = posterior
    silence = .present
    let change = zone == nil ? acquire(posterior) : track(posterior, explain)
    if let change { explain?(ZoneConsideration(change)) }
    return change
  }

  private func rules(for source: DistancePosterior.Source) -> EdgeRules {
    source == .range ? range : signalStrength
  }

  /// Without the rules' arrays, because it is asked for at every reading.
  private func silenceTimes(for source: DistancePosterior.Source) -> SilenceTimes {
    source == .range ? range.silence : signalStrength.silence
  }

  private mutating func forgetZone() {
    zone = nil
    acquisition = Clock()
  }

  private var edgesOutside: Int {
    sides.count { !$0.isInside }
  }

  /// Looks for the first zone: that of the median, once it has held, give or take the rule's
  /// uncertainty, for the dwell.
  private mutating func acquire(_ posterior: DistancePosterior) -> ZoneChange? {
    let rules = rules(for: posterior.source)
    let isFirst = !acquisition.isRunning
    for index in sides.indices {
      let view = EdgeView(posterior, from: rules[index])
      let inward = !sides[index].isInside
      if isFirst {
        sides[index] = EdgeSide(isInside: posterior.median < zones.edges[index])
      } else if view.isBeyond(inward: inward), view.isCertain(inward: inward) {
        sides[index] = EdgeSide(isInside: inward)
        acquisition = Clock()
      }
    }
    let time = posterior.time.value
    acquisition.count(at: time, isIndependent: posterior.isIndependent)
    guard acquisition.has(lasted: rules.longestDwell, samples: rules.mostSamples, at: time) else {
      return nil
    }
    let found = edgesOutside
    zone = found
    lastMove = time
    return ZoneChange(
      time: posterior.time, from: nil, to: found, reason: .acquired,
      probability: probability(of: posterior, in: found), distance: DistanceInterval(posterior),
      waited: Seconds(time - acquisition.start))
  }

  private func probability(of posterior: DistancePosterior, in zone: Int) -> Double {
    let below = zone < zones.edges.count ? posterior.probabilityInside(zones.edges[zone]) : 1
    let above = zone > 0 ? posterior.probabilityInside(zones.edges[zone - 1]) : 0
    return below - above
  }

  /// Follows the sides of every edge.
  private mutating func track(
    _ posterior: DistancePosterior, _ explain: ((ZoneConsideration) -> Void)?
  ) -> ZoneChange? {
    let rules = rules(for: posterior.source)
    let time = posterior.time.value
    let from = zone
    var decided: Decision?
    for index in sides.indices {
      let view = EdgeView(posterior, from: rules[index])
      guard view.isBeyond(inward: !sides[index].isInside) else {
        if sides[index].crossed.isRunning {
          if let explain { report(.returned, edge: index, posterior, explain) }
          sides[index].forget()
        }
        continue
      }
      sides[index].take(view, at: time, isIndependent: posterior.isIndependent)
      guard let (reason, waited) = sides[index].verdict(rules[index], at: time) else {
        if let explain, sides[index].lacksSamples(rules[index], at: time) {
          holdBack(.tooFewSamples, edge: index, posterior, explain)
        }
        continue
      }
      guard time - lastMove >= rules[index].dwell - Clock.tolerance else {
        if let explain { holdBack(.tooSoon, edge: index, posterior, explain) }
        continue
      }
      let inward = !sides[index].isInside
      if decided == nil || !inward {
        decided = Decision(
          reason: reason, waited: waited, edge: index, inward: inward,
          evidence: sides[index].evidence)
      }
      sides[index] = EdgeSide(isInside: inward)
    }
    guard let decided, edgesOutside != from else { return nil }
    zone = edgesOutside
    lastMove = time
    return ZoneChange(
      time: posterior.time, from: from, to: zone, reason: decided.reason,
      probability: NormalDistribution.cumulative(decided.evidence),
      distance: DistanceInterval(posterior), waited: Seconds(decided.waited))
  }

  /// What the edge nearest to the new zone decided.
  private struct Decision {
    let reason: ZoneChange.Reason
    let waited: Double
    let edge: Int
    let inward: Bool
    let evidence: Double
  }
}

// MARK: - Explaining

extension ZoneDetector {
  /// Tells what became of a change of sides that was not taken.
  private func report(
    _ outcome: ZoneConsideration.Outcome, edge: Int, _ posterior: DistancePosterior,
    _ explain: (ZoneConsideration) -> Void
  ) {
    let side = sides[edge]
    explain(
      ZoneConsideration(
        time: posterior.time, from: zone, to: side.isInside ? edge + 1 : edge,
        probability: NormalDistribution.cumulative(side.evidence),
        distance: DistanceInterval(posterior),
        waited: posterior.time - Seconds(side.crossed.start), outcome: outcome))
  }

  /// Tells once for each crossing what it waits for, beside its rule.
  private mutating func holdBack(
    _ outcome: ZoneConsideration.Outcome, edge: Int, _ posterior: DistancePosterior,
    _ explain: (ZoneConsideration) -> Void
  ) {
    guard !sides[edge].isHeldBack else { return }
    sides[edge].isHeldBack = true
    report(outcome, edge: edge, posterior, explain)
  }

  /// Tells of the first in a row of posteriors that lie in another zone and may not decide.
  private mutating func reportUntrusted(
    _ posterior: DistancePosterior, _ explain: (ZoneConsideration) -> Void
  ) {
    let apparent = zones.zone(at: posterior.median)
    guard !isUntrustedRunReported, apparent != zone else { return }
    isUntrustedRunReported = true
    explain(
      ZoneConsideration(
        time: posterior.time, from: zone, to: apparent,
        probability: probability(of: posterior, in: apparent),
        distance: DistanceInterval(posterior), waited: .zero, outcome: .untrusted))
  }
}
