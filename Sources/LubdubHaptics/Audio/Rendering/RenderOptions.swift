/// Options for rendering a timeline to samples.
public struct RenderOptions: Sendable, Hashable {
  /// The quantity that the samples represent.
  public enum Signal: String, Sendable, Hashable, CaseIterable {
    /// The signal sent to the actuator.
    case drive
    /// The simulated acceleration of the actuator: the preview.
    case acceleration
  }

  /// The rule for the amplitude of full intensity.
  public enum Gain: String, Sendable, Hashable, CaseIterable {
    /// The largest amplitude that the timeline allows.
    case automatic
    /// One amplitude for every timeline with these options, so that clips can be played in turn. A timeline whose overlaps
    /// would clip is rejected.
    case absolute
  }

  /// The treatment of rounding to integers.
  public enum Dither: Sendable, Hashable {
    /// Samples are rounded to the nearest step.
    case none
    /// Noise of triangular distribution, one step to either side, is added before rounding, except
    /// in digital silence. The same seed gives the same bytes.
    case triangular(seed: UInt64)
  }

  /// The number of samples per second, 8000...192000.
  public var sampleRate: Int
  /// The storage format of a sample.
  public var format: SampleFormat
  /// The channels.
  public var layout: ChannelLayout
  /// The actuator that plays the samples.
  public var actuator: ActuatorModel
  /// The quantity that the samples represent.
  public var signal: Signal
  /// Whether the drive is filtered by the inverse of the actuator's resonance, so that the acceleration follows the pattern.
  /// Only an LRA needs compensation.
  public var compensates: Bool
  /// The frequency of a sharpness; `nil` for the actuator's own band.
  public var sharpness: SharpnessMap?
  /// The amplitude of an intensity.
  public var intensity: IntensityMap
  /// The minimum distance of the true peak below full scale, 0...60 dB.
  public var headroom: Decibels
  /// The rule for the amplitude of full intensity.
  public var gain: Gain
  /// The treatment of rounding to integers.
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

  /// Whether sharpness changes the samples. A motor's drive has no frequency, and a band of one frequency gives the same
  /// samples for every sharpness.
  public var playsSharpness: Bool {
    if case .erm = actuator { return false }
    return frequencies.lowest < frequencies.highest
  }

  /// Checks every option against its range.
  ///
  /// - Throws: `AudioError` that names the first invalid option.
  public func validate() throws(AudioError) {
    try AudioError.require(Double(sampleRate), in: 8_000...192_000, "sampleRate", "Hz")
    try AudioError.require(headroom.value, in: 0...60, "headroom", "dB")
    try actuator.validate()
    if let sharpness { try validateBand(sharpness.lowest, sharpness.highest) }
  }
}
