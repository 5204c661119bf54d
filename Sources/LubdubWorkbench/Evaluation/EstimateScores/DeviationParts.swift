extension DistanceEstimate {
  /// The part of the standard deviation that the estimator's short-term error causes.
  package var noiseDeviation: Meters {
    switch shape {
    case .normal: Meters(shortTermDeviation)
    case .logNormal: Meters(Self.spread(ofLogNormal: distance.value, shortTermDeviation))
    }
  }

  /// The part of the standard deviation that the calibration adds, in quadrature.
  package var calibrationPart: Meters {
    let (whole, noise) = (standardDeviation.value, noiseDeviation.value)
    return Meters(max(0, whole * whole - noise * noise).squareRoot())
  }
}
