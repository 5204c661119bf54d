internal import LubdubSupport

/// What is played and when: the result of the pipeline and the input of every format.
public struct Timeline: Sendable, Hashable {
  /// From the start of the timeline to its end; no event ends later.
  public var duration: Seconds
  /// The heartbeats, strictly increasing in time. Empty for a pattern without beats.
  public var beats: [Beat]
  /// The events of beats and cues together, ordered by time. Continuous ones that overlap add up, held to 1.
  public var events: [HapticEvent]

  /// A timeline from its parts. Events are put in the order of time; events of one time keep theirs.
  public init(duration: Seconds, beats: [Beat] = [], events: [HapticEvent]) {
    self.duration = duration
    self.beats = beats
    self.events = events.inOrder { $0.time < $1.time }
  }
}
