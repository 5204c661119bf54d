/// One row of a calibration recording: what a radio said, and where the devices really were.
public struct CalibrationSample: Sendable, Hashable {
  /// What the radio said.
  public var sample: Sample
  /// The true distance, where it is known.
  public var truth: Meters?

  /// A sample from its parts.
  public init(_ sample: Sample, truth: Meters?) {
    self.sample = sample
    self.truth = truth
  }
}

/// A recording for calibration: one link, in the order of time.
public struct CalibrationRecording: Sendable {
  /// What to call it in a table of residuals.
  public var name: String
  /// Its rows.
  public var samples: [CalibrationSample]

  /// A recording from its parts.
  public init(name: String, samples: [CalibrationSample]) {
    self.name = name
    self.samples = samples
  }
}

/// A number that a calibration was asked for: either with its standard error, or the reason why
/// the recordings do not show.
public enum Determination: Sendable, Hashable {
  /// The number, in the unit that its name says.
  case determined(Double, standardError: Double)
  /// Why there is none.
  case undetermined(because: String)

  /// The number, if there is one.
  public var value: Double? {
    switch self {
    case .determined(let value, _): value
    case .undetermined: nil
    }
  }

  func widened(by other: Double) -> Determination {
    guard case .determined(let value, let error) = self else { return self }
    return .determined(value, standardError: (error * error + other * other).squareRoot())
  }

  /// Its standard error, if there is one.
  public var standardError: Double? {
    switch self {
    case .determined(_, let error): error
    case .undetermined: nil
    }
  }
}

/// One line of the table of residuals: reading minus what the calibrated model says.
public struct CalibrationResidual: Sendable, Hashable {
  /// The recording's name.
  public var recording: String
  /// When.
  public var time: Seconds
  /// The true distance.
  public var truth: Meters
  /// What the radio said: metres for UWB, dBm for signal strength.
  public var reading: Double
  /// Reading minus model, in metres or decibels.
  public var residual: Double
  /// Received power, where the radio gives it.
  public var receivedPower: DBm?
}
