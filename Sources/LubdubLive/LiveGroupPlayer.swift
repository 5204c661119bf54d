public import Lubdub

/// Runs the pipelines of several peers in real time, as `LivePlayer` does for one.
///
/// Every beat of its events is at least the refractory time from every other one, whomever it is of.
public actor LiveGroupPlayer<C: Clock> where C.Duration == Duration {
  private var clock: PlayerClock<C>
  private var group: LiveGroup
  private var readers: EventReaders<GroupEvent>
  private let base: C
  private let inbox = Inbox<(Submission<C.Instant>, peer: String)>()
  private var isFinished = false

  /// A player that has heard nobody.
  ///
  /// - Parameters:
  ///   - group: Who may be heard, and who is felt.
  ///   - clock: What it sleeps by.
  ///   - startTime: The time on the player's clock at this moment.
  ///   - pace: How many seconds of the player's clock pass in one of `clock`; positive.
  ///   - eventLimit: How many events are kept for a reader that is slow; then the oldest are dropped and counted.
  /// - Throws: `SettingError` when one of them is out of range.
  public init(
    _ group: LiveGroup, clock: C, startTime: Seconds = 0, pace: Double = 1, eventLimit: Int = 1024
  ) throws(SettingError) {
    base = clock
    self.clock = try PlayerClock(clock, startTime: startTime, pace: pace)
    self.group = group
    readers = try EventReaders(limit: eventLimit)
    inbox.deliver { [weak self] in await self?.take($0.0, of: $0.peer) }
  }

  // MARK: What is known

  /// Everything that is handed out from now on, for one more reader; see `LivePlayer.events`.
  public var events: AsyncStream<GroupEvent> {
    let stream = readers.add(group.scheduled) { [weak self] number in
      guard let self else { return }
      Task { await self.leave(number) }
    }
    if isFinished { readers.finish() }
    return stream
  }

  /// How many events were dropped because a reader was slow, or came while nobody read.
  public var missedEvents: Int { readers.missed }

  private func leave(_ number: Int) { readers.remove(number) }

  private func emit(_ event: GroupEvent) { readers.yield(event, waits: !event.isOfBeat) }

  /// The time on the player's clock.
  public var now: Seconds { clock.now }

  /// The moment at which the player's clock shows a time.
  public func instant(of time: Seconds) -> C.Instant { clock.instant(of: time) }

  /// The time that the player's clock shows at a moment; see `LivePlayer.time(at:)`.
  public func time(at instant: C.Instant) -> Seconds { clock.time(at: instant) }

  /// Who is felt now; `nil` for nobody, and where all are.
  public var felt: String? { group.felt }

  /// The peers that are there, in the order in which they came.
  public var peers: [String] { group.peers }

  /// What became of the samples of all peers.
  public var receptions: ReceptionCounts { group.receptions }

  /// Beats that were left out; see `LiveGroup.crowdedOut`.
  public var crowdedOut: Int { group.crowdedOut }

  /// When something will happen next if nothing is heard; `nil` for nothing.
  public var nextWake: Seconds? { group.nextWake }

  /// What is known of a peer; `nil` for one that is not there.
  public func snapshot(of peer: String) -> LiveSnapshot? {
    group.snapshot(of: peer, at: max(now, group.time))
  }

  /// What was learned of a peer, to be kept for its next session; `nil` where there is none of that name.
  public func learned(of peer: String) -> LearnedLink? { group.learned(of: peer) }

  /// What is known of whoever is felt, so many times a second; see `LivePlayer.snapshots`.
  public nonisolated func snapshots(perSecond rate: Double = 10) -> AsyncStream<LiveSnapshot?> {
    ticking(base, perSecond: rate) { [weak self] in await self?.feltSnapshot }
  }

  /// Of whoever is felt; the outer optional is `nil` at the end.
  private var feltSnapshot: LiveSnapshot?? {
    isFinished ? nil : .some(felt.flatMap { snapshot(of: $0) })
  }

  // MARK: What is heard

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

  /// Hands a sample in that is made now, from any thread; see `LivePlayer.submit`.
  public nonisolated func submit(_ sample: UntimedSample, of peer: String) {
    inbox.put((.made(sample, base.now), peer))
  }

  /// Hands a sample in that is stamped with the player's clock, from any thread.
  public nonisolated func submit(_ sample: Sample, of peer: String) {
    inbox.put((.stamped(sample), peer))
  }

  /// Hands an interval of a heart in that is over now, from any thread.
  public nonisolated func submit(interval: Seconds, of peer: String) {
    inbox.put((.interval(interval, base.now), peer))
  }

  private func take(_ submission: Submission<C.Instant>, of peer: String) {
    switch submission {
    case .stamped(let sample): process(sample, of: peer)
    case .interval(let interval, let instant):
      deciding(at: clock.time(at: instant)) {
        $0.process(interval: interval, of: peer, now: $1, $2)
      }
    case .made(let sample, let instant):
      deciding(at: clock.time(at: instant)) {
        $0.process(sample, of: peer, now: $1, madeAt: $1, $2)
      }
    }
  }

  /// A peer has gone: what was scheduled for it is cancelled.
  public func remove(_ peer: String) {
    deciding { $0.remove(peer, now: $1, $2) }
  }

  // MARK: The life of the app

  /// Takes new settings over while running, and decides anew who is felt; see `LiveGroup.apply`.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself, or the player is finished; nothing has
  ///   changed then.
  public func apply(_ configuration: Configuration, mix: PeerMix? = nil) throws(SettingError) {
    try group.apply(configuration, mix: mix, now: now) { emit($0) }
    arm()
  }

  /// Plays nothing from now on, as an app in the background does, and wakes no more; see `LivePlayer.suspend`.
  public func suspend() {
    deciding { $0.suspend(now: $1, $2) }
    clock.disarm()
  }

  /// Plays again, of whoever is felt; see `LivePlayer.resume`.
  public func resume() {
    deciding { $0.resume(now: $1, $2) }
  }

  /// Ends the sessions, and the events of every reader. Samples are refused from now on.
  public func finish() {
    group.finish(at: now) { emit($0) }
    isFinished = true
    clock.disarm()
    readers.finish()
  }

  @discardableResult private func deciding<Answer>(
    at time: Seconds? = nil, _ body: (inout LiveGroup, Seconds, (GroupEvent) -> Void) -> Answer
  ) -> Answer {
    let answer = body(&group, time ?? clock.now) { emit($0) }
    arm()
    return answer
  }

  private func arm() {
    clock.follow(group.time)
    guard !group.isSuspended else { return }
    clock.arm(group.nextWake) { [weak self] in await self?.wake(at: $0) }
  }

  private func wake(at due: Seconds) {
    clock.hasWoken()
    guard !group.isSuspended else { return }
    group.pass(to: max(now, due)) { emit($0) }
    arm()
  }
}
