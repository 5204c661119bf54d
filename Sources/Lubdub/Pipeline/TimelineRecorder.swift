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
    func shifted(_ beat: Beat) -> Beat {
      var beat = beat
      beat.time = beat.time - origin
      return beat
    }
    func shifted(_ event: HapticEvent) -> HapticEvent {
      var event = event
      event.time = event.time - origin
      return event
    }
    let lastEnd = events.map { $0.time + $0.duration }.max() ?? end
    return Timeline(
      duration: max(end, lastEnd) - origin, beats: beats.map(shifted), events: events.map(shifted))
  }
}
