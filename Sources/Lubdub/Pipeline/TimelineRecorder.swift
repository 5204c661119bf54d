/// Collects a timeline from a pipeline's decisions.
public struct TimelineRecorder: Sendable {
  private var beats: [Beat] = []
  private var events: [HapticEvent] = []

  /// Creates an empty recorder.
  public init() {}

  /// Adds the beat and the events of a decision.
  public mutating func add(_ decision: Decision) {
    if case .beat(let beat, _) = decision { beats.append(beat) }
    events.append(contentsOf: decision.events)
  }

  /// Returns the collected timeline.
  ///
  /// - Parameter end: The end of the session.
  /// - Returns: A timeline that lasts until the end of the session, or until the end of the last event.
  public func timeline(until end: Seconds) -> Timeline {
    let lastEnd = events.map { $0.time + $0.duration }.max() ?? end
    return Timeline(duration: max(end, lastEnd), beats: beats, events: events)
  }
}
