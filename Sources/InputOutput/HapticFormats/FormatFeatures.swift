public import Quantities

/// What a format can hold: one row of the table in `docs/formats.md`.
public struct FormatFeatures: Sendable, Hashable {
  /// How much of one aspect survives.
  public enum Support: Sendable, Hashable {
    /// As it was.
    case kept
    /// Nearly, or in another form.
    case approximated(String)
    /// Not at all.
    case dropped
  }

  /// What the format is and what plays it.
  public var title: String
  /// The usual ending of file names, without a dot.
  public var fileExtension: String
  /// The smallest step of time.
  public var timeResolution: Seconds
  /// Transient events.
  public var transients: Support
  /// Continuous events.
  public var continuous: Support
  /// Intensities.
  public var intensity: Support
  /// Sharpness.
  public var sharpness: Support
  /// The course of continuous events.
  public var curves: Support
  /// Events that sound at the same time.
  public var overlaps: Support
  /// Heartbeats and annotations.
  public var annotations: Support
  /// Limits of the format, and what is done about them.
  public var limits: String
  /// Whether it can be read as well.
  public var isReadable: Bool
}
