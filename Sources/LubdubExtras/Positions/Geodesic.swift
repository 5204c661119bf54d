internal import RealModule

extension Coordinate {
  /// The distance along the ellipsoid.
  ///
  /// Up to 10 km, the local plane gives the distance within 1 cm of the geodesic. Beyond that, and near the poles, it comes
  /// from Vincenty's inverse formula (T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid", Survey
  /// Review 1975), which is exact to 0.5 mm.
  package func distance(to other: Coordinate) -> Meters? {
    if let offset = LocalPlane.offset(from: self, to: other), offset.distance <= LocalPlane.reach {
      return offset.distance
    }
    return vincenty(to: other)
  }

  /// The great-circle distance on a sphere, for comparison with services that use it. The error is at most 0.56%.
  package func haversine(to other: Coordinate, radius: Meters = 6_371_000) -> Meters {
    let radians = Double.pi / 180
    let north = Double.sin((other.latitude.value - latitude.value) * radians / 2)
    let east = Double.sin((other.longitude.value - longitude.value) * radians / 2)
    let square =
      north * north + Double.cos(latitude.value * radians)
      * Double.cos(other.latitude.value * radians) * east * east
    return Meters(2 * radius.value * Double.asin(min(1, square.squareRoot())))
  }

  private func vincenty(to other: Coordinate) -> Meters? {
    let radians = Double.pi / 180
    let f = Ellipsoid.flattening
    let b = Ellipsoid.semiMajorAxis * (1 - f)
    let difference = degreesEast(to: other) * radians
    let first = Double.atan((1 - f) * Double.tan(latitude.value * radians))
    let second = Double.atan((1 - f) * Double.tan(other.latitude.value * radians))
    let (s1, c1, s2, c2) = (
      Double.sin(first), Double.cos(first), Double.sin(second), Double.cos(second)
    )
    var lambda = difference
    for _ in 0..<200 {
      let (sine, cosine) = (Double.sin(lambda), Double.cos(lambda))
      let x = c2 * sine
      let y = c1 * s2 - s1 * c2 * cosine
      let sinSigma = (x * x + y * y).squareRoot()
      guard sinSigma > 0 else { return .zero }
      let cosSigma = s1 * s2 + c1 * c2 * cosine
      let sigma = Double.atan2(y: sinSigma, x: cosSigma)
      let sinAlpha = c1 * c2 * sine / sinSigma
      let cos2Alpha = 1 - sinAlpha * sinAlpha
      // For a line along the equator, the middle is undefined, and its term is 0.
      let cosMiddle = cos2Alpha > 0 ? cosSigma - 2 * s1 * s2 / cos2Alpha : 0
      let c = f / 16 * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha))
      let m = -1 + 2 * cosMiddle * cosMiddle
      let next =
        difference + (1 - c) * f * sinAlpha
        * (sigma + c * sinSigma * (cosMiddle + c * cosSigma * m))
      let change = abs(next - lambda)
      lambda = next
      guard change < 1e-12 else { continue }
      let u = cos2Alpha * Ellipsoid.eccentricitySquared / (1 - Ellipsoid.eccentricitySquared)
      let big = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
      let small = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
      let inner = cosMiddle * (-3 + 4 * sinSigma * sinSigma) * (-3 + 4 * cosMiddle * cosMiddle)
      let correction =
        small * sinSigma * (cosMiddle + small / 4 * (cosSigma * m - small / 6 * inner))
      return Meters(b * big * (sigma - correction))
    }
    return nil
  }
}
