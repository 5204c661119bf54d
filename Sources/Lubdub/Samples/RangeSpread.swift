/// How far the ranges of a pair scatter, as the filter has learned it: zones are as sharp as this allows.
@frozen public struct RangeSpread: Sendable, Hashable {
  /// Short-term deviation at rest: 0.001 to 0.06 m.
  public var deviation: Meters
  /// Whether ranges came for long enough, 1.5 s, to be known.
  public var isKnown: Bool
  /// Whether it is known what the pair reads in contact.
  public var isContactKnown: Bool
  /// Whether the deviation was stated, calibrated, or remembered from an earlier session.
  public var isStated: Bool

  /// A spread from its parts; the defaults are for ranges of which nothing is learned.
  @inlinable
  public init(
    deviation: Meters = 0.06, isKnown: Bool = true, isContactKnown: Bool = false,
    isStated: Bool = false
  ) {
    self.deviation = deviation
    self.isKnown = isKnown
    self.isContactKnown = isContactKnown
    self.isStated = isStated
  }

  /// The deviation that the usual bands are for, and the largest that is learned, in m.
  static let usualDeviation = 0.06
  /// The smallest that is learned, in m.
  static let smallestDeviation = 0.001
  /// Ranges came for long enough after this, in s.
  static let knownAfter = 1.5 - slack
  /// Stamps are rounded: a time that is short by this has passed, in s.
  static let slack = 1e-4
  /// Readings that are so far apart are those of a slow radio, in s.
  static let slowStep = 0.4 - 1e-6

  @inline(__always) var share: Double { deviation.value / Self.usualDeviation }
}

extension RangeSpread {
  @inline(__always)
  package init(deviation: Double, heard: Double, contactLevel: Double, isStated: Bool) {
    self.init(
      deviation: Meters(deviation), isKnown: heard >= Self.knownAfter,
      isContactKnown: contactLevel < .infinity, isStated: isStated)
  }
}
