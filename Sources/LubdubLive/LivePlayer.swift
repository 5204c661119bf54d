public import Lubdub

/// Runs a pipeline in real time: wakes when something is due, hands out beats ahead of their time, and
/// takes samples from any task.
///
/// Times are seconds on the player's clock, which starts at `startTime` when the player is made.
/// A sample without a time is stamped with it when it arrives. One with a time is stamped with the player's
/// clock, too: `now` reads it. Where a radio has another clock, that is found after a few samples, and the player's stays.
/// Rows of a recording that come at once set the clock forward, each by at most `Configuration.live.aheadLimit`.
///
/// ```swift
/// let player = try LivePlayer(configuration, clock: ContinuousClock())
/// Task { for await event in await player.events { play(event) } }
/// player.submit(.uwb(distance))
/// ```
public actor LivePlayer<C: Clock> where C.Duration == Duration {
  private var clock: PlayerClock<C>
  private var session: LiveSession
  private var readers: EventReaders<LiveEvent>
  /// The clock that it sleeps by.
  public nonisolated let base: C
  private let inbox = Inbox<Submission<C.Instant>>()
  private var isFinished = false

  /// A player that has heard nothing.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the pipeline.
  ///   - clock: What it sleeps by.
  ///   - startTime: The time on the player's clock at this moment.
  ///   - pace: How many seconds of the player's clock pass in one of `clock`; positive.
  ///   - lead: How long before its time a beat is handed out, on the player's clock.
  ///   - eventLimit: How many events are kept for a reader that is slow; then the oldest are dropped and counted.
  /// - Throws: `SettingError` when the configuration contradicts itself, or one of the others is out of
  ///   range.
  public init(
    _ configuration: Configuration, clock: C, startTime: Seconds = 0, pace: Double = 1,
    lead: Seconds = 0.1, eventLimit: Int = 1024
  ) throws(SettingError) {
    base = clock
    self.clock = try PlayerClock(clock, startTime: startTime, pace: pace)
    session = try LiveSession(configuration, lead: lead)
    readers = try EventReaders(limit: eventLimit)
    inbox.deliver { [weak self] in await self?.take($0) }
  }

  /// Everything that is handed out from now on, in the order of time, for one more reader.
  ///
  /// It may be asked for any number of times, also after a reader was cancelled. The first reader is given what was
  /// decided before it came, and every one the beats that were handed out and are still to come. It ends when the
  /// player is finished, or gone.
  public var events: AsyncStream<LiveEvent> {
    let beats = session.scheduled.map { LiveEvent.scheduled($0.beat, $0.pattern) }
    let stream = readers.add(beats) { [weak self] number in
      guard let self else { return }
      Task { await self.leave(number) }
    }
    if isFinished { readers.finish() }
    return stream
  }

  /// How many events were dropped because a reader was slow, or came while nobody read.
  public var missedEvents: Int { readers.missed }

  private func leave(_ number: Int) { readers.remove(number) }

  private func emit(_ event: LiveEvent) { readers.yield(event, waits: !event.isOfBeat) }

  /// The time on the player's clock.
  public var now: Seconds { clock.now }

  /// The moment at which the player's clock shows a time: of a beat, when to play it.
  public func instant(of time: Seconds) -> C.Instant { clock.instant(of: time) }

  /// The time that the player's clock shows at a moment; of one that another clock was read at, for `ClockFit`.
  public func time(at instant: C.Instant) -> Seconds { clock.time(at: instant) }

  /// What is known now: all of one moment.
  public var snapshot: LiveSnapshot { session.snapshot(at: max(now, session.time)) }

  /// What is known, so many times a second: now, and until the player is finished or gone, or nobody reads. One who is slow
  /// gets the newest.
  ///
  /// - Parameter rate: From 0.01 to 240 a second; what lies outside counts as the nearest of these.
  /// - Returns: The stream, which ends with the player.
  public nonisolated func snapshots(perSecond rate: Double = 10) -> AsyncStream<LiveSnapshot> {
    ticking(base, perSecond: rate) { [weak self] in await self?.unfinishedSnapshot }
  }

  private var unfinishedSnapshot: LiveSnapshot? { isFinished ? nil : snapshot }

  /// What became of the samples.
  public var receptions: ReceptionCounts { session.receptions }
  /// All beats that were dropped because they were late.
  public var droppedBeats: DroppedBeats { session.droppedBeats }
  /// The posterior after the last sample; `nil` before there is any.
  public var estimate: DistanceEstimate? { session.estimate }
  /// The zone now, counted from the nearest; `nil` for none.
  public var zone: Int? { session.zone }
  /// What was learned of the pair of devices, to be kept for its next session.
  public var learned: LearnedLink { session.learned }
  /// When something will happen next if nothing is heard; `nil` for nothing.
  public var nextWake: Seconds? { session.nextWake }

  /// Takes a sample in.
  ///
  /// - Parameter sample: Stamped with the player's clock.
  /// - Returns: What became of it, and what is known then.
  @discardableResult public func process(_ sample: Sample) -> LiveReception {
    answer(session.process(sample, now: now) { emit($0) })
  }

  /// Takes a sample in that is made now.
  ///
  /// - Parameter sample: It is stamped with the player's clock.
  /// - Returns: What became of it, and what is known then.
  @discardableResult public func process(_ sample: UntimedSample) -> LiveReception {
    answer(session.process(sample, now: now) { emit($0) })
  }

  private func answer(_ reception: Reception) -> LiveReception {
    arm()
    return LiveReception(
      reception: reception, time: session.observed, estimate: session.estimate, zone: session.zone)
  }

  /// Hands a sample in that is made now, from any thread, as a delegate does: nothing waits. It is stamped with the
  /// player's clock at the call, and what is handed in from one thread keeps its order.
  public nonisolated func submit(_ sample: UntimedSample) { inbox.put(.made(sample, base.now)) }

  /// Hands a sample in that is stamped with the player's clock, from any thread. Samples keep their order.
  public nonisolated func submit(_ sample: Sample) { inbox.put(.stamped(sample)) }

  /// Hands an interval in that is over now, from any thread; see `process(interval:at:)`.
  public nonisolated func submit(interval: Seconds) { inbox.put(.interval(interval, base.now)) }

  private func take(_ submission: Submission<C.Instant>) {
    switch submission {
    case .stamped(let sample): process(sample)
    case .interval(let interval, let instant):
      process(interval: interval, at: clock.time(at: instant))
    case .made(let sample, let instant):
      let time = clock.time(at: instant)
      session.process(sample, now: time, madeAt: time) { emit($0) }
      arm()
    }
  }

  /// Takes an interval in that is measured elsewhere, such as that of a pulse, for the tempo policy `.pulse`.
  ///
  /// - Parameters:
  ///   - interval: From one beat to the next, as a strap reports it.
  ///   - time: From when on it counts, on the player's clock, at most `live.aheadLimit` ahead; now where it is left out
  ///     or past.
  /// - Returns: What became of it.
  @discardableResult public func process(interval: Seconds, at time: Seconds? = nil) -> Reception {
    guard time?.isFinite ?? true else { return .notFinite }
    let (present, limit) = (now, session.configuration.live.mostAhead)
    let moment = max(present, time ?? present)
    guard moment <= present + limit else { return .ahead(by: moment - present, limit: limit) }
    let reception = session.process(interval: interval, now: moment) { emit($0) }
    arm()
    return reception
  }

  /// Takes new settings over while running.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself, or the player is finished; nothing has
  ///   changed then.
  public func apply(_ configuration: Configuration) throws(SettingError) {
    try session.apply(configuration, now: now) { emit($0) }
    arm()
  }

  /// Plays nothing from now on, as an app in the background does, and wakes no more: beats that were handed out are
  /// taken back, and a sustained contact ends. Samples still count, and the zone is followed.
  public func suspend() {
    session.suspend(now: now) { emit($0) }
    clock.disarm()
  }

  /// Plays again. A zone that was silent for too long meanwhile has ended; one that is still known sounds as if it
  /// were entered now, and a sustained contact begins anew. No beat of the meantime is made up for.
  public func resume() {
    session.resume(now: now) { emit($0) }
    arm()
  }

  /// Ends the session and the events of every reader. Samples are refused from now on.
  ///
  /// - Returns: The end.
  @discardableResult public func finish() -> Seconds {
    let end = session.finish(at: now) { emit($0) }
    isFinished = true
    clock.disarm()
    readers.finish()
    return end
  }

  private func arm() {
    clock.follow(session.time)
    guard !session.isSuspended else { return }
    clock.arm(session.nextWake) { [weak self] in await self?.wake(at: $0) }
  }

  /// It is `due` by now, also where the clock has fewer digits.
  private func wake(at due: Seconds) {
    clock.hasWoken()
    guard !session.isSuspended else { return }
    session.pass(to: max(now, due)) { emit($0) }
    arm()
  }
}
