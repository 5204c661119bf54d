/// The meaning of an accuracy that a device states for a position.
package enum StatedAccuracy: String, Sendable, Hashable, CaseIterable {
  /// Android's definition: the radius that contains the truth with a probability of 68%.
  case android
  /// Apple's definition: the root mean square of the two-dimensional error.
  case apple
  /// The definition of the web's Geolocation interface: the radius that contains the truth with a probability of 95%.
  case web

  /// The stated radius in standard deviations of one axis.
  ///
  /// For a normal error with equal deviations along both axes, a share p is within √(-2 ln(1 - p)) deviations, and the root
  /// mean square is √2 deviations.
  package var deviations: Double {
    switch self {
    case .android: 1.509_592
    case .apple: 1.414_214
    case .web: 2.447_747
    }
  }

  /// The standard deviation of one axis from the positive radius that a device states.
  package func axisDeviation(_ radius: Meters) -> Meters { Meters(radius.value / deviations) }

  /// The standard deviation of one axis from a dilution: dilution × range error / √2. Receivers of phones and cars have
  /// range errors of 3 to 5 m.
  package static func axisDeviation(dilution: Double, rangeError: Meters = 4) -> Meters {
    Meters(dilution * rangeError.value / 2.0.squareRoot())
  }
}
