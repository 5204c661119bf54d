public import Quantities

/// What is known about the distance at one time: the input of every zone decision.
@frozen
public struct DistancePosterior: Sendable, Hashable {
  /// What the knowledge rests on. The two need rules of their own, because signal strength is an
  /// order of magnitude less certain than a measured range.
  @frozen
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// A measured range.
    case range
    /// Received signal strength.
    case signalStrength
  }

  /// The shape of the distribution, which gives `deviation` its unit.
  @frozen
  public enum Shape: Sendable, Hashable {
    /// Normal in metres.
    case normal
    /// Normal in the natural logarithm of the distance.
    case logNormal
  }

  /// When.
  public var time: Seconds
  /// The median; not negative. Infinity stands for farther than every edge.
  public var median: Meters
  /// Short-term standard deviation, without calibration: in metres for `.normal`, in units of
  /// ln(distance) for `.logNormal`. Finite and not negative; zero makes it a point estimate.
  public var deviation: Double
  /// The shape of the distribution.
  public var shape: Shape
  /// Rate of change; positive means moving apart. `nil` where none is known.
  public var velocity: MetersPerSecond?
  /// Lower end of the interval that is reported with a change. It decides nothing.
  public var low: Meters
  /// Upper end of the interval that is reported with a change. It decides nothing.
  public var high: Meters
  /// What the knowledge rests on.
  public var source: Source
  /// Whether it may decide: `false` while it waits to be confirmed, is on probation after a jump,
  /// or is merely predicted.
  public var isTrusted: Bool
  /// Whether it carries new information: `false` for a repeated reading, which may uphold a
  /// decision but does not count as a sample of its own.
  public var isIndependent: Bool

  /// A posterior from its parts.
  @inlinable
  public init(
    time: Seconds, median: Meters, deviation: Double, shape: Shape = .normal,
    velocity: MetersPerSecond? = nil, low: Meters, high: Meters, source: Source = .range,
    isTrusted: Bool = true, isIndependent: Bool = true
  ) {
    self.time = time
    self.median = median
    self.deviation = deviation
    self.shape = shape
    self.velocity = velocity
    self.low = low
    self.high = high
    self.source = source
    self.isTrusted = isTrusted
    self.isIndependent = isIndependent
  }

  /// A distance without width: what an estimator without a posterior gives.
  @inlinable
  public static func point(
    _ distance: Meters, at time: Seconds, source: Source = .range
  ) -> DistancePosterior {
    DistancePosterior(
      time: time, median: distance, deviation: 0, low: distance, high: distance, source: source)
  }

  /// Whether the numbers can be calculated with.
  var isUsable: Bool {
    time.isFinite && median.value >= 0 && deviation.isFinite && deviation >= 0
      && velocity?.isFinite != false
  }

  /// Probability that the distance is below an edge.
  func probabilityInside(_ edge: Meters) -> Double {
    let gap =
      switch shape {
      case .normal: edge.value - median.value
      case .logNormal: log(edge.value) - log(median.value)
      }
    if gap == 0 { return deviation > 0 ? 0.5 : 0 }
    return NormalDistribution.cumulative(gap / deviation)
  }
}
