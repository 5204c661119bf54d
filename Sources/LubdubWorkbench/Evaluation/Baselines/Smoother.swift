/// A smoother of ranges in m or levels in dBm. The values are finite, and their times never decrease.
protocol Smoother: Sendable {
  mutating func smooth(_ value: Double, at time: Double) -> Double
}

struct Identity: Smoother {
  mutating func smooth(_ value: Double, at time: Double) -> Double { value }
}

extension OneEuro: Smoother {}
