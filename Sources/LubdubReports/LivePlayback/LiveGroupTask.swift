/// The links of a log as one live session: each has a pipeline of its own, and the sink learns who is felt.
/// It hands out no beats: a page makes those of the link that is felt.
actor LiveGroupTask: LiveTask {
  private var group: LiveGroup
  private var end = LiveEnd()
  private var now = Seconds.zero
  private let replay: ReplayClock<ContinuousClock>
  private let origin: Seconds
  private let sink: any LiveSink

  init(
    _ configuration: Configuration, _ mix: PeerMix, pace: Double?, _ sink: any LiveSink,
    origin: Seconds
  ) throws(SettingError) {
    group = try LiveGroup(configuration, mix: mix, lead: 0)
    replay = ReplayClock(pace: pace)
    self.origin = origin
    self.sink = sink
  }

  func process(_ record: TraceRecord, of link: String?) async {
    guard let link else {
      end.nameless += 1
      return
    }
    var sample = record.sample
    sample.time = sample.time - origin
    guard await replay.wait(until: sample.time) else { return }
    // Links with clocks of their own: what is behind another link's row is still the newest of its own.
    now = max(now, sample.time)
    var changes: [(link: String?, time: Seconds)] = []
    let reception = group.process(sample, of: link, now: now) { event in
      if case .felt(let link, let time) = event { changes.append((link, time)) }
    }
    end.receptions.add(reception)
    for change in changes { await sink.felt(change.link, from: origin + change.time) }
    guard reception.isTaken else { return }
    await sink.processed(record, at: now, nil)
  }

  func finish() -> LiveEnd { end }
}
