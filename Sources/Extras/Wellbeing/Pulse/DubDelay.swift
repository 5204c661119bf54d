public import Quantities

/// How long after the lub the dub comes.
public enum DubDelay: Sendable, Hashable {
  /// Always as long.
  case fixed(Seconds)
  /// As long as a heart of that rate takes to eject: 0.413 - 0.0017 · beats a minute, in seconds (A. M. Weissler,
  /// W. S. Harris, C. D. Schoenfeld, "Systolic time intervals in heart failure in man", Circulation 37 (1968)), and
  /// at most 0.45 of the interval.
  case physiological

  /// The delay in an interval between two beats.
  public func delay(in interval: Seconds) -> Seconds {
    switch self {
    case .fixed(let delay): delay
    case .physiological:
      Seconds(max(0, min(0.413 - 0.0017 * 60 / interval.value, 0.45 * interval.value)))
    }
  }
}
