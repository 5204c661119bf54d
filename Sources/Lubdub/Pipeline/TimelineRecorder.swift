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
  /// - Parameter end: When the session ended.
  /// - Returns: A timeline that lasts until the end, or until the last event is over.
  public func timeline(until end: Seconds) -> Timeline {
    let lastEnd = events.map { $0.time + $0.duration }.max() ?? end
    return Timeline(duration: max(end, lastEnd), beats: beats, events: events)
  }
}
