/// A place on the WGS-84 ellipsoid.
package struct Coordinate: Sendable, Hashable {
  /// Geodetic latitude, -90° to 90°, positive north.
  package let latitude: Degrees
  /// Longitude, -180° to 180°, positive east.
  package let longitude: Degrees

  /// Creates a place; `nil` beyond the limits. A longitude up to 360° is read as counted eastward from Greenwich.
  package init?(latitude: Degrees, longitude: Degrees) {
    guard abs(latitude.value) <= 90, longitude.value >= -180, longitude.value <= 360 else {
      return nil
    }
    self.latitude = latitude
    self.longitude = longitude.value > 180 ? longitude - 360 : longitude
  }

  /// Creates a place with a longitude up to a turn beyond 180°.
  init?(_ latitude: Double, around longitude: Double) {
    let turns = longitude > 180 ? -360.0 : longitude < -180 ? 360 : 0
    self.init(latitude: Degrees(latitude), longitude: Degrees(longitude + turns))
  }

  /// The difference of two longitudes, positive eastward, wrapped to -180°...180°.
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
