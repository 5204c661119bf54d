public import Lubdub
public import Quantities

/// What a live session knows after an observation: all of one moment.
public struct LiveReception: Sendable, Hashable {
  /// What became of the observation.
  public let reception: Reception
  /// Its time on the session's clock, if it was taken; that of the last one that was, if not.
  public let time: Seconds
  /// The posterior after it; `nil` before there is any.
  public let estimate: DistanceEstimate?
  /// The zone after it, counted from the nearest; `nil` for none.
  public let zone: Int?
}

/// What a live session knows at one moment.
public struct LiveSnapshot: Sendable, Hashable {
  /// The moment, on the session's clock.
  public let time: Seconds
  /// The posterior after the last observation, at its time; `nil` before there is any.
  public let estimate: DistanceEstimate?
  /// The zone, counted from the nearest; `nil` for none.
  public let zone: Int?
  /// Where the ceremony stands.
  public let phase: CeremonyPhase
  /// The beats of the next two seconds, if nothing new is heard: first those that were handed out.
  public let nextBeats: [Beat]
  /// Whether the session is suspended.
  public let isSuspended: Bool
}
