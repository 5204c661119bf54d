public import Quantities

/// A voice coil whose acceleration follows the drive at every frequency.
public struct Wideband: Sendable, Hashable {
  /// Frequency of sharpness 0.
  public var lowestFrequency: Hertz
  /// Frequency of sharpness 1.
  public var highestFrequency: Hertz
  /// Time in which a transient decays to 1/e.
  public var decay: Seconds
  /// Acceleration at full drive, in units of standard gravity (G). The default is an example.
  public var maximumAcceleration: Double

  /// A model from its fields. The default band is that of the MPEG reference software.
  public init(
    lowestFrequency: Hertz = 65, highestFrequency: Hertz = 300, decay: Seconds = 0.012,
    maximumAcceleration: Double = 2
  ) {
    self.lowestFrequency = lowestFrequency
    self.highestFrequency = highestFrequency
    self.decay = decay
    self.maximumAcceleration = maximumAcceleration
  }

  /// Checks every field against its range.
  ///
  /// - Throws: `AudioError` that names the first field that is wrong.
  public func validate() throws(AudioError) {
    try validateBand(lowestFrequency, highestFrequency)
    try AudioError.require(decay.value, in: 0.001...0.2, "decay", "s")
    try AudioError.require(maximumAcceleration, in: 0.01...100, "maximumAcceleration", "G")
  }
}
