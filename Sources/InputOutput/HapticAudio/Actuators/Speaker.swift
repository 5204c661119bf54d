public import Quantities

/// A loudspeaker that previews a pattern as heart sounds.
///
/// Small loudspeakers do not play the 40 to 150 Hz of real heart sounds, so that overtones are added:
/// the ear fills in the missing fundamental.
public struct Speaker: Sendable, Hashable {
  /// Fundamental of sharpness 0.
  public var lowestFrequency: Hertz
  /// Fundamental of sharpness 1.
  public var highestFrequency: Hertz
  /// Time in which a transient decays to 1/e.
  public var decay: Seconds
  /// How many overtones sound above the fundamental; the n-th has 1/(n+1) of its amplitude.
  public var overtones: Int

  /// A model from its fields.
  public init(
    lowestFrequency: Hertz = 60, highestFrequency: Hertz = 180, decay: Seconds = 0.025,
    overtones: Int = 3
  ) {
    self.lowestFrequency = lowestFrequency
    self.highestFrequency = highestFrequency
    self.decay = decay
    self.overtones = overtones
  }

  /// Checks every field against its range.
  ///
  /// - Throws: `AudioError` that names the first field that is wrong.
  public func validate() throws(AudioError) {
    try validateBand(lowestFrequency, highestFrequency)
    try AudioError.require(decay.value, in: 0.001...0.2, "decay", "s")
    try AudioError.require(Double(overtones), in: 0...8, "overtones")
  }
}
