public import Lubdub

/// Runs one pipeline in real time; see `SessionPlayer`.
public typealias LivePlayer<C: Clock> = SessionPlayer<LiveSession, C> where C.Duration == Duration

/// Runs the pipelines of several peers in real time; see `SessionPlayer`.
///
/// Beats of all peers are at least the refractory time apart from each other.
public typealias LiveGroupPlayer<C: Clock> = SessionPlayer<LiveGroup, C>
where C.Duration == Duration

/// Runs a session in real time: wakes when something is due, announces beats ahead of their time, and accepts samples from any
/// task.
///
/// Times are seconds on the player's clock, which starts at `startTime` when the player is created. A sample without a time
/// is stamped with this clock when it arrives. A sample with a time must also use the player's time: `now` reads it. If a
/// radio has another clock, the player finds the offset of that clock after a few samples, and does not change its own
/// clock. Rows of a recording that arrive at once set the clock forward, each by at most `Configuration.live.aheadLimit`.
///
/// ```swift
/// let player = try LivePlayer(configuration, clock: ContinuousClock())
/// Task { for await event in await player.events { play(event) } }
/// player.submit(.uwb(distance))
/// ```
public actor SessionPlayer<Session: PlayableSession, C: Clock> where C.Duration == Duration {
  private var clock: PlayerClock<C>
  private var session: Session
  private var readers: EventReaders<Session.Event>
  /// The clock for the player's sleep.
  public nonisolated let base: C
  private let inbox = Inbox<@Sendable (isolated SessionPlayer) -> Void>()
  private var isFinished = false

  /// Creates a player without samples.
  ///
  /// - Parameters:
  ///   - session: The session to run.
  ///   - clock: The clock for the player's sleep.
  ///   - startTime: The time on the player's clock at this moment.
  ///   - pace: The seconds of the player's clock per second of `clock`; positive.
  ///   - eventLimit: The number of events kept for a slow reader; beyond it, the oldest events are dropped and counted.
  /// - Throws: `SettingError` if a parameter is out of range.
  public init(
    _ session: Session, clock: C, startTime: Seconds = 0, pace: Double = 1, eventLimit: Int = 1024
  ) throws(SettingError) {
    base = clock
    self.clock = try PlayerClock(clock, startTime: startTime, pace: pace)
    self.session = session
    readers = try EventReaders(limit: eventLimit)
    inbox.deliver { [weak self] work in if let self { await work(self) } }
  }

  // MARK: State

  /// Every event from now on, in the order of time, for one more reader.
  ///
  /// You can read this property more than once, even after a reader was canceled. The first reader gets the earlier
  /// decisions, and every reader gets the delivered beats that are still to come. The stream ends when the player is
  /// finished or released.
  public var events: AsyncStream<Session.Event> {
    let stream = readers.add(session.scheduledEvents) { [weak self] number in
      guard let self else { return }
      Task { await self.leave(number) }
    }
    if isFinished { readers.finish() }
    return stream
  }

  /// The number of events that were dropped because a reader was slow, or there was no reader.
  public var missedEvents: Int { readers.missed }

  private func leave(_ number: Int) { readers.remove(number) }

  private func emit(_ event: Session.Event) {
    readers.yield(event, waits: !Session.isOfBeat(event))
  }

  /// The time on the player's clock.
  public var now: Seconds { clock.now }

  /// Returns the moment at which the player's clock shows a time: for a beat, the moment to play it.
  public func instant(of time: Seconds) -> C.Instant { clock.instant(of: time) }

  /// Returns the time on the player's clock at a moment; if another clock was read at this moment, pass the time to
  /// `ClockFit`.
  public func time(at instant: C.Instant) -> Seconds { clock.time(at: instant) }

  /// The state now; for a group, the state of the peer that you feel.
  public var snapshot: Session.Snapshot { session.snapshot(at: max(now, session.time)) }

  /// Returns the state, `rate` times per second, from now until the player is finished or released, or reading ends. A slow
  /// reader gets the newest state.
  ///
  /// - Parameter rate: The number of states per second, from 0.01 to 240; values outside are clamped.
  /// - Returns: The stream, which ends with the player.
  public nonisolated func snapshots(perSecond rate: Double = 10) -> AsyncStream<Session.Snapshot> {
    ticking(base, perSecond: rate) { [weak self] in await self?.unfinishedSnapshot }
  }

  private var unfinishedSnapshot: Session.Snapshot? { isFinished ? nil : snapshot }

  /// Counts of the samples by outcome; for a group, counts of all peers.
  public var receptions: ReceptionCounts { session.receptions }

  /// The time of the next event if no sample arrives; `nil` if there is no event.
  public var nextWake: Seconds? { session.nextWake }

  // MARK: The life of the app

  /// Suspends playback and waking, such as for an app in the background: cancels delivered beats and ends a sustained
  /// contact. Samples still count, and the zone continues to change.
  public func suspend() {
    deciding { $0.suspend(now: $1, $2) }
    clock.disarm()
  }

  /// Resumes playback. A zone with too long a silence has ended; a zone that is still known sounds as if the device entered
  /// it now, and a sustained contact begins again. Missed beats are not played later.
  public func resume() {
    deciding { $0.resume(now: $1, $2) }
  }

  /// Ends the session and the events of every reader. Later samples are rejected.
  ///
  /// - Returns: The time of the end.
  @discardableResult public func finish() -> Seconds {
    let end = session.finish(at: now) { emit($0) }
    isFinished = true
    clock.disarm()
    readers.finish()
    return end
  }

  @discardableResult private func deciding<Answer>(
    at time: Seconds? = nil, _ body: (inout Session, Seconds, (Session.Event) -> Void) -> Answer
  ) -> Answer {
    let answer = body(&session, time ?? clock.now) { emit($0) }
    arm()
    return answer
  }

  /// Queues work that is decided when the inbox delivers it, with the time of this call.
  private nonisolated func decideLater(
    _ body: @escaping @Sendable (inout Session, Seconds, (Session.Event) -> Void) -> Reception
  ) {
    inbox.put { [instant = base.now] in $0.deciding(at: $0.time(at: instant), body) }
  }

  private func arm() {
    clock.follow(session.time)
    guard !session.isSuspended else { return }
    clock.arm(session.nextWake) { [weak self] in await self?.wake(at: $0) }
  }

  /// Treats the time as at least `due`, because the clock may have fewer digits.
  private func wake(at due: Seconds) {
    clock.hasWoken()
    guard !session.isSuspended else { return }
    session.pass(to: max(now, due)) { emit($0) }
    arm()
  }
}

// MARK: - One peer

extension SessionPlayer where Session == LiveSession {
  /// Creates a player without samples.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the pipeline.
  ///   - clock: The clock for the player's sleep.
  ///   - startTime: The time on the player's clock at this moment.
  ///   - pace: The seconds of the player's clock per second of `clock`; positive.
  ///   - lead: The time by which a beat is delivered ahead, on the player's clock.
  ///   - eventLimit: The number of events kept for a slow reader; beyond it, the oldest events are dropped and counted.
  /// - Throws: `SettingError` if the configuration contradicts itself, or another parameter is out of range.
  public init(
    _ configuration: Configuration, clock: C, startTime: Seconds = 0, pace: Double = 1,
    lead: Seconds = 0.1, eventLimit: Int = 1024
  ) throws(SettingError) {
    try self.init(
      LiveSession(configuration, lead: lead), clock: clock, startTime: startTime, pace: pace,
      eventLimit: eventLimit)
  }

  /// All beats that were dropped because they were late.
  public var droppedBeats: DroppedBeats { session.droppedBeats }
  /// The posterior after the last sample; `nil` before the first posterior.
  public var estimate: DistanceEstimate? { session.estimate }
  /// The zone now, counted from the nearest; `nil` if there is none.
  public var zone: Int? { session.zone }
  /// The values learned about the pair of devices, to store for the next session.
  public var learned: LearnedLink { session.learned }

  /// Processes a sample.
  ///
  /// - Parameter sample: The sample, stamped with the player's clock.
  /// - Returns: The outcome of the sample, and the state after it.
  @discardableResult public func process(_ sample: Sample) -> LiveReception {
    answer(deciding { $0.process(sample, now: $1, $2) })
  }

  /// Processes a sample that is measured now.
  ///
  /// - Parameter sample: The sample, which is stamped with the player's clock.
  /// - Returns: The outcome of the sample, and the state after it.
  @discardableResult public func process(_ sample: UntimedSample) -> LiveReception {
    answer(deciding { $0.process(sample, now: $1, $2) })
  }

  private func answer(_ reception: Reception) -> LiveReception {
    LiveReception(
      reception: reception, time: session.observed, estimate: session.estimate, zone: session.zone)
  }

  /// Processes an interval that is measured elsewhere, such as the interval of a pulse, for the tempo policy `.pulse`.
  ///
  /// - Parameters:
  ///   - interval: The time from one beat to the next, such as from a chest strap.
  ///   - time: The time from which the interval counts, on the player's clock, at most `live.aheadLimit` ahead; now if it is
  ///     omitted or past.
  /// - Returns: The outcome of the interval.
  @discardableResult public func process(interval: Seconds, at time: Seconds? = nil) -> Reception {
    guard time?.isFinite ?? true else { return .notFinite }
    let (present, limit) = (now, session.configuration.live.mostAhead)
    let moment = max(present, time ?? present)
    guard moment <= present + limit else { return .ahead(by: moment - present, limit: limit) }
    return deciding(at: moment) { $0.process(interval: interval, now: $1, $2) }
  }

  /// Processes the step of the ring at the peer's end; see `Ceremony.hear`. `CeremonyLink` calls it.
  @discardableResult public func hear(_ peer: CeremonyStanding) -> Reception {
    deciding { $0.hear(peer, now: $1, $2) }
  }

  /// Submits a sample that is measured now, from any thread, such as in a delegate, without waiting. The sample is stamped
  /// with the player's clock at the call, and samples from one thread keep their order.
  public nonisolated func submit(_ sample: UntimedSample) {
    decideLater { $0.process(sample, now: $1, madeAt: $1, $2) }
  }

  /// Submits a sample that is stamped with the player's clock, from any thread. Samples keep their order.
  public nonisolated func submit(_ sample: Sample) { inbox.put { $0.process(sample) } }

  /// Submits an interval that ends now, from any thread; see `process(interval:at:)`.
  public nonisolated func submit(interval: Seconds) {
    inbox.put { [instant = base.now] player in
      player.process(interval: interval, at: player.time(at: instant))
    }
  }

  /// Applies new settings during the session.
  ///
  /// - Throws: `SettingError` if the configuration contradicts itself, or the player is finished; then nothing changes.
  public func apply(_ configuration: Configuration) throws(SettingError) {
    try session.apply(configuration, now: now) { emit($0) }
    arm()
  }
}

// MARK: - Several peers

extension SessionPlayer where Session == LiveGroup {
  /// The peer that you feel now; `nil` if you feel no peer, or all peers.
  public var felt: String? { session.felt }

  /// The present peers, in the order in which they joined.
  public var peers: [String] { session.peers }

  /// The number of beats that were omitted; see `LiveGroup.crowdedOut`.
  public var crowdedOut: Int { session.crowdedOut }

  /// Returns the state of a peer; `nil` for a peer that isn't present.
  public func snapshot(of peer: String) -> LiveSnapshot? {
    session.snapshot(of: peer, at: max(now, session.time))
  }

  /// Returns the values learned about a peer, to store for its next session; `nil` for an unknown name.
  public func learned(of peer: String) -> LearnedLink? { session.learned(of: peer) }

  /// Processes a sample of a peer, stamped with the player's clock.
  @discardableResult public func process(_ sample: Sample, of peer: String) -> Reception {
    deciding { $0.process(sample, of: peer, now: $1, $2) }
  }

  /// Processes a sample of a peer that is measured now.
  @discardableResult public func process(_ sample: UntimedSample, of peer: String) -> Reception {
    deciding { $0.process(sample, of: peer, now: $1, $2) }
  }

  /// Processes an interval of a peer's heart that ends now, for the tempo policy `.pulse`.
  @discardableResult public func process(interval: Seconds, of peer: String) -> Reception {
    deciding { $0.process(interval: interval, of: peer, now: $1, $2) }
  }

  /// Submits a sample that is measured now, from any thread; see `LivePlayer`.
  public nonisolated func submit(_ sample: UntimedSample, of peer: String) {
    decideLater { $0.process(sample, of: peer, now: $1, madeAt: $1, $2) }
  }

  /// Submits a sample that is stamped with the player's clock, from any thread.
  public nonisolated func submit(_ sample: Sample, of peer: String) {
    inbox.put { $0.process(sample, of: peer) }
  }

  /// Submits an interval of a heart that ends now, from any thread.
  public nonisolated func submit(interval: Seconds, of peer: String) {
    decideLater { $0.process(interval: interval, of: peer, now: $1, $2) }
  }

  /// Removes a peer that has left, and cancels its scheduled beats.
  public func remove(_ peer: String) {
    deciding { $0.remove(peer, now: $1, $2) }
  }

  /// Applies new settings during the session, and chooses again the peer that you feel; see `LiveGroup.apply`.
  ///
  /// - Throws: `SettingError` if the configuration contradicts itself, or the player is finished; then nothing changes.
  public func apply(_ configuration: Configuration, mix: PeerMix? = nil) throws(SettingError) {
    try session.apply(configuration, mix: mix, now: now) { emit($0) }
    arm()
  }
}
