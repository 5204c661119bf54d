/// What a session has learned of a pair of devices. An app that keeps it and gives it to the next session of the pair
/// (`Configuration.learned`) has from the first second what else takes some seconds and a touch.
public struct LearnedLink: Sendable, Equatable {
  /// What the pair's ranges read in contact once the bias is off; `nil` until a touch tells.
  public var contactLevel: Meters?
  /// Short-term deviation of the pair's ranges at rest, 0.001 to 0.06 m; `nil` until they were learned from.
  public var rangeDeviation: Meters?

  /// What was learned; by default nothing.
  public init(contactLevel: Meters? = nil, rangeDeviation: Meters? = nil) {
    self.contactLevel = contactLevel
    self.rangeDeviation = rangeDeviation
  }
}

extension Configuration {
  /// What is known of the pair when a session begins: the settings `uwb.contactLevel` and `uwb.rangeDeviation`.
  public var learned: LearnedLink {
    get {
      LearnedLink(
        contactLevel: ranging.range.contactLevel, rangeDeviation: ranging.range.rangeDeviation)
    }
    set {
      ranging.range.contactLevel = newValue.contactLevel
      ranging.range.rangeDeviation = newValue.rangeDeviation
    }
  }
}
