/// Options for writing a timeline; every format uses only the options that apply to it.
public struct ExportOptions: Sendable, Hashable {
  /// The elements of Android's Vibration XML.
  public enum AndroidStyle: String, Sendable, Hashable, CaseIterable {
    /// On/off steps of an amplitude; for every version that reads the files.
    case waveform
    /// Primitives such as click and tick; transients only.
    case primitives
    /// Points of intensity and sharpness (API 36).
    case basicEnvelope = "basic-envelope"
    /// Points of amplitude and frequency (API 36).
    case waveformEnvelope = "waveform-envelope"
  }

  /// Whether a steady pattern is written once and repeated.
  public enum Looping: String, Sendable, Hashable, CaseIterable {
    /// Only when the whole timeline would exceed the player's budget.
    case automatic
    /// Whenever the timeline is steady.
    case always
    /// Never: the whole timeline is written.
    case never
  }

  /// The pattern's name, for formats with a field for it; a snippet's type is named after it.
  public var name = "lubdub"
  /// The day that `hjif` requires, as `YYYY-MM-DD`. Fixed, so that the same input gives the same bytes.
  public var date = "1970-01-01"
  /// AHAP: the maximum number of points in one parameter curve.
  public var curvePointLimit = 16
  /// AHAP: whether continuous events and transients are written to two files, because curves act on both kinds of events.
  public var separateTransients = false
  /// Vibration XML: the kind of elements to write; `nil` keeps the elements of the source file, or writes a waveform if
  /// there is no source file.
  public var androidStyle: AndroidStyle?
  /// Vibration XML and Android waveform: whether a steady pattern is written as a loop.
  public var looping = Looping.automatic
  /// Whether a long steady pattern is written out instead of looped, because you can feel an endless loop. `looping =
  /// .always` overrides this option.
  public var isStrict = false
  /// The smallest difference that counts as felt.
  public var tolerance = LossReport.Tolerance()
  /// The frequencies of sharpness 0 and 1, linear between; for formats in hertz. The default, 65 to 300 Hz, is the band of
  /// the MPEG haptics reference software.
  public var band: ClosedRange<Hertz> = 65...300
  /// `tact`: the device, one of `positions`.
  public var position = "VestFront"
  /// The devices of bHaptics.
  public static let positions = [
    "VestFront", "VestBack", "Vest", "Head", "ForearmL", "ForearmR", "HandL", "HandR", "FootL",
    "FootR", "GloveL", "GloveR",
  ]
  /// `tact`: the motors that play, 0...19.
  public var motors = [5, 6, 9, 10]

  /// The usual options.
  public init() {}

  func frequency(of sharpness: Double) -> Double {
    band.lowerBound.value + (band.upperBound.value - band.lowerBound.value) * sharpness
  }
}

extension ReadingLog {
  /// The inverse of `ExportOptions.frequency` for the default band: beyond 0...1 for a frequency beyond the band. A frequency
  /// outside 1 to 1000 Hz is clamped and counted.
  mutating func sharpness(ofFrequency frequency: Double, of subject: LossReport.Subject) -> Double {
    let band = ExportOptions().band
    let held = min(max(frequency, 1), 1000)
    if held != frequency { loss.note(.clampedFrequency, of: subject, by: frequency - held) }
    return toPicoUnit(
      (held - band.lowerBound.value) / (band.upperBound.value - band.lowerBound.value))
  }
}

extension LossReport {
  /// Counts a sharpness that is clamped to 0...1, by the change in hertz.
  mutating func noteClamped(_ sharpness: Double, of subject: Subject) {
    let options = ExportOptions()
    let held = min(max(sharpness, 0), 1)
    guard held != sharpness else { return }
    note(
      .clampedFrequency, of: subject,
      by: shortened(options.frequency(of: sharpness) - options.frequency(of: held)))
  }
}
