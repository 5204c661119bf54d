public import Lubdub
internal import RealModule

/// A distance from the likelihood of the first arrival, and its uncertainty.
public struct Arrival: Sendable, Hashable {
  /// The distance, from -3 to 75 m.
  public let distance: Meters
  /// The drop of the logarithm of the likelihood to a first arrival 0.73 m farther away, in nats.
  package let drop: Double
  /// The mean difference between the distance and the answers of parts of the tones, in m; each difference counts as at most
  /// 1 m.
  package let spread: Double

  /// The probability that the error of the distance is less than 1 m, as calibrated on emulated procedures.
  public var probability: Double {
    1 / (1 + .exp(-(0.72 + 0.37 * .log(0.3 + drop) - 0.84 * .log(0.05 + spread))))
  }

  /// The standard deviation of a normal distribution with `probability` within 1 m.
  public var deviation: Meters {
    Meters(1 / max(NormalDistribution.quantile((1 + probability) / 2), 0.02))
  }

  /// The interval that contains 90% of the true distances. It reaches farther down, because echoes make distances longer.
  public var interval90: ClosedRange<Meters> { interval(below: 2.31, above: 0.97) }

  /// The interval that contains 95% of the true distances.
  public var interval95: ClosedRange<Meters> { interval(below: 4.21, above: 1.13) }

  private func interval(below: Double, above: Double) -> ClosedRange<Meters> {
    let deviation = deviation.value
    return Meters(distance.value - below * deviation)...Meters(distance.value + above * deviation)
  }
}
