/// The meaning of the accuracy that a device states for a position.
package enum StatedAccuracy: String, Sendable, Hashable, CaseIterable {
  /// Android: the radius that contains the truth with 68% probability.
  case android
  /// Apple: the root mean square of the two-dimensional error.
  case apple
  /// The web's Geolocation interface: the radius that contains the truth with 95% probability.
  case web

  /// The stated radius in standard deviations of one axis.
  ///
  /// For a normal error that is equal along both axes, a share p is within √(-2 ln(1 - p)) deviations; the root mean square is
  /// √2 deviations.
  package var deviations: Double {
    switch self {
    case .android: 1.509_592
    case .apple: 1.414_214
    case .web: 2.447_747
    }
  }

  /// The standard deviation of one axis, from the positive radius that the device states.
  package func axisDeviation(_ radius: Meters) -> Meters { Meters(radius.value / deviations) }

  /// Dilution × range error / √2. The range error of receivers of phones and cars is 3 to 5 m.
  package static func axisDeviation(dilution: Double, rangeError: Meters = 4) -> Meters {
    Meters(dilution * rangeError.value / 2.0.squareRoot())
  }
}
