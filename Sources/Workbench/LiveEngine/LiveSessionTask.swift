internal import Lubdub
internal import LubdubLive
internal import Quantities
internal import Traces

/// A live session that runs: a player, the task that hands on what it gives out, and the heart beside it.
struct LiveSessionTask {
  private let player: LivePlayer<ContinuousClock>
  private let writing: Task<Void, Never>
  private let heart: LiveHeart?
  private let beating: Task<Void, Never>?
  private let sink: any LiveSink
  private let origin: Seconds
  private let pace: Double?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  /// Begins a session now.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - lead: How long before its time a beat is handed out.
  ///   - pace: How many seconds of the trace pass in one; `nil` takes rows as they come.
  ///   - heart: A heart that gives the tempo; `nil` for none.
  ///   - sink: Takes what is handed out.
  ///   - origin: The time of the first row, zero of the session.
  /// - Throws: `SettingError` when the configuration contradicts itself.
  init(
    _ configuration: Configuration, lead: Seconds, pace: Double?, heart: RRIntervalPlayback?,
    _ sink: any LiveSink, origin: Seconds
  ) throws(SettingError) {
    start = clock.now
    let player = try LivePlayer(configuration, clock: clock, pace: pace ?? 1, lead: lead)
    self.player = player
    self.sink = sink
    self.origin = origin
    self.pace = pace
    writing = Task(priority: .userInitiated) {
      for await event in player.events { await sink.handedOut(event) }
    }
    let delivery = heart.map { LiveHeart($0, to: player, pace: pace ?? 1) }
    self.heart = delivery
    beating = delivery.map { heart in Task { await heart.play() } }
  }

  /// Processes a row, at the time of the recording where that is asked for.
  func process(_ record: TraceRecord) async {
    var observation = record.observation
    observation.time = observation.time - origin
    if let pace {
      let wait = Duration.seconds(observation.time.value / pace)
      do {
        try await clock.sleep(until: start.advanced(by: wait), tolerance: .zero)
      } catch {
        return
      }
    }
    guard !Task.isCancelled || pace == nil else { return }
    await heart?.deliver(until: observation.time)
    let snapshot = await player.process(observation)
    guard snapshot.reception.isTaken else { return }
    await sink.processed(record, at: observation.time, snapshot.estimate)
  }

  /// Ends the session.
  ///
  /// - Returns: What became of the rows, and of the heart.
  func finish() async -> (receptions: ReceptionCounts, heart: RRIntervalPlayback?) {
    beating?.cancel()
    await beating?.value
    await player.finish()
    await writing.value
    return (await player.receptions, await heart?.playback)
  }
}
