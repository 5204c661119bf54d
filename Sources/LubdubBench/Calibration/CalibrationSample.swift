/// One row of a calibration recording: what a radio said, and where the devices really were.
package struct CalibrationSample: Sendable, Hashable {
  package var sample: Sample
  package var truth: Meters?

  package init(_ sample: Sample, truth: Meters?) {
    self.sample = sample
    self.truth = truth
  }
}

/// A recording for calibration: one link, in the order of time.
package struct CalibrationRecording: Sendable {
  package var name: String
  package var samples: [CalibrationSample]

  package init(name: String, samples: [CalibrationSample]) {
    self.name = name
    self.samples = samples
  }
}

/// A number that a calibration was asked for: either with its standard error, or the reason why
/// the recordings do not show.
package enum Determination: Sendable, Hashable {
  case determined(Double, standardError: Double)
  case undetermined(because: String)

  package var value: Double? {
    switch self {
    case .determined(let value, _): value
    case .undetermined: nil
    }
  }

  func widened(by other: Double) -> Determination {
    guard case .determined(let value, let error) = self else { return self }
    return .determined(value, standardError: (error * error + other * other).squareRoot())
  }

  package var standardError: Double? {
    switch self {
    case .determined(_, let error): error
    case .undetermined: nil
    }
  }
}

/// One line of the table of residuals: reading minus what the calibrated model says.
package struct CalibrationResidual: Sendable, Hashable {
  package var recording: String
  package var time: Seconds
  package var truth: Meters
  /// What the radio said: metres for UWB, dBm for signal strength.
  package var reading: Double
  /// Reading minus model, in metres or decibels.
  package var residual: Double
  package var receivedPower: DBm?
}
