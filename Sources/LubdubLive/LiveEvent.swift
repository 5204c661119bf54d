public import Lubdub

/// What a live session hands out.
public enum LiveEvent: Sendable, Hashable {
  /// A beat is to be played at its time, which usually is `lead` ahead; `Beat.lateness` says where it is past. It
  /// comes once for each beat.
  case scheduled(Beat, Pattern)
  /// A beat that was scheduled is not to be played. It has the identity that it was scheduled with.
  case cancelled(Beat)
  /// Something was decided: a zone, a sustained contact, a step of the ceremony, or that a beat was
  /// played, in the order of time. A beat is the same value as when it was scheduled.
  case decided(Decision)
  /// Beats were not handed out, because their time had passed: once for all of them.
  case dropped(DroppedBeats)
  /// The clock that a radio's samples are stamped with is off, and is followed from now on.
  case clockChanged(ClockChange)
}

/// Beats that came too late to be handed out, see `LateBeatPolicy`.
public struct DroppedBeats: Sendable, Hashable {
  /// How many.
  public internal(set) var count = 0
  /// When the first of them was due.
  public internal(set) var first = Seconds.zero
  /// When the last of them was due.
  public internal(set) var last = Seconds.zero
  /// How late the latest was.
  public internal(set) var longestLateness = Seconds.zero

  /// No beat yet.
  public init() {}

  mutating func add(_ beat: Beat) {
    if count == 0 { first = beat.time }
    count += 1
    last = beat.time
    longestLateness = max(longestLateness, beat.lateness)
  }
}

/// A jump of the clock that the samples of one radio are stamped with, or where it stood from the start. The session's
/// own clock stays.
public struct ClockChange: Sendable, Hashable {
  /// What the clock did.
  public enum Kind: Sendable, Hashable {
    /// It lies behind: it began anew, ran over, stood still, or began later. What it says is moved to the time of arrival.
    case restarted
    /// It lies ahead by more than `live.aheadLimit`. What it says is moved to the time of arrival.
    case wentForward
    /// It shows the session's time again. What it says is moved no more.
    case agreed
  }

  /// What the clock did.
  public let kind: Kind
  /// When that was noticed, on the session's clock.
  public let time: Seconds
  /// What the clock said then, less the session's time; of `agreed`, how far it was moved before.
  public let jump: Seconds
}
