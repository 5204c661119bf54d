/// A place on the WGS-84 ellipsoid.
package struct Coordinate: Sendable, Hashable {
  /// The geodetic latitude, -90° to 90°, positive to the north.
  package let latitude: Degrees
  /// The longitude, -180° to 180°, positive to the east.
  package let longitude: Degrees

  /// Creates a place; `nil` outside the limits. A longitude from 180° to 360° counts eastward from Greenwich.
  package init?(latitude: Degrees, longitude: Degrees) {
    guard abs(latitude.value) <= 90, longitude.value >= -180, longitude.value <= 360 else {
      return nil
    }
    self.latitude = latitude
    self.longitude = longitude.value > 180 ? longitude - 360 : longitude
  }

  /// Creates a place from a longitude that is at most one turn outside ±180°.
  init?(_ latitude: Double, around longitude: Double) {
    let turns = longitude > 180 ? -360.0 : longitude < -180 ? 360 : 0
    self.init(latitude: Degrees(latitude), longitude: Degrees(longitude + turns))
  }

  /// The difference between two longitudes, positive eastward, wrapped to -180°...180°.
  func degreesEast(to other: Coordinate) -> Double {
    let difference = other.longitude.value - longitude.value
    if difference > 180 { return difference - 360 }
    return difference < -180 ? difference + 360 : difference
  }
}

/// The WGS-84 ellipsoid (NIMA TR8350.2, table 3.1).
enum Ellipsoid {
  /// The semi-major axis, in m.
  static let semiMajorAxis = 6_378_137.0
  static let eccentricitySquared = 0.006_694_379_990_14
  static let flattening = 1 / 298.257_223_563
}
