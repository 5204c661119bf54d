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

  init(_ level: LearnedLevel) {
    referencePower = level.power?.mean
    powerDeviation = level.power?.deviation
    (teachings, teachingDoubt) = (level.teachings, level.doubt)
  }
}
