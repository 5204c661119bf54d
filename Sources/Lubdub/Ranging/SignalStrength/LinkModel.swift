internal import RealModule

/// The model of signal strength on a link before the first reading.
package struct LinkModel: Sendable {
  /// Whether the path loss is known.
  let isKnown: Bool
  /// The logarithm of the usual distance, and the variance of ln(distance) around it.
  let usual, usualVariance: Double
  /// The slope in dB per ln(distance), and the level at the usual distance, in dBm.
  let slope, level: Double
  /// The variances of this level and of shadows, in dB².
  let powerVariance, shadowVariance: Double
  /// The rate at which a roaming link returns to the usual distance, per second.
  let rate: Double
  /// The factor on the interval of the estimate.
  let width: Double

  package init(_ parameters: SignalStrengthFilter.Parameters) {
    let trust = parameters.trust
    isKnown = trust != .unknown
    usual = Double.log(parameters.usualDistance.value)
    usualVariance = parameters.usualSpread * parameters.usualSpread
    slope = isKnown ? parameters.pathLoss.decibelsPerLogarithm : TaughtLevel.usualSlope
    let reference =
      isKnown ? parameters.pathLoss.referencePower.value : -68 + slope * Double.log(2.7)
    level = reference - slope * usual
    let power = (parameters.powerDeviation ?? trust.powerDeviation).value
    powerVariance = power * power
    let shadow = (parameters.shadow ?? trust.shadow).value
    shadowVariance = shadow * shadow
    rate = parameters.mobility ?? 0.01
    width = parameters.widthFactor ?? (isKnown ? 1.1 : 1.2)
  }

  /// (Deviation of the slope / slope)²: it widens estimates that are far from the usual distance.
  private static let slopeDoubt = 0.008

  /// The state before the first reading: roaming is more likely than rest.
  var start: TwoModes {
    let model = TwoModesModel(
      origin: usual, slope: slope, slopeDoubt: Self.slopeDoubt, shadowVariance: shadowVariance,
      usual: usual, usualVariance: usualVariance, rate: rate, noise: .alone)
    return TwoModes(
      model, x: usual, level: level, xx: usualVariance, ss: shadowVariance, aa: powerVariance,
      moved: 0.7)
  }
}
