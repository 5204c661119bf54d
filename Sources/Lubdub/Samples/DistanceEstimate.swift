/// The posterior distribution of the distance at one time, in summary: median, deviation, interval.
@frozen public struct DistanceEstimate: Sendable, Hashable {
  /// The state of an estimate at its time.
  @frozen public enum Status: String, Sendable, Hashable, CaseIterable {
    /// The first readings have arrived, but no reading has confirmed another yet.
    case confirming
    /// Readings of the preferred radio arrive and fit.
    case tracking
    /// Signal strength replaces missing ultra-wideband ranges.
    case fallback
    /// No reading fits at present: the state is only predicted, and the interval widens.
    case coasting
    /// No reading for too long: the distance is out of date.
    case stale
  }

  /// The shape of the posterior, in which `shortTermDeviation` is measured.
  @frozen public enum Shape: Sendable, Hashable {
    /// Normal in meters: an estimate from ranges.
    case normal
    /// Normal in the logarithm of the distance: an estimate from signal strength.
    case logNormal
  }

  /// The time of the estimate.
  public var time: Seconds
  /// The posterior median; finite and not negative.
  public var distance: Meters
  /// The posterior standard deviation, calibration included; not below the short-term deviation.
  public var standardDeviation: Meters
  /// The lower end of the 95% interval; not negative.
  public var low: Meters
  /// The upper end of the 95% interval.
  public var high: Meters
  /// The rate of change; positive means moving apart. `nil` if the estimator determines no velocity.
  public var velocity: MetersPerSecond?
  /// The radio of the estimate.
  public var radio: Radio
  /// The state of the estimate.
  public var status: Status
  /// The shape of the posterior.
  public var shape: Shape
  /// The nearness of the devices from the level of signal strength; `nil` for an estimate without a near test.
  public var nearness: Nearness?
  // The parts of `spread`, in one word with the bytes above: Swift copies a value of more than fifteen words at every call.
  @usableFromInline var isSpreadKnown, isContactKnown, isSpreadStated: Bool
  @usableFromInline var spreadDeviation: Meters
  /// The short-term deviation, without calibration: in meters for a normal posterior, in units of ln(distance) for a
  /// log-normal posterior. A constant bias shifts the place of a zone change but cannot make the zone flap, so zones use
  /// this deviation.
  public var shortTermDeviation: Double
  /// The hypotheses of signal strength about motion; `nil` while ranges measure the distance.
  public var modes: Modes?
  /// Whether ranges, a calibration, or a person determined the level of a distance; `true` for an estimate without levels.
  public var isLevelKnown = true

  /// The scatter of the pair's ranges at rest, which limits how sharp zones are.
  @inlinable public var spread: RangeSpread {
    get {
      RangeSpread(
        deviation: spreadDeviation, isKnown: isSpreadKnown, isContactKnown: isContactKnown,
        isStated: isSpreadStated)
    }
    set {
      spreadDeviation = newValue.deviation
      (isSpreadKnown, isContactKnown) = (newValue.isKnown, newValue.isContactKnown)
      isSpreadStated = newValue.isStated
    }
  }

  /// Creates an estimate from its parts.
  @inlinable public init(
    time: Seconds, distance: Meters, standardDeviation: Meters, low: Meters, high: Meters,
    velocity: MetersPerSecond?, radio: Radio, status: Status, shape: Shape,
    shortTermDeviation: Double, nearness: Nearness? = nil, modes: Modes? = nil,
    spread: RangeSpread = RangeSpread()
  ) {
    (self.time, self.distance, self.velocity) = (time, distance, velocity)
    (self.standardDeviation, self.low, self.high) = (standardDeviation, low, high)
    (self.radio, self.status, self.shape) = (radio, status, shape)
    self.shortTermDeviation = shortTermDeviation
    (self.nearness, self.modes) = (nearness, modes)
    spreadDeviation = spread.deviation
    (isSpreadKnown, isContactKnown) = (spread.isKnown, spread.isContactKnown)
    isSpreadStated = spread.isStated
  }

  /// Two hypotheses about a link, from only its level: the devices rest, and a body causes the change; or a device has
  /// moved. Together they are the posterior, a mixture of two normal distributions of ln(distance).
  @frozen public struct Modes: Sendable, Hashable {
    /// The probability that a device moves, 0 to 1.
    public var moved: Double
    /// The posterior if the devices rest.
    public var rest: Mode
    /// The posterior if a device moves.
    public var roams: Mode

    /// Creates hypotheses from their parts.
    @inlinable public init(moved: Double, rest: Mode, roams: Mode) {
      (self.moved, self.rest, self.roams) = (moved, rest, roams)
    }
  }

  /// A normal distribution of ln(distance in meters).
  @frozen public struct Mode: Sendable, Hashable {
    /// The mean.
    public var logDistance: Double
    /// The standard deviation; positive.
    public var deviation: Double

    /// Creates a distribution from its parts.
    @inlinable public init(logDistance: Double, deviation: Double) {
      (self.logDistance, self.deviation) = (logDistance, deviation)
    }
  }
}
