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

/// What a live session knows after an observation: all of one moment.
public struct LiveSnapshot: Sendable, Hashable {
  /// What became of the observation.
  public let reception: Reception
  /// The posterior after it; `nil` before there is any.
  public let estimate: DistanceEstimate?
  /// The zone after it, counted from the nearest; `nil` for none.
  public let zone: Int?
}
