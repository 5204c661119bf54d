internal import RealModule

/// What is known about signal strength on a link before anything is heard.
package struct LinkModel: Sendable {
  /// Whether anybody vouches for the path loss.
  let isKnown: Bool
  /// ln of the usual distance, and the variance of ln(distance) around it.
  let usual, usualVariance: Double
  /// dB per ln(distance), and the level at the usual distance, in dBm.
  let slope, level: Double
  /// Variance of that level, and of shadows, in dB².
  let powerVariance, shadowVariance: Double
  /// How fast who roams returns to the usual distance, per second.
  let rate: Double
  /// Factor on the interval that is shown.
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

  /// (Deviation of the slope / slope)²: it widens what is far from the usual distance.
  private static let slopeDoubt = 0.008

  /// The belief before anything is heard: that a link roams is likelier than not.
  var start: TwoModes {
    let model = TwoModesModel(
      origin: usual, slope: slope, slopeDoubt: Self.slopeDoubt, shadowVariance: shadowVariance,
      usual: usual, usualVariance: usualVariance, rate: rate, noise: .alone)
    return TwoModes(
      model, x: usual, level: level, xx: usualVariance, ss: shadowVariance, aa: powerVariance,
      moved: 0.7)
  }
}
