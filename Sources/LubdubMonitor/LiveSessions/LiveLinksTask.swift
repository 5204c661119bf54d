/// Forwards the links of a log at their times. A page creates one session per link.
actor LiveLinksTask: LiveTask {
  private var end = LiveEnd()
  private var now = Seconds.zero
  private let replay: ReplayClock<ContinuousClock>
  private let origin: Seconds
  private let sink: any LiveSink

  init(pace: Double?, _ sink: any LiveSink, origin: Seconds) {
    replay = ReplayClock(pace: pace)
    (self.sink, self.origin) = (sink, origin)
  }

  func process(_ record: TraceRecord, of link: String?) async {
    guard link != nil else {
      end.nameless += 1
      return
    }
    let time = record.sample.time - origin
    guard await replay.wait(until: time) else { return }
    // Links may have their own clocks, so a row that is earlier than another link's row can still be the newest of its own
    // link.
    now = max(now, time)
    await sink.processed(record, at: now, nil)
  }

  func finish() -> LiveEnd { end }
}
