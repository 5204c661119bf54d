public import Lubdub

/// A pipeline that hands out beats ahead of their time and takes back what is no longer true.
///
/// A value without a clock: it is given the time. `LivePlayer` puts a clock under it. What is done with late beats
/// and with doubtful stamps is set by `Configuration.live`.
public struct LiveSession: Sendable {
  /// How long before its time a beat is handed out.
  public let lead: Seconds
  /// What became of the samples.
  public private(set) var receptions = ReceptionCounts()
  /// The latest time that it was given: by a call, or by a sample that is stamped a little ahead.
  public private(set) var time = Seconds(-.infinity)

  /// The time of the last sample that was taken, on the session's clock.
  private(set) var observed = Seconds.zero

  private var pipeline: Pipeline
  private var schedule: BeatSchedule
  private var clocks = RadioClocks()

  /// A session that has heard nothing.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the pipeline.
  ///   - lead: How long before its time a beat is handed out; finite, not negative.
  /// - Throws: `SettingError` when the configuration contradicts itself, or the lead is no duration.
  public init(_ configuration: Configuration, lead: Seconds = 0.1) throws(SettingError) {
    guard lead.isFinite, lead.value >= 0 else {
      throw SettingError(
        key: "lead", found: "\(lead)", expected: "a finite time that is not negative")
    }
    self.lead = lead
    pipeline = try Pipeline(configuration)
    // `RadioClocks` checks them.
    pipeline.trustStamps()
    schedule = BeatSchedule(configuration.live, lead: lead)
  }

  /// The number of plans of beats so far; see `HeartbeatScheduler.plans`.
  var plans: Int {
    get { pipeline.plans }
    set { pipeline.plans = newValue }
  }

  /// The settings of the pipeline.
  public var configuration: Configuration { pipeline.configuration }
  /// The posterior after the last sample; `nil` before there is any.
  public var estimate: DistanceEstimate? { pipeline.estimate }
  /// The zone now, counted from the nearest; `nil` for none.
  public var zone: Int? { pipeline.zone }
  /// What is known about the link now, and what that rests on.
  public var state: LinkState { pipeline.state }
  /// What was learned about the link until now.
  public var learned: LearnedLink { pipeline.learned }
  /// Where the ceremony stands.
  public var phase: CeremonyPhase { pipeline.phase }
  /// The step of the ceremony's ring at this end.
  public var standing: CeremonyStanding { pipeline.standing }
  /// All beats that were dropped because they were late.
  public var droppedBeats: DroppedBeats { schedule.dropped }
  /// Whether nothing is played for now; see `suspend`.
  public var isSuspended: Bool { pipeline.isSuspended }
  /// The beats that were handed out and are still to come, each with its pattern.
  public var scheduled: [(beat: Beat, pattern: Pattern)] { schedule.all }

  /// When `pass` must be called next; `nil` for not before something is heard.
  public var nextWake: Seconds? {
    let deadline = pipeline.nextDeadline ?? Seconds(.infinity)
    var plan = unscheduled
    let handOut = plan.next().map { $0.time - lead } ?? Seconds(.infinity)
    let wake = min(deadline, handOut)
    return wake.isFinite ? wake : nil
  }

  private var unscheduled: BeatPlan {
    var plan = pipeline.plan(until: Seconds(.infinity))
    for _ in 0..<schedule.count { _ = plan.next() }
    return plan
  }

  /// What is known at a time, which is not before the last one that was given.
  public func snapshot(at now: Seconds) -> LiveSnapshot {
    let beats = schedule.all.map(\.beat) + unscheduled.prefix { $0.time <= now + 2 }
    return LiveSnapshot(
      time: now, estimate: estimate, present: pipeline.estimate(at: now), zone: zone, state: state,
      phase: phase, isLinked: pipeline.isLinked, standing: standing, nextBeats: beats,
      isSuspended: isSuspended)
  }

  /// Takes a sample in.
  ///
  /// - Parameters:
  ///   - sample: Stamped with the same clock as `now`. A radio's clock that is off is noticed, and followed; see
  ///     `ClockChange`.
  ///   - now: The time; a sample that is stamped at most `live.aheadLimit` later moves the session on to it.
  ///   - handOut: Called for everything that follows, in the order of time.
  /// - Returns: What became of the sample.
  @discardableResult public mutating func process(
    _ sample: Sample, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) -> Reception {
    advance(to: now, handOut)
    let reception: Reception
    switch clocks.judge(sample, now: now, limit: configuration.live.mostAhead) {
    case .refuse(let refusal): reception = refusal
    case .accept(let sample): reception = receive(sample, now, handOut)
    case .follow(let change, let samples):
      handOut(.clockChanged(change))
      reception = samples.reduce(.taken) { receive($1, now, handOut) }
    }
    receptions.add(reception)
    settle(handOut)
    return reception
  }

  /// Takes a sample in that has no stamp: no clock of a radio changes its time.
  ///
  /// - Parameters:
  ///   - sample: It is stamped here.
  ///   - now: The time.
  ///   - made: When it was made, where that is before now; it does not go back behind the last sample.
  ///   - handOut: Called for everything that follows, in the order of time.
  /// - Returns: What became of the sample.
  @discardableResult public mutating func process(
    _ sample: UntimedSample, now: Seconds, madeAt made: Seconds? = nil,
    _ handOut: (LiveEvent) -> Void
  ) -> Reception {
    advance(to: now, handOut)
    let present = max(now, time)
    let sample = sample.stamped(
      at: now.isFinite ? min(present, max(made ?? present, observed)) : now)
    if sample.time.isFinite { clocks.note(sample.time, at: now) }
    let reception = receive(sample, now, handOut)
    receptions.add(reception)
    settle(handOut)
    return reception
  }

  /// Takes an interval in that is measured elsewhere, such as that of a pulse, for the tempo policy `.pulse`.
  ///
  /// - Parameters:
  ///   - interval: From one beat to the next.
  ///   - now: The time; it is the present.
  ///   - handOut: Called for everything that follows, in the order of time.
  /// - Returns: What became of it.
  @discardableResult public mutating func process(
    interval: Seconds, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) -> Reception {
    advance(to: now, handOut)
    let reception = pipeline.process(interval: interval, at: now) {
      schedule.add($0, now: now, handOut)
    }
    settle(handOut)
    return reception
  }

  /// Takes in the step of the ring at the peer's end; see `Ceremony.hear`. `CeremonyLink` calls it.
  @discardableResult public mutating func hear(
    _ peer: CeremonyStanding, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) -> Reception {
    advance(to: now, handOut)
    let reception = pipeline.hear(peer, at: now) { schedule.add($0, now: now, handOut) }
    settle(handOut)
    return reception
  }

  /// Lets time pass.
  public mutating func pass(to now: Seconds, _ handOut: (LiveEvent) -> Void) {
    advance(to: now, handOut)
    settle(handOut)
  }

  /// Takes new settings over while running.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself, or the session is finished; nothing
  ///   has changed then.
  public mutating func apply(
    _ configuration: Configuration, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) throws(SettingError) {
    try configuration.validate()
    advance(to: now, handOut)
    try pipeline.apply(configuration) { schedule.add($0, now: now, handOut) }
    schedule.settings = configuration.live
    settle(handOut)
  }

  /// Plays nothing from now on, as an app in the background does: beats that were handed out are taken back, and
  /// a sustained contact ends. Samples still count, and the zone is followed.
  public mutating func suspend(now: Seconds, _ handOut: (LiveEvent) -> Void) {
    advance(to: now, handOut)
    pipeline.suspend { handOut(.decided($0)) }
    settle(handOut)
  }

  /// Plays again. A zone that was silent for too long meanwhile has ended; one that is still known sounds as if
  /// it were entered now, and a sustained contact begins anew. No beat of the meantime is made up for.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - lastBeat: When a beat of another session was felt, where one hand feels both: the refractory time holds from
  ///     there, too.
  ///   - handOut: Called for everything that follows, in the order of time.
  public mutating func resume(
    now: Seconds, after lastBeat: Seconds?, _ handOut: (LiveEvent) -> Void
  ) {
    advance(to: now, handOut)
    pipeline.resume(after: lastBeat) { handOut(.decided($0)) }
    settle(handOut)
  }

  /// Notes that another peer was heard; see `Pipeline.noteOthers`.
  public mutating func noteOthers(at now: Seconds) { pipeline.noteOthers(at: now) }

  /// Notes whether the own receiver is on; see `Pipeline.noteReceiver`.
  public mutating func noteReceiver(isOn: Bool) { pipeline.noteReceiver(isOn: isOn) }

  /// Ends the session: beats that were handed out and are still to come are taken back.
  ///
  /// - Returns: The end.
  @discardableResult
  public mutating func finish(at now: Seconds, _ handOut: (LiveEvent) -> Void) -> Seconds {
    let end = pipeline.finish(at: now) { schedule.add($0, now: now, handOut) }
    schedule.cancel(handOut)
    schedule.report(handOut)
    return end
  }

  private mutating func advance(to now: Seconds, _ handOut: (LiveEvent) -> Void) {
    if now.isFinite { time = max(time, now) }
    pipeline.advance(to: now) { schedule.add($0, now: now, handOut) }
  }

  private mutating func receive(
    _ sample: Sample, _ now: Seconds, _ handOut: (LiveEvent) -> Void
  ) -> Reception {
    let reception = pipeline.process(sample) { schedule.add($0, now: now, handOut) }
    guard reception.isTaken else { return reception }
    observed = sample.time
    time = max(time, observed)
    return reception
  }

  private mutating func settle(_ handOut: (LiveEvent) -> Void) {
    let time = time
    // By the same difference as in `nextWake`, so that waking then hands the beat out on any clock.
    let due = pipeline.plan(until: Seconds(.infinity)).prefix { $0.time - lead <= time }
    schedule.follow(due, pipeline.configuration.heartbeat.pattern, handOut)
    schedule.report(handOut)
  }
}

/// What a live session knows after a sample: all of one moment.
public struct LiveReception: Sendable, Hashable {
  /// What became of the sample.
  public let reception: Reception
  /// Whether the sample counts.
  public var isTaken: Bool { reception.isTaken }
  /// Its time on the session's clock, if it was taken; that of the last one that was, if not.
  public let time: Seconds
  /// The posterior after it; `nil` before there is any.
  public let estimate: DistanceEstimate?
  /// The zone after it, counted from the nearest; `nil` for none.
  public let zone: Int?
}

/// What a live session knows at one moment.
public struct LiveSnapshot: Sendable, Hashable {
  /// The moment, on the session's clock.
  public let time: Seconds
  /// The posterior after the last sample, at its time; `nil` before there is any.
  public let estimate: DistanceEstimate?
  /// The posterior at the moment: it widens in silence, and says when it is stale; `nil` before there is any.
  public let present: DistanceEstimate?
  /// How far away the peer is now; `nil` where nobody knows.
  public var distance: Meters? { present?.status == .stale ? nil : present?.distance }
  /// The zone, counted from the nearest; `nil` for none.
  public let zone: Int?
  /// What is known about the link, and what that rests on: contact, out of range and not heard are not the same.
  public let state: LinkState
  /// Where the ceremony stands.
  public let phase: CeremonyPhase
  /// Whether the ceremony's link is made: one that searches with a link knows no zone yet.
  public let isLinked: Bool
  /// The step of the ceremony's ring at this end.
  public let standing: CeremonyStanding
  /// The beats of the next two seconds, if nothing new is heard: first those that were handed out.
  public let nextBeats: [Beat]
  /// Whether the session is suspended.
  public let isSuspended: Bool
}
