/// A smoother of bare numbers in time, as found in other people's projects: what goes in is a range
/// in metres or a received power in dBm, depending on what it is built into.
///
/// It is only ever given finite values whose times do not go back.
package protocol Smoother: Sendable {
  mutating func smooth(_ value: Double, at time: Double) -> Double
}

/// No smoothing at all.
package struct Identity: Smoother {
  package init() {}

  package mutating func smooth(_ value: Double, at time: Double) -> Double { value }
}

extension OneEuro: Smoother {}
