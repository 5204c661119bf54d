extension ZoneDetector {
  /// Takes one estimate and reports every change that was considered, taken or not. Decides exactly
  /// as `update(_:isIndependent:at:)` does.
  package mutating func update(
    _ estimate: DistanceEstimate, isIndependent: Bool = true, at present: Seconds? = nil,
    explaining visit: (ZoneConsideration) -> Void
  ) -> ZoneChange? {
    let before = self
    let change = update(estimate, isIndependent: isIndependent, at: present)
    if let change {
      visit(ZoneConsideration(change))
    } else if estimate.isTrusted {
      explain(estimate, before, visit)
    } else {
      explainUntrusted(estimate, visit)
    }
    if estimate.isTrusted { isUntrustedRunReported = false }
    return change
  }

  /// Reports every edge whose evidence has gone, or that lacks nothing but samples.
  private func explain(
    _ estimate: DistanceEstimate, _ before: ZoneDetector, _ visit: (ZoneConsideration) -> Void
  ) {
    guard zone != nil, before.zone == zone else { return }
    let test = test(for: estimate)
    for edge in sides.indices {
      let (old, new) = (before.sides[edge], sides[edge])
      if old.since != nil, new.since == nil {
        visit(consideration(.returned, edge, old, estimate, test))
      } else if case .hysteresis(let margin) = test, let last = before.last,
        margin.lacksSamples(new, of: edge, at: estimate.time.value),
        !margin.lacksSamples(old, of: edge, at: last.time.value)
      {
        visit(consideration(.tooFewSamples, edge, new, estimate, test))
      }
    }
  }

  private func consideration(
    _ outcome: ZoneConsideration.Outcome, _ edge: Int, _ side: EdgeSide,
    _ estimate: DistanceEstimate,
    _ test: RadioTest
  ) -> ZoneConsideration {
    let waited = estimate.time.value - (side.since ?? estimate.time.value)
    return ZoneConsideration(
      time: estimate.time, from: zone, to: side.isInside ? edge + 1 : edge,
      evidence: ZoneEvidence(side, edge, estimate, test, waited: waited),
      distance: DistanceInterval(estimate), waited: Seconds(waited), outcome: outcome)
  }

  /// Reports the first in a row of estimates that lie in another zone and may not decide.
  private mutating func explainUntrusted(
    _ estimate: DistanceEstimate, _ visit: (ZoneConsideration) -> Void
  ) {
    guard estimate.isUsable else { return }
    let apparent = zones.zone(at: estimate.distance)
    guard !isUntrustedRunReported, apparent != zone else { return }
    isUntrustedRunReported = true
    visit(
      ZoneConsideration(
        time: estimate.time, from: zone, to: apparent, evidence: nil,
        distance: DistanceInterval(estimate), waited: .zero, outcome: .untrusted))
  }
}

extension ZoneEvidence {
  /// What stood behind a change of sides.
  init(_ flip: EdgeFlip, _ estimate: DistanceEstimate, _ test: RadioTest, zone: Int) {
    self.init(
      share: flip.share, led: test.distance(flip.led), deviation: estimate.shortTermDeviation,
      reference: test.distance(flip.reference), estimate, test, zone: zone)
  }

  /// What spoke for the other side of an edge, and did not suffice.
  fileprivate init(
    _ side: EdgeSide, _ edge: Int, _ estimate: DistanceEstimate, _ test: RadioTest, waited: Double
  ) {
    let reading = Reading(estimate, isIndependent: true, usesLogarithm: test.usesLogarithm)
    self.init(
      share: test.share(side.peak, of: edge, waited: waited, estimate.spread),
      led: test.distance(test.led(reading, to: edge)), deviation: estimate.shortTermDeviation,
      reference: test.distance(test.reference(of: edge, isInside: side.isInside, estimate.spread)),
      estimate, test,
      zone: side.isInside ? edge + 1 : edge)
  }
}

extension RadioTest {
  /// The distance that counts at an edge, in the unit of the test.
  fileprivate func led(_ reading: Reading, to edge: Int) -> Double {
    if case .cusum(let test) = self { test.edges[edge].led(reading) } else { reading.distance }
  }
}
