/// The scatter of the ranges of a pair, as learned by the filter, which limits how sharp zones are.
@frozen public struct RangeSpread: Sendable, Hashable {
  /// The short-term deviation at rest: 0.001 to 0.06 m.
  public var deviation: Meters
  /// Whether ranges have arrived for 1.5 s, so that the deviation is known.
  public var isKnown: Bool
  /// Whether the pair's contact level is known.
  public var isContactKnown: Bool
  /// Whether the deviation was stated, calibrated, or remembered from an earlier session.
  public var isStated: Bool

  /// Creates a spread from its parts; the defaults are for ranges without learned values.
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

  /// The deviation of the usual bands, and the largest learned deviation, in m.
  static let usualDeviation = 0.06
  /// The smallest learned deviation, in m.
  static let smallestDeviation = 0.001
  /// The time of ranges after which the deviation is known, in s.
  static let knownAfter = 1.5 - slack
  /// The tolerance of times, in s: stamps are rounded, so a time counts as passed if only this tolerance is missing.
  static let slack = 1e-4
  /// The time between readings from which a radio is slow, in s.
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
