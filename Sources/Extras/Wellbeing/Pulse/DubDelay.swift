internal import Haptics
public import Quantities

/// How long after the lub the dub comes.
public enum DubDelay: Sendable, Hashable {
  /// Always as long.
  case fixed(Seconds)
  /// As long as a heart of that rate takes to eject, as `Pattern.TimeBase.systoles` has it.
  case physiological

  /// The delay in an interval between two beats.
  public func delay(in interval: Seconds) -> Seconds {
    switch self {
    case .fixed(let delay): delay
    case .physiological: Seconds(Pattern.TimeBase.systoles.unit(interval: interval))
    }
  }
}
