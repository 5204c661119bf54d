internal import LubdubSupport

/// The beats and events to play, with their times: the result of the pipeline and the input of every format.
public struct Timeline: Sendable, Hashable {
  /// The time from the start of the timeline to its end; no event ends later.
  public var duration: Seconds
  /// The heartbeats, strictly increasing in time. Empty for a pattern without beats.
  public var beats: [Beat]
  /// The events of beats and cues together, in the order of time. Overlapping continuous events add up to at most 1.
  public var events: [HapticEvent]

  /// Creates a timeline from its parts. Events are sorted by time; events at the same time keep their order.
  public init(duration: Seconds, beats: [Beat] = [], events: [HapticEvent]) {
    self.duration = duration
    self.beats = beats
    self.events = events.inOrder { $0.time < $1.time }
  }
}
