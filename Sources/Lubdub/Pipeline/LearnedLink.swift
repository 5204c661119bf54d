/// What a session has learned about its link: worth keeping for the next one with the same devices.
public struct LearnedLink: Sendable, Equatable {
  /// The level of signal strength at one metre, as ranges or a person have taught it: the setting `rssi.referencePower`.
  /// `nil` where nobody has.
  public var referencePower: DBm?
  /// How wrong that may be, one standard deviation: the setting `rssi.powerDeviation`.
  public var powerDeviation: Decibels?
  /// How often a person has said where the devices are.
  public var teachings = 0
  /// Why the last of these is doubtful; `nil` for no reason.
  public var teachingDoubt: TeachingDoubt?

  /// Nothing.
  public init() {}
}

/// Why what a person has said about the distance may not be what is so.
public enum TeachingDoubt: Sendable, Hashable {
  /// The level still moved in the last seconds, by so much: nobody stood there yet.
  case levelMoved(Decibels)
  /// The level at one metre is off by so much from what was taught before: another place, or a body in the way.
  case contradicts(Decibels)
}
