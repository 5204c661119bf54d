internal import RealModule

/// The model of one signal-strength reading: what is expected at a distance, and its noise.
struct SignalModel: Sendable {
  /// RSSI at one metre, in dBm, and what a unit of ln(distance) costs, in dB; see `init`.
  let referencePower, decibelsPerLogarithm: Double
  /// ln of the usual distance, and how widely ln(distance) lies around it.
  let usualLogDistance, usualSpread: Double
  private let fadingDensity, floorVariance: Double
  /// Inverse squares of the scales of doubt.
  private let weakDoubt, strongDoubt: Double

  /// The model of a link.
  ///
  /// An exponent below 2 counts as 2: what a fit finds below free space comes from offsets between links,
  /// which look like distance. The line is turned about the usual distance, where the expected level stays.
  init(_ parameters: SignalStrengthFilter.Parameters) {
    usualLogDistance = Double.log(parameters.usualDistance.value)
    usualSpread = parameters.usualSpread
    let fitted = parameters.pathLoss.decibelsPerLogarithm
    let steepest = PathLoss(exponent: max(parameters.pathLoss.exponent, 2)).decibelsPerLogarithm
    decibelsPerLogarithm = steepest
    referencePower =
      parameters.pathLoss.referencePower.value + (steepest - fitted) * usualLogDistance
    fadingDensity = parameters.fadingDensity
    floorVariance = parameters.floorVariance
    weakDoubt = 1 / (parameters.weakScale.value * parameters.weakScale.value)
    strongDoubt = 1 / (parameters.strongScale.value * parameters.strongScale.value)
  }

  /// The RSSI that is expected at ln(distance), in dBm.
  @inline(__always)
  func power(at logDistance: Double) -> Double {
    referencePower - decibelsPerLogarithm * logDistance
  }

  /// Variance of a reading with a residual, so long after the one before.
  @inline(__always)
  func variance(residual: Double, after pause: Double) -> Double {
    let variance = floorVariance + fadingDensity / max(pause, Self.shortestInterval)
    let doubt = residual < 0 ? weakDoubt : strongDoubt
    return variance * (1 + residual * residual * doubt)
  }

  /// Readings that come faster count as this far apart, in s.
  private static let shortestInterval = 0.15
  /// The pause that counts for a first reading, in s.
  static let firstPause = 2.0
}
