public import Positions
public import Quantities

/// How positions are read.
public struct PositionReadOptions: Sendable, Hashable {
  /// What the number in GPX's `hdop` means.
  public enum DilutionMeaning: String, Sendable, Hashable, CaseIterable {
    /// The accuracy in metres, as several apps write it.
    case accuracy
    /// A dilution of precision, as the standard has it.
    case dop
    /// Metres when the program that wrote the log is known for it, or when half of the values are 2.5
    /// or more, which dilutions rarely are.
    case auto
  }

  /// What `hdop` means.
  public var hdop = DilutionMeaning.auto
  /// What a stated accuracy in metres means.
  public var accuracy = StatedAccuracy.android
  /// The user equivalent range error that a dilution is multiplied with.
  public var rangeError: Meters = 4

  /// The defaults.
  public init() {}

  /// The deviation of one axis from an accuracy in metres; `nil` for none, and for what is none: 0, negative
  /// or not finite.
  func deviation(accuracy meters: Double?) -> Meters? {
    guard let meters, meters > 0, meters.isFinite else { return nil }
    return accuracy.axisDeviation(Meters(meters))
  }

  /// Likewise from a dilution of precision; 99 and more mean that there is none.
  func deviation(dilution: Double?) -> Meters? {
    guard let dilution, dilution > 0, dilution < 99 else { return nil }
    return StatedAccuracy.axisDeviation(dilution: dilution, rangeError: rangeError)
  }
}
