/// A running live session: a player, the task that forwards the player's output, and the heart.
struct LiveSessionTask: LiveTask {
  private let player: LivePlayer<ContinuousClock>
  private let writing: Task<Void, Never>
  private let heart: LiveHeart?
  private let beating: Task<Void, Never>?
  private let sink: any LiveSink
  private let origin: Seconds
  private let replay: ReplayClock<ContinuousClock>
  private let stamping: LiveRun.Clock

  init(
    _ configuration: Configuration, lead: Seconds, pace: Double?, heart: IntervalPlayback?,
    stamping: LiveRun.Clock, _ sink: any LiveSink, _ host: LiveHost, origin: Seconds
  ) async throws(SettingError) {
    replay = ReplayClock(pace: pace)
    var configuration = configuration
    // The reader of the rows has already repaired their clock.
    configuration.live.aheadLimit = configuration.live.aheadLimit ?? 86_400
    // The sink accepts all events, even if it is slow.
    let player = try LivePlayer(
      configuration, clock: ContinuousClock(), pace: pace ?? 1, lead: lead, eventLimit: .max)
    let events = await player.events
    (self.player, self.sink, self.origin, self.stamping) = (player, sink, origin, stamping)
    writing = Task(priority: .userInitiated) {
      for await event in events {
        if case .clockChanged(let change) = event { host.note(change.note) }
        await sink.handedOut(event)
      }
    }
    let delivery = heart.map { LiveHeart($0, to: player, pace: pace ?? 1) }
    self.heart = delivery
    beating = delivery.map { heart in Task { await heart.play() } }
  }

  func process(_ record: TraceRecord, of link: String?) async {
    var sample = record.sample
    sample.time = sample.time - origin
    guard await replay.wait(until: sample.time) else { return }
    let answer: LiveReception
    switch stamping {
    case .rows:
      await heart?.deliver(until: sample.time)
      answer = await player.process(sample)
    case .arrival: answer = await player.process(UntimedSample(sample))
    }
    guard answer.reception.isTaken else { return }
    await sink.processed(record, at: answer.time, answer.estimate)
  }

  func finish() async -> LiveEnd {
    beating?.cancel()
    await beating?.value
    await player.finish()
    await writing.value
    return LiveEnd(
      receptions: await player.receptions, dropped: await player.droppedBeats,
      heart: await heart?.playback, learned: await player.learned)
  }
}

extension ClockChange {
  fileprivate var note: String {
    let jump = NumberText.rounded(abs(jump.value), 2)
    return switch kind {
    case .restarted:
      "the clock of the rows went back by \(jump) s; Lubdub follows it from now on, and held one row back"
    case .agreed: "the clock of the rows is right again, by \(jump) s; Lubdub follows it"
    case .wentForward: "the clock of the rows went forward by \(jump) s; Lubdub follows it"
    }
  }
}
