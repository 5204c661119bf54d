/// A region on the ground.
package struct Fence: Sendable, Hashable {
  package enum Shape: Sendable, Hashable {
    /// All places up to a distance from one.
    case circle(center: Coordinate, radius: Meters)
    /// The outer ring first; a ring needs three places, and need not repeat the first one.
    case polygon(rings: [[Coordinate]])
  }

  package var id: String
  package var shape: Shape

  package init(id: String, shape: Shape) { (self.id, self.shape) = (id, shape) }

  /// How sure it is that a measured place is within.
  package struct Containment: Sendable, Hashable {
    /// The probability that the true place is inside.
    package var probability: Double
    /// The same as if the edge were straight. It is greater for a fix that is wide compared with the
    /// fence: such a fix is unlikely to be in any small place, but does not say that one has left it.
    package var straightProbability: Double
  }

  /// How sure it is that a measured place is inside, whose deviation along one axis is 0 where it is known: exact for
  /// circles; for polygons that of the straight line along the nearest edge. `nil` when the place is too far away or
  /// too near a pole to say.
  package func containment(of place: Coordinate, deviation: Meters) -> Containment? {
    switch shape {
    case .circle(let center, let radius):
      // A degree of latitude is 110.5 km or more; 9 deviations beyond the edge nothing is left.
      let apart = abs(place.latitude.value - center.latitude.value) * 110_500
      guard apart <= radius.value + 9 * deviation.value else {
        return Containment(probability: 0, straightProbability: 0)
      }
      guard let distance = place.distance(to: center) else { return nil }
      return Containment(
        probability: PlanarUncertainty.probability(
          within: radius, at: distance, deviation: deviation),
        straightProbability: Self.straight(radius - distance, deviation))
    case .polygon(let rings):
      guard let inward = Self.distanceInward(of: place, rings) else { return nil }
      let probability = Self.straight(inward, deviation)
      return Containment(probability: probability, straightProbability: probability)
    }
  }

  private static func straight(_ inward: Meters, _ deviation: Meters) -> Double {
    guard deviation.value > 0 else { return inward.value >= 0 ? 1 : 0 }
    return NormalDistribution.cumulative(inward.value / deviation.value)
  }

  /// The distance to the nearest edge, positive inside by the rule of even and odd crossings.
  private static func distanceInward(of place: Coordinate, _ rings: [[Coordinate]]) -> Meters? {
    guard let plane = LocalPlane(origin: place) else { return nil }
    var nearest = Double.infinity
    var isInside = false
    for ring in rings {
      let corners = ring.map { plane.offset(to: $0) }
      for (index, corner) in corners.enumerated() {
        let (a, b) = (corner, corners[(index + 1) % corners.count])
        nearest = min(nearest, Segment(a, b).distanceFromOrigin)
        guard (a.north.value > 0) != (b.north.value > 0) else { continue }
        let share = a.north.value / (a.north.value - b.north.value)
        if a.east.value + share * (b.east.value - a.east.value) > 0 { isInside.toggle() }
      }
    }
    return Meters(isInside ? nearest : -nearest)
  }
}

struct Segment {
  let ax, ay, bx, by: Double

  init(_ a: PlaneOffset, _ b: PlaneOffset) {
    (ax, ay, bx, by) = (a.east.value, a.north.value, b.east.value, b.north.value)
  }

  var distanceFromOrigin: Double {
    let (dx, dy) = (bx - ax, by - ay)
    let length = dx * dx + dy * dy
    let share = length > 0 ? min(1, max(0, -(ax * dx + ay * dy) / length)) : 0
    return PlaneOffset(east: Meters(ax + share * dx), north: Meters(ay + share * dy)).distance.value
  }

  /// Where a walk crosses a wire: the shares of both lines, in 0..<1, and the side to which it goes.
  /// Half-open, so that a corner of a chain counts once.
  func crossing(of wire: Segment) -> (share: Double, isToRight: Bool)? {
    let (px, py) = (bx - ax, by - ay)
    let (wx, wy) = (wire.bx - wire.ax, wire.by - wire.ay)
    let denominator = px * wy - py * wx
    guard denominator != 0 else { return nil }
    let (qx, qy) = (wire.ax - ax, wire.ay - ay)
    let t = (qx * wy - qy * wx) / denominator
    let u = (qx * py - qy * px) / denominator
    guard t >= 0, t < 1, u >= 0, u < 1 else { return nil }
    return (t, denominator > 0)
  }
}
