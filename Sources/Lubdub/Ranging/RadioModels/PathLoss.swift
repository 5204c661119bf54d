internal import RealModule

/// The log-distance path-loss model: RSSI(d) = reference power - 10 n log10(d / 1 m).
@frozen public struct PathLoss: Sendable, Hashable {
  /// The RSSI at one meter.
  public var referencePower: DBm
  /// The exponent n: 2 in free space, 0.4 to 3 among people, pockets, and walls.
  public var exponent: Double

  /// Creates a model from its parts; the defaults are for an unknown link.
  @inlinable public init(referencePower: DBm = DBm(-59), exponent: Double = 2) {
    (self.referencePower, self.exponent) = (referencePower, exponent)
  }

  /// Returns the mean RSSI at a distance; distances below 1 cm count as 1 cm.
  package func rssi(at distance: Meters) -> DBm {
    DBm(referencePower.value - decibelsPerLogarithm * Double.log(max(distance.value, 0.01)))
  }

  /// Returns the distance with this mean RSSI: the bare inversion, without a prior.
  package func distance(at rssi: DBm) -> Meters {
    Meters(Double.exp((referencePower.value - rssi.value) / decibelsPerLogarithm))
  }

  /// The loss in decibels per unit of ln(distance): 10 n / ln 10.
  package var decibelsPerLogarithm: Double { 10 * exponent / Double.naturalLogarithmOf10 }

  static func exponent(ofSlope slope: Double) -> Double { slope * Double.naturalLogarithmOf10 / 10 }
}

extension Double {
  @inlinable package static var naturalLogarithmOf10: Double { 2.302_585_092_994_045_7 }
}
