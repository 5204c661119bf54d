/// A straight line between two places of a plane.
struct Segment {
  let ax, ay, bx, by: Double

  init(_ a: PlaneOffset, _ b: PlaneOffset) {
    (ax, ay, bx, by) = (a.east.value, a.north.value, b.east.value, b.north.value)
  }

  fileprivate var distanceFromOrigin: Meters {
    let (dx, dy) = (bx - ax, by - ay)
    let length = dx * dx + dy * dy
    let share = length > 0 ? min(1, max(0, -(ax * dx + ay * dy) / length)) : 0
    return PlaneOffset(east: Meters(ax + share * dx), north: Meters(ay + share * dy)).distance
  }

  /// The crossing of a walk with a wire: the share of the walk at the crossing, in 0..<1, and the side after it. Shares are
  /// half-open, so that a corner of a chain counts once.
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

extension [Segment] {
  /// The distance from the nearest segment to the origin.
  var distanceFromOrigin: Meters { map(\.distanceFromOrigin).min() ?? Meters(.infinity) }
}
