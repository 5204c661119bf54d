/// The posterior distribution of the distance at one time, summed up: median, deviation, interval.
@frozen public struct DistanceEstimate: Sendable, Hashable {
  /// What stands behind an estimate at the moment it is made.
  @frozen public enum Status: String, Sendable, Hashable, CaseIterable {
    /// The first readings are in, but none has confirmed another yet.
    case confirming
    /// Readings of the wanted radio come in and fit.
    case tracking
    /// Bluetooth signal strength stands in for silent ultra-wideband.
    case fallback
    /// No reading fits at present: the state is only predicted, and the interval widens.
    case coasting
    /// Silent for too long: the distance is history, not knowledge.
    case stale
  }

  /// The shape of the posterior. `shortTermDeviation` is measured in it.
  @frozen public enum Shape: Sendable, Hashable {
    /// Normal in metres: an estimate from ranges.
    case normal
    /// Normal in the logarithm of the distance: an estimate from signal strength.
    case logNormal
  }

  /// When.
  public var time: Seconds
  /// Posterior median; finite and not negative.
  public var distance: Meters
  /// Posterior standard deviation, calibration included; not below the short-term deviation.
  public var standardDeviation: Meters
  /// Lower end of the 95 % interval; not negative.
  public var low: Meters
  /// Upper end of the 95 % interval.
  public var high: Meters
  /// Rate of change; positive means moving apart. `nil` where the method knows none.
  public var velocity: MetersPerSecond?
  /// The radio that the estimate rests on.
  public var radio: Radio
  /// What stands behind it.
  public var status: Status
  /// The shape of the posterior.
  public var shape: Shape
  /// Whether the devices touch by the level of signal strength; `nil` where no such test stands behind the estimate.
  public var nearness: Nearness?
  // The parts of `spread`, in one word with the bytes above: Swift copies a value of more than fifteen words at every call.
  @usableFromInline var isSpreadKnown, isContactKnown, isSpreadStated: Bool
  @usableFromInline var spreadDeviation: Meters
  /// Short-term deviation, without calibration: in metres for a normal posterior, in units of
  /// ln(distance) for a log-normal one. A constant bias shifts where a zone changes but cannot make
  /// it flap, so zones are decided on this one.
  public var shortTermDeviation: Double
  /// What signal strength believes of motion; `nil` where ranges say where the link is.
  public var modes: Modes?
  /// Whether ranges, a calibration, or a person have said what level belongs to a distance; `true` for what is no level.
  public var isLevelKnown = true

  /// How far the ranges of the pair scatter at rest: zones are as sharp as that allows.
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

  /// An estimate from its parts.
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

  /// Two hypotheses about a link by its level alone: nothing has moved, and a body takes the rest; or something has.
  /// Together they are the posterior, a mixture of two normal distributions of ln(distance).
  @frozen public struct Modes: Sendable, Hashable {
    /// The probability that something moves, 0 to 1.
    public var moved: Double
    /// The posterior if nothing moves.
    public var rest: Mode
    /// The posterior if something does.
    public var roams: Mode

    /// Hypotheses from their parts.
    @inlinable public init(moved: Double, rest: Mode, roams: Mode) {
      (self.moved, self.rest, self.roams) = (moved, rest, roams)
    }
  }

  /// A normal distribution of ln(distance in metres).
  @frozen public struct Mode: Sendable, Hashable {
    /// Its mean.
    public var logDistance: Double
    /// Its standard deviation; positive.
    public var deviation: Double

    /// A distribution from its parts.
    @inlinable public init(logDistance: Double, deviation: Double) {
      (self.logDistance, self.deviation) = (logDistance, deviation)
    }
  }
}
