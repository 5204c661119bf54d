internal import Lubdub
internal import LubdubLive
internal import LubdubTraces

/// What rows are given to while a session runs.
protocol LiveTask: Sendable {
  /// Processes a row of a link, at the time of the recording where that is asked for.
  func process(_ record: TraceRecord, of link: String?) async

  func finish() async -> LiveEnd
}

/// What became of the rows, of the beats and of the heart of a live session.
struct LiveEnd: Sendable {
  var receptions = ReceptionCounts()
  /// The rows that named no link, where links are kept apart.
  var nameless = 0
  var dropped = DroppedBeats()
  /// What became of the heart; `nil` for none.
  var heart: IntervalPlayback?
}

/// The clock of a session that is replayed: zero when it was made.
struct ReplayClock<Time: Clock>: Sendable where Time.Duration == Swift.Duration {
  /// How many seconds of the trace pass in one; `nil` takes rows as they come.
  let pace: Double?
  private let clock: Time
  private let start: Time.Instant

  init(pace: Double?, clock: Time = ContinuousClock()) {
    self.pace = pace
    self.clock = clock
    start = clock.now
  }

  /// Waits until a time of the session.
  func wait(until time: Seconds) async -> Bool {
    guard let pace else { return true }
    let instant = start.advanced(by: .seconds(time.value / pace))
    return await (try? clock.sleep(until: instant, tolerance: .zero)) != nil && !Task.isCancelled
  }
}
