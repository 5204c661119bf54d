/// What a session has learned about its link. An app that keeps it and gives it to the next session of the same devices
/// (`Configuration.learned`) has from the first second what else takes some seconds, a touch or a teaching.
public struct LearnedLink: Sendable, Equatable {
  /// What the pair's ranges read in contact once the bias is off: the setting `uwb.contactLevel`; `nil` until a touch shows it.
  public var contactLevel: Meters?
  /// Short-term deviation of the pair's ranges at rest, 0.001 to 0.06 m: the setting `uwb.rangeDeviation`; `nil` until
  /// they were learned from.
  public var rangeDeviation: Meters?
  /// The level of signal strength at one metre, as ranges or a person have taught it: the setting `rssi.referencePower`.
  /// `nil` where nobody has, or no level was heard.
  public var referencePower: DBm?
  /// The path loss that it goes with, and is read back with: the setting `rssi.exponent`.
  public var exponent: Double?
  /// How wrong that may be, one standard deviation: the setting `rssi.powerDeviation`.
  public var powerDeviation: Decibels?
  /// How often a person has said where the devices are.
  public var teachings = 0
  /// Why the last of these is doubtful; `nil` for no reason.
  public var teachingDoubt: TeachingDoubt?

  /// What was learned; by default nothing.
  public init(
    contactLevel: Meters? = nil, rangeDeviation: Meters? = nil, referencePower: DBm? = nil,
    exponent: Double? = nil, powerDeviation: Decibels? = nil
  ) {
    (self.contactLevel, self.rangeDeviation) = (contactLevel, rangeDeviation)
    (self.referencePower, self.exponent) = (referencePower, exponent)
    self.powerDeviation = powerDeviation
  }

  /// What is given of signal strength on this very link.
  mutating func take(_ given: SignalStrengthFilter.Parameters) {
    guard given.trust == .thisLink else { return }
    (referencePower, exponent) = (given.pathLoss.referencePower, given.pathLoss.exponent)
    powerDeviation = given.powerDeviation
  }
}

/// Why what a person has said about the distance may not be what is so.
public enum TeachingDoubt: Sendable, Hashable {
  /// The level still moved in the last seconds, by so much: nobody stood there yet.
  case levelMoved(Decibels)
  /// The level at one metre is off by so much from what was taught before: another place, or a body in the way.
  case contradicts(Decibels)
}
