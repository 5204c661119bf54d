/// The values that a session has learned about its link. If an app keeps them for the next session of the same devices
/// (`Configuration.learned`), the next session starts with values that otherwise take some seconds, a touch, or a teaching.
public struct LearnedLink: Sendable, Equatable {
  /// The range of the pair in contact without the bias: the setting `uwb.contactLevel`; `nil` until a touch shows it.
  public var contactLevel: Meters?
  /// The short-term deviation of the pair's ranges at rest, 0.001 to 0.06 m: the setting `uwb.rangeDeviation`; `nil` until it
  /// is learned.
  public var rangeDeviation: Meters?
  /// The level of signal strength at one meter, as taught by ranges or a person: the setting `rssi.referencePower`. `nil` if it
  /// was not taught, or no level was heard.
  public var referencePower: DBm?
  /// The path-loss exponent that belongs to the reference power: the setting `rssi.exponent`.
  public var exponent: Double?
  /// The uncertainty of the reference power, one standard deviation: the setting `rssi.powerDeviation`.
  public var powerDeviation: Decibels?
  /// The number of times a person has taught a distance.
  public var teachings = 0
  /// The reason to doubt the last teaching; `nil` if there is no reason.
  public var teachingDoubt: TeachingDoubt?

  /// Creates learned values; by default, all are unknown.
  public init(
    contactLevel: Meters? = nil, rangeDeviation: Meters? = nil, referencePower: DBm? = nil,
    exponent: Double? = nil, powerDeviation: Decibels? = nil
  ) {
    (self.contactLevel, self.rangeDeviation) = (contactLevel, rangeDeviation)
    (self.referencePower, self.exponent) = (referencePower, exponent)
    self.powerDeviation = powerDeviation
  }

  /// Copies the signal-strength settings if they belong to this link.
  mutating func take(_ given: SignalStrengthFilter.Parameters) {
    guard given.trust == .thisLink else { return }
    (referencePower, exponent) = (given.pathLoss.referencePower, given.pathLoss.exponent)
    powerDeviation = given.powerDeviation
  }
}

/// The reason why a taught distance may be wrong.
public enum TeachingDoubt: Sendable, Hashable {
  /// The level still moved by this much in the last seconds: the person did not stand still yet.
  case levelMoved(Decibels)
  /// The level at one meter differs by this much from the previous teaching: another place, or a body in the way.
  case contradicts(Decibels)
}
