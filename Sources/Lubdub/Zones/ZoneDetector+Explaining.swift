extension ZoneDetector {
  /// Processes an estimate and reports every considered change with its outcome. Decides exactly like
  /// `update(_:isIndependent:at:)`.
  package mutating func update(
    _ estimate: DistanceEstimate, isIndependent: Bool = true, at present: Seconds? = nil,
    explaining visit: (ZoneConsideration) -> Void
  ) -> ZoneChange? {
    let before = self
    let change = update(estimate, isIndependent: isIndependent, at: present)
    if let change {
      visit(ZoneConsideration(change))
      leanings = []
    } else if estimate.isTrusted {
      explain(estimate, before, visit)
    } else {
      explainUntrusted(estimate, visit)
    }
    if estimate.isTrusted { isUntrustedRunReported = false }
    return change
  }

  /// Follows the evidence for the other side of every edge. Reports each edge whose evidence is gone, with its largest
  /// evidence, and each edge that lacks only samples.
  private mutating func explain(
    _ estimate: DistanceEstimate, _ before: ZoneDetector, _ visit: (ZoneConsideration) -> Void
  ) {
    guard zone != nil, before.zone == zone else {
      leanings = []
      return
    }
    if leanings.isEmpty { leanings = sides.map { _ in nil } }
    let test = test(for: estimate)
    for edge in sides.indices {
      guard let (strength, since) = strength(of: edge, estimate, test) else {
        if let leaning = leanings[edge] {
          var gone = leaning.most
          (gone.time, gone.waited) = (estimate.time, estimate.time - leaning.since)
          visit(gone)
        }
        leanings[edge] = nil
        continue
      }
      if strength > leanings[edge]?.strength ?? -.infinity {
        leanings[edge] = ZoneLeaning(
          since: since, strength: strength,
          most: consideration(.returned, edge, estimate, test))
      }
      if case .hysteresis(let margin) = test, let last = before.last,
        margin.lacksSamples(sides[edge], of: edge, at: estimate.time.value),
        !margin.lacksSamples(before.sides[edge], of: edge, at: last.time.value)
      {
        visit(consideration(.tooFewSamples, edge, estimate, test))
      }
    }
  }

  /// Returns the evidence for the other side of an edge, and the time at which it began; `nil` if there is no evidence.
  private func strength(
    of edge: Int, _ estimate: DistanceEstimate, _ test: RadioTest
  ) -> (Double, since: Seconds)? {
    let side = sides[edge]
    switch test {
    case .cusum: return side.since.map { (side.sum, Seconds($0)) }
    case .hysteresis:
      let gap = estimate.distance - zones.edges[edge]
      return side.since.map { (gap.value.magnitude, Seconds($0)) }
    case .probability(let test):
      // The near test decides about contact.
      guard estimate.nearness == nil || edge >= zones.contactEdges else { return nil }
      let share = test.share(ofOther: edge, isInside: side.isInside, estimate)
      return share > 0.5 ? (share, leanings[edge]?.since ?? estimate.time) : nil
    }
  }

  private func consideration(
    _ outcome: ZoneConsideration.Outcome, _ edge: Int, _ estimate: DistanceEstimate,
    _ test: RadioTest
  ) -> ZoneConsideration {
    let side = sides[edge]
    let waited = estimate.time.value - (side.since ?? estimate.time.value)
    return ZoneConsideration(
      time: estimate.time, from: zone, to: side.isInside ? edge + 1 : edge,
      evidence: ZoneEvidence(side, edge, estimate, test, waited: waited),
      distance: DistanceInterval(estimate), waited: Seconds(waited), outcome: outcome,
      peak: estimate.time)
  }

  /// Reports the first of several consecutive estimates that are in another zone but are not allowed to decide.
  private mutating func explainUntrusted(
    _ estimate: DistanceEstimate, _ visit: (ZoneConsideration) -> Void
  ) {
    guard estimate.isUsable else { return }
    let apparent = zones.zone(at: estimate.distance)
    guard !isUntrustedRunReported, apparent != zone else { return }
    isUntrustedRunReported = true
    visit(
      ZoneConsideration(
        time: estimate.time, from: zone, to: apparent, distance: DistanceInterval(estimate),
        outcome: .untrusted))
  }
}

extension ZoneEvidence {
  init(_ flip: EdgeFlip, _ estimate: DistanceEstimate, _ test: RadioTest, zone: Int) {
    self.init(
      share: flip.share, led: test.distance(flip.led), deviation: estimate.shortTermDeviation,
      reference: test.distance(flip.reference), estimate, test, zone: zone)
  }

  fileprivate init(
    _ side: EdgeSide, _ edge: Int, _ estimate: DistanceEstimate, _ test: RadioTest, waited: Double
  ) {
    let reading = Reading(estimate, isIndependent: true, usesLogarithm: test.usesLogarithm)
    self.init(
      share: test.share(of: side, edge, waited: waited, estimate),
      led: test.distance(test.led(reading, to: edge)), deviation: estimate.shortTermDeviation,
      reference: test.distance(test.reference(of: edge, isInside: side.isInside, estimate.spread)),
      estimate, test, zone: side.isInside ? edge + 1 : edge)
  }
}

extension RadioTest {
  fileprivate func led(_ reading: Reading, to edge: Int) -> Double {
    if case .cusum(let test) = self { test.edges[edge].led(reading) } else { reading.distance }
  }
}

/// The evidence for the other side of an edge, while changes of zone are explained.
struct ZoneLeaning: Sendable, Hashable {
  let since: Seconds
  /// The largest evidence, in the unit of the test.
  let strength: Double
  let most: ZoneConsideration
}
