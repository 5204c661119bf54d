/// How a timeline becomes samples.
public struct RenderOptions: Sendable, Hashable {
  /// What the samples stand for.
  public enum Signal: String, Sendable, Hashable, CaseIterable {
    /// What is sent to the actuator.
    case drive
    /// What the actuator does with it, simulated: the preview.
    case acceleration
  }

  /// How the amplitude of full intensity is found.
  public enum Gain: String, Sendable, Hashable, CaseIterable {
    /// As loud as this timeline allows.
    case automatic
    /// The same for every timeline with these options, so that clips can be played in turn. A timeline
    /// whose overlaps would clip is refused.
    case absolute
  }

  /// How rounding to integers is treated.
  public enum Dither: Sendable, Hashable {
    /// Rounded to the nearest step.
    case none
    /// Noise of triangular distribution, one step to either side, is added before rounding, except
    /// in digital silence. The same seed gives the same bytes.
    case triangular(seed: UInt64)
  }

  /// Samples a second, 8000...192000.
  public var sampleRate: Int
  /// How a sample is stored.
  public var format: SampleFormat
  /// Which channels there are.
  public var layout: ChannelLayout
  /// What the samples are played on.
  public var actuator: ActuatorModel
  /// What the samples stand for.
  public var signal: Signal
  /// Whether the drive is filtered by the inverse of the actuator's resonance, so that the
  /// acceleration is the pattern's. Only an LRA has something to compensate.
  public var compensates: Bool
  /// The frequency of a sharpness; `nil` for the actuator's own band.
  public var sharpness: SharpnessMap?
  /// The amplitude of an intensity.
  public var intensity: IntensityMap
  /// How far the true peak stays below full scale, 0...60 dB.
  public var headroom: Decibels
  /// How the amplitude of full intensity is found.
  public var gain: Gain
  /// How rounding to integers is treated.
  public var dither: Dither

  /// Options from their fields.
  public init(
    sampleRate: Int = 48_000, format: SampleFormat = .pcm16, layout: ChannelLayout = .mono,
    actuator: ActuatorModel = .wideband(), signal: Signal = .drive, compensates: Bool = false,
    sharpness: SharpnessMap? = nil, intensity: IntensityMap = .linear, headroom: Decibels = 1,
    gain: Gain = .automatic, dither: Dither = .none
  ) {
    (self.sampleRate, self.format, self.layout) = (sampleRate, format, layout)
    (self.actuator, self.signal, self.compensates) = (actuator, signal, compensates)
    (self.sharpness, self.intensity, self.headroom) = (sharpness, intensity, headroom)
    (self.gain, self.dither) = (gain, dither)
  }

  var frequencies: SharpnessMap { sharpness ?? .linear(actuator.band) }

  /// Whether the samples of one sharpness differ from those of another. A motor's drive has no frequency,
  /// and a band of one frequency has the same for all.
  public var playsSharpness: Bool {
    if case .erm = actuator { return false }
    return frequencies.lowest < frequencies.highest
  }

  /// Checks every option against its range.
  ///
  /// - Throws: `AudioError` that names the first option that is wrong.
  public func validate() throws(AudioError) {
    try AudioError.require(Double(sampleRate), in: 8_000...192_000, "sampleRate", "Hz")
    try AudioError.require(headroom.value, in: 0...60, "headroom", "dB")
    try actuator.validate()
    if let sharpness { try validateBand(sharpness.lowest, sharpness.highest) }
  }
}
