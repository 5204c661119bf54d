public import Lubdub

/// What a live session hands out.
public enum LiveEvent: Sendable, Hashable {
  /// A beat is to be played at its time, which usually is `lead` ahead. It comes once for each beat.
  case scheduled(Beat, Pattern)
  /// A beat that was scheduled is not to be played.
  case cancelled(Beat)
  /// Something was decided: a zone, a sustained contact, a step of the ceremony, or that a beat was
  /// played, in the order of time.
  case decided(Decision)
}
