/// The WGS-84 ellipsoid (NIMA TR8350.2, table 3.1).
enum Ellipsoid {
  /// Semi-major axis, in m.
  static let semiMajorAxis = 6_378_137.0
  /// First eccentricity squared.
  static let eccentricitySquared = 0.006_694_379_990_14
  /// Flattening.
  static let flattening = 1 / 298.257_223_563
}
