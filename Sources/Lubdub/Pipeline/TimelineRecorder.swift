/// Collects a timeline from a pipeline's decisions.
public struct TimelineRecorder: Sendable {
  private var beats: [Beat] = []
  private var events: [HapticEvent] = []

  /// Nothing yet.
  public init() {}

  /// Takes what is to be felt.
  public mutating func add(_ decision: Decision) {
    if case .beat(let beat, _) = decision { beats.append(beat) }
    events.append(contentsOf: decision.events)
  }

  /// What was collected.
  ///
  /// - Parameters:
  ///   - end: When the session ended, on the caller's clock.
  ///   - origin: The time on the caller's clock that the timeline starts at.
  /// - Returns: A timeline that lasts until the end, or until the last event is over.
  public func timeline(until end: Seconds, from origin: Seconds = 0) -> Timeline {
    let lastEnd = events.map { $0.time + $0.duration }.max() ?? end
    var (beats, events) = (beats, events)
    for place in beats.indices { beats[place].time -= origin }
    for place in events.indices { events[place].time -= origin }
    return Timeline(duration: max(end, lastEnd) - origin, beats: beats, events: events)
  }
}
