/// A smoother of ranges in metres or powers in dBm, given finite values whose times do not go back.
protocol Smoother: Sendable {
  mutating func smooth(_ value: Double, at time: Double) -> Double
}

struct Identity: Smoother {
  mutating func smooth(_ value: Double, at time: Double) -> Double { value }
}

extension OneEuro: Smoother {}
