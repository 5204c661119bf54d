/// A smoother of bare numbers in time, as found in other people's projects: what goes in is a range
/// in metres or a received power in dBm, depending on what it is built into.
///
/// It is only ever given finite values whose times do not go back.
public protocol Smoother: Sendable {
  /// Takes one value in and returns the smoothed one.
  mutating func smooth(_ value: Double, at time: Double) -> Double
}

/// No smoothing at all.
public struct Identity: Smoother {
  /// The identity.
  public init() {}

  /// The value itself.
  public mutating func smooth(_ value: Double, at time: Double) -> Double { value }
}

extension OneEuro: Smoother {}
