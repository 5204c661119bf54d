internal import Observations
internal import Quantities

extension Zones {
  /// Edges up to here are decided by contact alone: signal strength has none of its own there.
  private static let contactReach = Meters(0.1)

  /// How many edges contact alone decides.
  fileprivate var contactEdges: Int { edges.count { $0 <= Self.contactReach } }

  /// The edges that the distance decides, as long as the near test says this.
  func edgesByDistance(beside nearness: Nearness) -> Range<Int> {
    nearness.isNear ? edges.count..<edges.count : contactEdges..<edges.count
  }
}

extension ZoneDetector {
  /// Puts the edges that the near test decides on their sides: in contact all are inside, in touch those
  /// beyond 0.1 m, and apart the others are outside.
  ///
  /// - Returns: The change of sides nearest to the new zone, if any.
  mutating func force(_ nearness: Nearness, _ estimate: DistanceEstimate) -> EdgeFlip? {
    let outside = nearness == .contact ? 0 : zones.contactEdges
    var flip: EdgeFlip?
    if nearness.isNear, outside < sides.count {
      let changed = !sides[outside].isInside
      for edge in outside..<sides.count { sides[edge] = EdgeSide(isInside: true) }
      if changed { flip = nearFlip(of: outside, isInward: true, estimate) }
    }
    if outside > 0, sides[outside - 1].isInside {
      for edge in 0..<outside { sides[edge] = EdgeSide(isInside: false) }
      flip = nearFlip(of: outside - 1, isInward: false, estimate)
    }
    return flip
  }

  private func nearFlip(
    of edge: Int, isInward: Bool, _ estimate: DistanceEstimate
  ) -> EdgeFlip {
    let test = test(for: estimate)
    let reading = Reading(estimate, isIndependent: true, usesLogarithm: test.usesLogarithm)
    return EdgeFlip(
      edge: edge, isInward: isInward, share: 1, led: reading.distance,
      reference: test.edge(edge), since: reading.time)
  }
}

extension AcquisitionRule {
  /// What asks for nothing more.
  static let met = AcquisitionRule(time: 0, samples: 0)
}
