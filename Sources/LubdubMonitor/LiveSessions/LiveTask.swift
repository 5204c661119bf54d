protocol LiveTask: Sendable {
  func process(_ record: TraceRecord, of link: String?) async

  func finish() async -> LiveEnd
}

struct LiveEnd: Sendable {
  var receptions = ReceptionCounts()
  var nameless = 0
  var dropped = DroppedBeats()
  var heart: IntervalPlayback?
  var learned: LearnedLink?
}

/// The clock of a replayed session, which starts at zero at its creation.
struct ReplayClock<Time: Clock>: Sendable where Time.Duration == Swift.Duration {
  let pace: Double?
  private let clock: Time
  private let start: Time.Instant

  init(pace: Double?, clock: Time = ContinuousClock()) {
    self.pace = pace
    self.clock = clock
    start = clock.now
  }

  func wait(until time: Seconds) async -> Bool {
    guard let pace else { return true }
    let instant = start.advanced(by: .seconds(time.value / pace))
    return await (try? clock.sleep(until: instant, tolerance: .zero)) != nil && !Task.isCancelled
  }
}
