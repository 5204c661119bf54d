internal import RealModule

/// The amount by which ranges of a pair of radios are too long: reading = truth + bias(reading) + noise.
///
/// Bias is the largest error of UWB. It is a property of the pair (antenna delay), of the chip (distance curve), and of the
/// place. A calibration can find it; a filter cannot find it from readings only.
@frozen public struct RangeBias: Sendable, Hashable {
  /// A chip family whose bias follows a known curve of the distance.
  public enum Profile: String, Sendable, Hashable, CaseIterable {
    /// No curve.
    case none
    /// The Decawave DW1000 family, whose ranges are too short for strong signals: 0.378 m (1 - exp(-z / 15.5 m)), fitted to 385
    /// static outdoor recordings, 2 to 60 m.
    case dw1000
  }

  /// The constant part of the bias, without the profile's curve.
  public var constant: Meters
  /// The change of the bias per meter, around `center`; 0.01 is a scale error of 1%.
  public var slope: Double
  /// The distance at which the constant was determined; it only matters with a slope.
  public var center: Meters
  /// The radio's curve. A constant is valid only for the profile with which it was determined.
  public var profile: Profile
  /// The share of the radio's curve that is subtracted, 0 to 1: less than 1 if a calibration could not decide whether the radio
  /// has the curve.
  public var profileShare: Double

  /// Creates a bias from its parts; by default zero.
  public init(
    constant: Meters = 0, slope: Double = 0, center: Meters = 0, profile: Profile = .none,
    profileShare: Double = 1
  ) {
    (self.constant, self.slope, self.center) = (constant, slope, center)
    (self.profile, self.profileShare) = (profile, profileShare)
  }

  /// Returns the reading without the bias. The result may be slightly negative near contact.
  package func corrected(_ reading: Meters) -> Meters { Meters(corrected(reading.value)) }

  package func curve(at reading: Meters) -> Meters { Meters(curve(at: reading.value)) }

  package func corrected(_ z: Double) -> Double {
    let linear = constant.value + slope * (z - center.value)
    return z - linear - curve(at: z)
  }

  func curve(at z: Double) -> Double {
    switch profile {
    case .none: 0
    case .dw1000: profileShare * 0.378 * (1 - Double.exp(-max(z, 0) / 15.5))
    }
  }
}
