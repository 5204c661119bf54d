internal import RealModule

/// The offset of one place from another on the ground, along the two axes of a local plane.
package struct PlaneOffset: Sendable, Hashable {
  package var east: Meters
  package var north: Meters

  package init(east: Meters, north: Meters) { (self.east, self.north) = (east, north) }

  /// The length of the offset, rounded once; infinite beyond 1e154 m.
  ///
  /// It does not use `hypot`, whose versions in C libraries differ in the last digit. Instead, it uses a square root and one
  /// step of Newton's method with the rounding errors of the squares, their sum, and the root (Borges, "An improved
  /// algorithm for hypot", 2019).
  package var distance: Meters {
    let larger = max(abs(east.value), abs(north.value))
    let smaller = min(abs(east.value), abs(north.value))
    let (first, second) = (larger * larger, smaller * smaller)
    let sum = first + second
    let root = sum.squareRoot()
    guard root > 0, root.isFinite else { return Meters(root) }
    let squares = (-first).addingProduct(larger, larger) + (-second).addingProduct(smaller, smaller)
    let taken = squares + (second - (sum - first)) - (-sum).addingProduct(root, root)
    return Meters(root + taken / (2 * root))
  }
}

/// A plane that touches the WGS-84 ellipsoid, with east and north in meters.
///
/// The scales apply to one latitude: with w = √(1 - e² sin² φ), one radian of latitude is a (1 - e²) / w³, and one radian of
/// longitude is a cos φ / w. For two places, the latitude is their mean. The distance is then within 1e-8 m of the geodesic
/// at 100 m, 1e-5 m at 1 km, and 1 cm at 10 km, for latitudes up to 70°.
package struct LocalPlane: Sendable, Hashable {
  /// The largest latitude. Nearer to a pole, the plane is too inaccurate.
  package static let largestLatitude: Degrees = 89
  /// The distance up to which the error of the plane is at most 1 cm.
  package static let reach: Meters = 10_000

  /// The place with east 0 and north 0.
  package let origin: Coordinate
  private let metersPerDegreeEast: Double
  private let metersPerDegreeNorth: Double

  /// Creates a plane; `nil` beyond 89° of latitude. Its scales use the origin's latitude unless another latitude is given.
  package init?(origin: Coordinate, scaledAt latitude: Degrees? = nil) {
    let middle = (latitude ?? origin.latitude).value
    guard abs(middle) <= Self.largestLatitude.value,
      abs(origin.latitude.value) <= Self.largestLatitude.value
    else { return nil }
    let angle = middle * .pi / 180
    let sine = Double.sin(angle)
    let w = (1 - Ellipsoid.eccentricitySquared * sine * sine).squareRoot()
    let degree = Ellipsoid.semiMajorAxis * .pi / 180
    self.origin = origin
    metersPerDegreeEast = degree * Double.cos(angle) / w
    metersPerDegreeNorth = degree * (1 - Ellipsoid.eccentricitySquared) / (w * w * w)
  }

  package func offset(to place: Coordinate) -> PlaneOffset {
    PlaneOffset(
      east: Meters(origin.degreesEast(to: place) * metersPerDegreeEast),
      north: Meters((place.latitude.value - origin.latitude.value) * metersPerDegreeNorth))
  }

  /// The offset from one place to another, with the scales for their mean latitude; `nil` beyond 89° of latitude.
  package static func offset(from first: Coordinate, to second: Coordinate) -> PlaneOffset? {
    guard abs(second.latitude.value) <= largestLatitude.value else { return nil }
    let middle = (first.latitude.value + second.latitude.value) / 2
    return LocalPlane(origin: first, scaledAt: Degrees(middle))?.offset(to: second)
  }
}
