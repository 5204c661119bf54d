public import Lubdub

/// An event of a live session.
public enum LiveEvent: Sendable, Hashable {
  /// Play a beat at its time, which usually is `lead` ahead; if the time is past, `Beat.lateness` is the delay. The event is
  /// delivered once for each beat.
  case scheduled(Beat, Pattern)
  /// Don't play a scheduled beat. The beat has the identity with which it was scheduled.
  case cancelled(Beat)
  /// A decision: a zone, a sustained contact, a step of the ceremony, or a played beat, in the order of time. A beat is the
  /// same value as when it was scheduled.
  case decided(Decision)
  /// Beats were not delivered, because their time had passed: one event for all dropped beats.
  case dropped(DroppedBeats)
  /// The clock that stamps a radio's samples differs from the session's clock, and is followed from now on.
  case clockChanged(ClockChange)
}

/// Beats that came too late to be delivered; see `LateBeatPolicy`.
public struct DroppedBeats: Sendable, Hashable {
  /// The number of beats.
  public internal(set) var count = 0
  /// The time at which the first dropped beat was due.
  public internal(set) var first = Seconds.zero
  /// The time at which the last dropped beat was due.
  public internal(set) var last = Seconds.zero
  /// The largest lateness of a dropped beat.
  public internal(set) var longestLateness = Seconds.zero

  /// Creates an empty count.
  public init() {}

  mutating func add(_ beat: Beat) {
    if count == 0 { first = beat.time }
    count += 1
    last = beat.time
    longestLateness = max(longestLateness, beat.lateness)
  }
}

/// A jump of the clock that stamps the samples of one radio, or its offset from the start. The session's own clock does not
/// change.
public struct ClockChange: Sendable, Hashable {
  /// The change of the clock.
  public enum Kind: Sendable, Hashable {
    /// The clock is behind: it was reset, wrapped, stopped, or began later. Its stamps are moved to the time of arrival.
    case restarted
    /// The clock is ahead by more than `live.aheadLimit`. Its stamps are moved to the time of arrival.
    case wentForward
    /// The clock shows the session's time again. Its stamps are no longer moved.
    case agreed
  }

  /// The change of the clock.
  public let kind: Kind
  /// The time at which the change was noticed, on the session's clock.
  public let time: Seconds
  /// The time of the radio's clock minus the session's time; for `agreed`, the amount by which stamps were moved before.
  public let jump: Seconds
}
