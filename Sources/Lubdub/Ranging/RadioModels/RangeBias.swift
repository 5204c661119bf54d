internal import RealModule

/// What a pair of ranging radios reads too long: reading = truth + bias(reading) + noise.
///
/// Bias is the largest error of UWB. It is a property of the pair (antenna delay), of the chip
/// (distance curve) and of the place; a filter cannot find it from readings alone, a calibration can.
@frozen public struct RangeBias: Sendable, Hashable {
  /// A chip family whose bias follows a known curve of the distance.
  public enum Profile: String, Sendable, Hashable, CaseIterable {
    /// No curve.
    case none
    /// The Decawave DW1000 family, whose strong signals read short:
    /// 0.378 m (1 - exp(-z / 15.5 m)), fitted to 385 static outdoor recordings, 2 to 60 m.
    case dw1000
  }

  /// What is left at every distance once the profile's curve is taken off.
  public var constant: Meters
  /// Change of the bias per metre, around `center`; 0.01 is a scale error of one per cent.
  public var slope: Double
  /// The distance at which the constant was determined; only matters with a slope.
  public var center: Meters
  /// The radio's curve. A constant belongs to the profile that it was determined with.
  public var profile: Profile
  /// How much of the radio's curve is taken off, 0 to 1: less than 1 where a calibration could not decide
  /// whether the radio has it.
  public var profileShare: Double

  /// A bias from its parts; by default none at all.
  public init(
    constant: Meters = 0, slope: Double = 0, center: Meters = 0, profile: Profile = .none,
    profileShare: Double = 1
  ) {
    (self.constant, self.slope, self.center) = (constant, slope, center)
    (self.profile, self.profileShare) = (profile, profileShare)
  }

  /// The reading with the bias taken off. It may come out slightly negative near contact.
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
