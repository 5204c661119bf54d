/// What is wrong with an interval, after J. A. Lipponen and M. P. Tarvainen, "A robust algorithm for heart rate
/// variability time series artefact correction using novel beat classification", J. Med. Eng. Technol. 43
/// (2019).
public enum FaultKind: String, Sendable, Hashable, CaseIterable {
  /// A beat came too soon and the next one too late, or the other way round.
  case ectopic
  /// The interval is too long.
  case long
  /// The interval is too short.
  case short
  /// A beat was not seen: the interval is two.
  case missed
  /// A beat was seen that was none: this interval and the next are one.
  case extra
}
