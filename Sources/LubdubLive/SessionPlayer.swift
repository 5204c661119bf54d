public import Lubdub

/// Runs one pipeline in real time; see `SessionPlayer`.
public typealias LivePlayer<C: Clock> = SessionPlayer<LiveSession, C> where C.Duration == Duration

/// Runs the pipelines of several peers in real time; see `SessionPlayer`.
///
/// Every beat of its events is at least the refractory time from every other one, whomever it is of.
public typealias LiveGroupPlayer<C: Clock> = SessionPlayer<LiveGroup, C>
where C.Duration == Duration

/// Runs a session in real time: wakes when something is due, announces beats ahead of their time, and
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
public actor SessionPlayer<Session: PlayableSession, C: Clock> where C.Duration == Duration {
  private var clock: PlayerClock<C>
  private var session: Session
  private var readers: EventReaders<Session.Event>
  /// The clock that it sleeps by.
  public nonisolated let base: C
  private let inbox = Inbox<@Sendable (isolated SessionPlayer) -> Void>()
  private var isFinished = false

  /// A player that has heard nothing.
  ///
  /// - Parameters:
  ///   - session: The session to run.
  ///   - clock: What it sleeps by.
  ///   - startTime: The time on the player's clock at this moment.
  ///   - pace: How many seconds of the player's clock pass in one of `clock`; positive.
  ///   - eventLimit: How many events are kept for a reader that is slow; then the oldest are dropped and counted.
  /// - Throws: `SettingError` when one of them is out of range.
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

  /// Everything that is handed out from now on, in the order of time, for one more reader.
  ///
  /// It may be asked for any number of times, also after a reader was cancelled. The first reader is given what was
  /// decided before it came, and every one the beats that were handed out and are still to come. It ends when the
  /// player is finished, or gone.
  public var events: AsyncStream<Session.Event> {
    let stream = readers.add(session.scheduledEvents) { [weak self] number in
      guard let self else { return }
      Task { await self.leave(number) }
    }
    if isFinished { readers.finish() }
    return stream
  }

  /// How many events were dropped because a reader was slow, or came while nobody read.
  public var missedEvents: Int { readers.missed }

  private func leave(_ number: Int) { readers.remove(number) }

  private func emit(_ event: Session.Event) {
    readers.yield(event, waits: !Session.isOfBeat(event))
  }

  /// The time on the player's clock.
  public var now: Seconds { clock.now }

  /// The moment at which the player's clock shows a time: of a beat, when to play it.
  public func instant(of time: Seconds) -> C.Instant { clock.instant(of: time) }

  /// The time that the player's clock shows at a moment; of one that another clock was read at, for `ClockFit`.
  public func time(at instant: C.Instant) -> Seconds { clock.time(at: instant) }

  /// The state now; of a group, that of the peer that is felt.
  public var snapshot: Session.Snapshot { session.snapshot(at: max(now, session.time)) }

  /// What is known, so many times a second: now, and until the player is finished or gone, or nobody reads. One who is slow
  /// gets the newest.
  ///
  /// - Parameter rate: From 0.01 to 240 a second; what lies outside counts as the nearest of these.
  /// - Returns: The stream, which ends with the player.
  public nonisolated func snapshots(perSecond rate: Double = 10) -> AsyncStream<Session.Snapshot> {
    ticking(base, perSecond: rate) { [weak self] in await self?.unfinishedSnapshot }
  }

  private var unfinishedSnapshot: Session.Snapshot? { isFinished ? nil : snapshot }

  /// Counts of the samples by what became of them; of a group, those of all peers.
  public var receptions: ReceptionCounts { session.receptions }

  /// When something will happen next if nothing is heard; `nil` for nothing.
  public var nextWake: Seconds? { session.nextWake }

  // MARK: The life of the app

  /// Plays nothing from now on, as an app in the background does, and wakes no more: beats that were handed out are
  /// taken back, and a sustained contact ends. Samples still count, and the zone is followed.
  public func suspend() {
    deciding { $0.suspend(now: $1, $2) }
    clock.disarm()
  }

  /// Plays again. A zone that was silent for too long meanwhile has ended; one that is still known sounds as if it
  /// were entered now, and a sustained contact begins again. No beat of the meantime is made up for.
  public func resume() {
    deciding { $0.resume(now: $1, $2) }
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

  @discardableResult private func deciding<Answer>(
    at time: Seconds? = nil, _ body: (inout Session, Seconds, (Session.Event) -> Void) -> Answer
  ) -> Answer {
    let answer = body(&session, time ?? clock.now) { emit($0) }
    arm()
    return answer
  }

  /// Decides when the inbox delivers it, at the time of this call.
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

  /// It is `due` by now, also where the clock has fewer digits.
  private func wake(at due: Seconds) {
    clock.hasWoken()
    guard !session.isSuspended else { return }
    session.pass(to: max(now, due)) { emit($0) }
    arm()
  }
}

// MARK: - One peer

extension SessionPlayer where Session == LiveSession {
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
    try self.init(
      LiveSession(configuration, lead: lead), clock: clock, startTime: startTime, pace: pace,
      eventLimit: eventLimit)
  }

  /// All beats that were dropped because they were late.
  public var droppedBeats: DroppedBeats { session.droppedBeats }
  /// The posterior after the last sample; `nil` before there is any.
  public var estimate: DistanceEstimate? { session.estimate }
  /// The zone now, counted from the nearest; `nil` for none.
  public var zone: Int? { session.zone }
  /// What was learned of the pair of devices, to be kept for its next session.
  public var learned: LearnedLink { session.learned }

  /// Takes a sample in.
  ///
  /// - Parameter sample: Stamped with the player's clock.
  /// - Returns: What became of it, and what is known then.
  @discardableResult public func process(_ sample: Sample) -> LiveReception {
    answer(deciding { $0.process(sample, now: $1, $2) })
  }

  /// Takes a sample in that is made now.
  ///
  /// - Parameter sample: It is stamped with the player's clock.
  /// - Returns: What became of it, and what is known then.
  @discardableResult public func process(_ sample: UntimedSample) -> LiveReception {
    answer(deciding { $0.process(sample, now: $1, $2) })
  }

  private func answer(_ reception: Reception) -> LiveReception {
    LiveReception(
      reception: reception, time: session.observed, estimate: session.estimate, zone: session.zone)
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
    return deciding(at: moment) { $0.process(interval: interval, now: $1, $2) }
  }

  /// Takes in the step of the ring at the peer's end; see `Ceremony.hear`. `CeremonyLink` calls it.
  @discardableResult public func hear(_ peer: CeremonyStanding) -> Reception {
    deciding { $0.hear(peer, now: $1, $2) }
  }

  /// Hands a sample in that is made now, from any thread, as a delegate does: nothing waits. It is stamped with the
  /// player's clock at the call, and what is handed in from one thread keeps its order.
  public nonisolated func submit(_ sample: UntimedSample) {
    decideLater { $0.process(sample, now: $1, madeAt: $1, $2) }
  }

  /// Hands a sample in that is stamped with the player's clock, from any thread. Samples keep their order.
  public nonisolated func submit(_ sample: Sample) { inbox.put { $0.process(sample) } }

  /// Hands an interval in that is over now, from any thread; see `process(interval:at:)`.
  public nonisolated func submit(interval: Seconds) {
    inbox.put { [instant = base.now] player in
      player.process(interval: interval, at: player.time(at: instant))
    }
  }

  /// Takes new settings over while running.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself, or the player is finished; nothing has
  ///   changed then.
  public func apply(_ configuration: Configuration) throws(SettingError) {
    try session.apply(configuration, now: now) { emit($0) }
    arm()
  }
}

// MARK: - Several peers

extension SessionPlayer where Session == LiveGroup {
  /// Who is felt now; `nil` for nobody, and where all are.
  public var felt: String? { session.felt }

  /// The peers that are there, in the order in which they came.
  public var peers: [String] { session.peers }

  /// Beats that were left out; see `LiveGroup.crowdedOut`.
  public var crowdedOut: Int { session.crowdedOut }

  /// The state of a peer; `nil` for one that is not there.
  public func snapshot(of peer: String) -> LiveSnapshot? {
    session.snapshot(of: peer, at: max(now, session.time))
  }

  /// What was learned of a peer, to be kept for its next session; `nil` where there is none of that name.
  public func learned(of peer: String) -> LearnedLink? { session.learned(of: peer) }

  /// Takes a sample of a peer in, stamped with the player's clock.
  @discardableResult public func process(_ sample: Sample, of peer: String) -> Reception {
    deciding { $0.process(sample, of: peer, now: $1, $2) }
  }

  /// Takes a sample of a peer in that is made now.
  @discardableResult public func process(_ sample: UntimedSample, of peer: String) -> Reception {
    deciding { $0.process(sample, of: peer, now: $1, $2) }
  }

  /// Takes an interval of the heart of a peer in, which is over now, for the tempo policy `.pulse`.
  @discardableResult public func process(interval: Seconds, of peer: String) -> Reception {
    deciding { $0.process(interval: interval, of: peer, now: $1, $2) }
  }

  /// Hands a sample in that is made now, from any thread; see `LivePlayer`.
  public nonisolated func submit(_ sample: UntimedSample, of peer: String) {
    decideLater { $0.process(sample, of: peer, now: $1, madeAt: $1, $2) }
  }

  /// Hands a sample in that is stamped with the player's clock, from any thread.
  public nonisolated func submit(_ sample: Sample, of peer: String) {
    inbox.put { $0.process(sample, of: peer) }
  }

  /// Hands an interval of a heart in that is over now, from any thread.
  public nonisolated func submit(interval: Seconds, of peer: String) {
    decideLater { $0.process(interval: interval, of: peer, now: $1, $2) }
  }

  /// A peer has gone: what was scheduled for it is cancelled.
  public func remove(_ peer: String) {
    deciding { $0.remove(peer, now: $1, $2) }
  }

  /// Takes new settings over while running, and decides again who is felt; see `LiveGroup.apply`.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself, or the player is finished; nothing has
  ///   changed then.
  public func apply(_ configuration: Configuration, mix: PeerMix? = nil) throws(SettingError) {
    try session.apply(configuration, mix: mix, now: now) { emit($0) }
    arm()
  }
}
