public import Quantities

/// A linear resonant actuator: a mass on a spring.
///
/// From drive (a force) to acceleration it is a second-order high-pass with a resonance,
/// H(s) = (1/Q) s² / (s² + s ω₀/Q + ω₀²), which is 1 at the resonance.
public struct LRA: Sendable, Hashable {
  /// Frequency of the resonance.
  public var resonance: Hertz
  /// Quality factor of the resonance.
  public var quality: Double
  /// The shortest time over which the renderer drives a transient: what is shorter is not felt.
  public var riseTime: Seconds
  /// The largest drive, as a fraction of full scale.
  public var driveLimit: Double
  /// Frequency of sharpness 0.
  public var lowestFrequency: Hertz
  /// Frequency of sharpness 1.
  public var highestFrequency: Hertz
  /// The most that compensation may raise the drive at a frequency over the drive at resonance.
  public var maximumBoost: Decibels
  /// Acceleration at resonance and full drive, in units of standard gravity (G). An example.
  public var maximumAcceleration: Double

  /// A model from its fields.
  public init(
    resonance: Hertz = 175, quality: Double = 8, riseTime: Seconds = 0.02, driveLimit: Double = 1,
    lowestFrequency: Hertz = 100, highestFrequency: Hertz = 250, maximumBoost: Decibels = 30,
    maximumAcceleration: Double = 1.5
  ) {
    self.resonance = resonance
    self.quality = quality
    self.riseTime = riseTime
    self.driveLimit = driveLimit
    self.lowestFrequency = lowestFrequency
    self.highestFrequency = highestFrequency
    self.maximumBoost = maximumBoost
    self.maximumAcceleration = maximumAcceleration
  }

  /// Checks every field against its range.
  ///
  /// - Throws: `AudioError` that names the first field that is wrong.
  public func validate() throws(AudioError) {
    try AudioError.require(resonance.value, in: 20...1000, "resonance", "Hz")
    try AudioError.require(quality, in: 0.5...100, "quality")
    try AudioError.require(riseTime.value, in: 0.001...0.5, "riseTime", "s")
    try AudioError.require(driveLimit, in: 0.01...1, "driveLimit")
    try validateBand(lowestFrequency, highestFrequency)
    try AudioError.require(maximumBoost.value, in: 0...60, "maximumBoost", "dB")
    try AudioError.require(maximumAcceleration, in: 0.01...100, "maximumAcceleration", "G")
  }

  /// The amplitude of steady acceleration at a frequency, relative to the resonance.
  public func relativeResponse(at frequency: Hertz) -> Double {
    let ratio = frequency.value / resonance.value
    let square = ratio * ratio
    let stiff = 1 - square
    let loss = ratio / quality
    return square / (stiff * stiff + loss * loss).squareRoot() / quality
  }

  /// The time in which a free oscillation decays to 1/e: Q / (π f₀).
  var ringing: Double { quality / (.pi * resonance.value) }
}
