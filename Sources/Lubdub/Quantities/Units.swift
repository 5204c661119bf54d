/// Distances, in meters.
public typealias Meters = Quantity<MeterUnit>

/// Times and durations, in seconds.
public typealias Seconds = Quantity<SecondUnit>

/// Speeds, in meters per second; positive means growing distance.
public typealias MetersPerSecond = Quantity<MeterPerSecondUnit>

/// Frequencies, in hertz.
public typealias Hertz = Quantity<HertzUnit>

/// Angles, in degrees.
public typealias Degrees = Quantity<DegreeUnit>

/// Level differences, in decibels.
public typealias Decibels = Quantity<DecibelUnit>

/// Absolute power levels, in decibels over one milliwatt. Two levels differ by `Decibels`.
public typealias DBm = Quantity<DBmUnit>

/// The meter.
public enum MeterUnit: LinearUnit {
  /// `m`
  public static var symbol: String { "m" }
}

/// The second.
public enum SecondUnit: LinearUnit {
  /// `s`
  public static var symbol: String { "s" }
}

/// The meter per second.
public enum MeterPerSecondUnit: LinearUnit {
  /// `m/s`
  public static var symbol: String { "m/s" }
}

/// The hertz.
public enum HertzUnit: LinearUnit {
  /// `Hz`
  public static var symbol: String { "Hz" }
}

/// The degree of arc.
public enum DegreeUnit: LinearUnit {
  /// `°`
  public static var symbol: String { "°" }
}

/// The decibel, a level difference.
public enum DecibelUnit: LinearUnit {
  /// `dB`
  public static var symbol: String { "dB" }
}

/// The decibel over one milliwatt, an absolute level: two levels cannot be added.
public enum DBmUnit: UnitOfMeasure {
  /// `dBm`
  public static var symbol: String { "dBm" }
}

extension Quantity where Unit == DegreeUnit {
  /// Creates an angle from radians.
  @inlinable public init(radians: Double) { self.init(radians * (180 / .pi)) }
}

extension Quantity where Unit == DBmUnit {
  /// The difference between two levels.
  @inlinable public static func - (left: DBm, right: DBm) -> Decibels {
    Decibels(left.value - right.value)
  }

  /// The level raised by a difference.
  @inlinable public static func + (left: DBm, right: Decibels) -> DBm {
    DBm(left.value + right.value)
  }

  /// The level lowered by a difference.
  @inlinable public static func - (left: DBm, right: Decibels) -> DBm {
    DBm(left.value - right.value)
  }
}
