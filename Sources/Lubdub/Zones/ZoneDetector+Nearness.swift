extension Zones {
  /// The farthest edge of contact. Up to this distance, signal strength gives no distance, and only the near test crosses
  /// edges inward.
  static let contactReach = Meters(0.1)

  var contactEdges: Int { edges.count { $0 <= Self.contactReach } }
}

extension ZoneDetector {
  /// Sets the sides of the edges that the near test decides: in contact, the device is inside all edges; in touch, it is
  /// outside the edges up to 0.1 m and inside all other edges. Once the near test no longer holds, the device is outside the
  /// edges up to 0.1 m. If the near test has never held, ranges may have led to contact, and the zone of the ranges stays
  /// until the distance leaves it: the level of most devices does not show contact.
  mutating func force(_ nearness: Nearness, _ estimate: DistanceEstimate) -> EdgeFlip? {
    let wasNear = self.nearness.isNear
    self.nearness = nearness
    guard nearness.isNear || wasNear else { return nil }
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

  private func nearFlip(of edge: Int, isInward: Bool, _ estimate: DistanceEstimate) -> EdgeFlip {
    let test = test(for: estimate)
    let reading = Reading(estimate, isIndependent: true, usesLogarithm: test.usesLogarithm)
    return EdgeFlip(
      edge: edge, isInward: isInward, share: 1, led: reading.distance,
      reference: test.edge(edge), since: reading.time)
  }
}
