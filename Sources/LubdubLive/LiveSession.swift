public import Lubdub

/// A pipeline that delivers beats ahead of their time, and cancels beats that a new plan drops.
///
/// A value without a clock: callers pass the time. `LivePlayer` adds a clock. `Configuration.live` sets how late beats and
/// doubtful stamps are treated.
public struct LiveSession: Sendable {
  /// The time by which a beat is delivered ahead.
  public let lead: Seconds
  /// Counts of the samples by outcome.
  public private(set) var receptions = ReceptionCounts()
  /// The latest time that the session has received, from a call or from a sample that is stamped slightly ahead.
  public private(set) var time = Seconds(-.infinity)

  /// The time of the last accepted sample, on the session's clock.
  private(set) var observed = Seconds.zero

  private var pipeline: Pipeline
  private var schedule: BeatSchedule
  private var clocks = RadioClocks()

  /// Creates a session without samples.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the pipeline.
  ///   - lead: The time by which a beat is delivered ahead; finite, not negative.
  /// - Throws: `SettingError` if the configuration contradicts itself, or the lead is not a duration.
  public init(_ configuration: Configuration, lead: Seconds = 0.1) throws(SettingError) {
    guard lead.isFinite, lead.value >= 0 else {
      throw SettingError(
        key: "lead", found: "\(lead)", expected: "a finite time that is not negative")
    }
    self.lead = lead
    pipeline = try Pipeline(configuration)
    // `RadioClocks` checks the stamps.
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
  /// The posterior after the last sample; `nil` before the first posterior.
  public var estimate: DistanceEstimate? { pipeline.estimate }
  /// The zone now, counted from the nearest; `nil` if there is none.
  public var zone: Int? { pipeline.zone }
  /// The state of the link now, with its evidence.
  public var state: LinkState { pipeline.state }
  /// The values learned about the link until now.
  public var learned: LearnedLink { pipeline.learned }
  /// The phase of the ceremony.
  public var phase: CeremonyPhase { pipeline.phase }
  /// The step of the ceremony's ring at this end.
  public var standing: CeremonyStanding { pipeline.standing }
  /// All beats that were dropped because they were late.
  public var droppedBeats: DroppedBeats { schedule.dropped }
  /// Whether playback is suspended; see `suspend`.
  public var isSuspended: Bool { pipeline.isSuspended }
  /// The delivered beats that are still to come, each with its pattern.
  public var scheduled: [(beat: Beat, pattern: Pattern)] { schedule.all }

  /// The time at which `pass` must be called next; `nil` if only a new sample can require a call.
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

  /// Returns the state at a time that is not before the last given time.
  public func snapshot(at now: Seconds) -> LiveSnapshot {
    let beats = schedule.all.map(\.beat) + unscheduled.prefix { $0.time <= now + 2 }
    return LiveSnapshot(
      time: now, estimate: estimate, present: pipeline.estimate(at: now), zone: zone, state: state,
      phase: phase, isLinked: pipeline.isLinked, standing: standing, nextBeats: beats,
      isSuspended: isSuspended)
  }

  /// Processes a sample.
  ///
  /// - Parameters:
  ///   - sample: The sample, stamped with the same clock as `now`. The session detects a radio's wrong clock and follows it;
  ///     see `ClockChange`.
  ///   - now: The time; a sample that is stamped at most `live.aheadLimit` later advances the session to its stamp.
  ///   - handOut: Called for every event that follows, in the order of time.
  /// - Returns: The outcome of the sample.
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

  /// Processes a sample without a stamp, which no clock of a radio affects.
  ///
  /// - Parameters:
  ///   - sample: The sample, which the session stamps.
  ///   - now: The time.
  ///   - made: The time of the measurement, if it is before now; a time before the last sample becomes the time of that
  ///     sample.
  ///   - handOut: Called for every event that follows, in the order of time.
  /// - Returns: The outcome of the sample.
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

  /// Processes an interval that is measured elsewhere, such as the interval of a pulse, for the tempo policy `.pulse`.
  ///
  /// - Parameters:
  ///   - interval: The time from one beat to the next.
  ///   - now: The present time.
  ///   - handOut: Called for every event that follows, in the order of time.
  /// - Returns: The outcome of the interval.
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

  /// Processes the step of the ring at the peer's end; see `Ceremony.hear`. `CeremonyLink` calls it.
  @discardableResult public mutating func hear(
    _ peer: CeremonyStanding, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) -> Reception {
    advance(to: now, handOut)
    let reception = pipeline.hear(peer, at: now) { schedule.add($0, now: now, handOut) }
    settle(handOut)
    return reception
  }

  /// Advances to a time, and delivers the events that are due.
  public mutating func pass(to now: Seconds, _ handOut: (LiveEvent) -> Void) {
    advance(to: now, handOut)
    settle(handOut)
  }

  /// Applies new settings during the session.
  ///
  /// - Throws: `SettingError` if the configuration contradicts itself, or the session is finished; then nothing changes.
  public mutating func apply(
    _ configuration: Configuration, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) throws(SettingError) {
    try configuration.validate()
    advance(to: now, handOut)
    try pipeline.apply(configuration) { schedule.add($0, now: now, handOut) }
    schedule.settings = configuration.live
    settle(handOut)
  }

  /// Suspends playback, such as for an app in the background: cancels delivered beats and ends a sustained contact. Samples
  /// still count, and the zone continues to change.
  public mutating func suspend(now: Seconds, _ handOut: (LiveEvent) -> Void) {
    advance(to: now, handOut)
    pipeline.suspend { handOut(.decided($0)) }
    settle(handOut)
  }

  /// Resumes playback. A zone with too long a silence has ended; a zone that is still known sounds as if the device entered
  /// it now, and a sustained contact begins again. Missed beats are not played later.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - lastBeat: The time of the last beat of another session on the same device: the refractory time also counts from
  ///     this beat.
  ///   - handOut: Called for every event that follows, in the order of time.
  public mutating func resume(
    now: Seconds, after lastBeat: Seconds?, _ handOut: (LiveEvent) -> Void
  ) {
    advance(to: now, handOut)
    pipeline.resume(after: lastBeat) { handOut(.decided($0)) }
    settle(handOut)
  }

  /// Reports that another peer was heard; see `Pipeline.noteOthers`.
  public mutating func noteOthers(at now: Seconds) { pipeline.noteOthers(at: now) }

  /// Sets whether the local receiver is on; see `Pipeline.noteReceiver`.
  public mutating func noteReceiver(isOn: Bool) { pipeline.noteReceiver(isOn: isOn) }

  /// Ends the session, and cancels the delivered beats that are still to come.
  ///
  /// - Returns: The time of the end.
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
    // The same difference as in `nextWake`, so that a call at that time delivers the beat on any clock.
    let due = pipeline.plan(until: Seconds(.infinity)).prefix { $0.time - lead <= time }
    schedule.follow(due, pipeline.configuration.heartbeat.pattern, handOut)
    schedule.report(handOut)
  }
}

/// The state of a live session after a sample, at one moment.
public struct LiveReception: Sendable, Hashable {
  /// The outcome of the sample.
  public let reception: Reception
  /// Whether the sample counts.
  public var isTaken: Bool { reception.isTaken }
  /// The sample's time on the session's clock if it was accepted; otherwise, the time of the last accepted sample.
  public let time: Seconds
  /// The posterior after the sample; `nil` before the first posterior.
  public let estimate: DistanceEstimate?
  /// The zone after the sample, counted from the nearest; `nil` if there is none.
  public let zone: Int?
}

/// The state of a live session at one moment.
public struct LiveSnapshot: Sendable, Hashable {
  /// The moment, on the session's clock.
  public let time: Seconds
  /// The posterior after the last sample, at its time; `nil` before the first posterior.
  public let estimate: DistanceEstimate?
  /// The posterior at the moment: it widens in silence, and its status shows whether it is stale; `nil` before the first
  /// posterior.
  public let present: DistanceEstimate?
  /// The peer's distance now; `nil` if it is unknown.
  public var distance: Meters? { present?.status == .stale ? nil : present?.distance }
  /// The zone, counted from the nearest; `nil` if there is none.
  public let zone: Int?
  /// The state of the link, with its evidence: contact, out of range, and not heard are different states.
  public let state: LinkState
  /// The phase of the ceremony.
  public let phase: CeremonyPhase
  /// Whether the ceremony's link is up: a ceremony that searches with a link doesn't know a zone yet.
  public let isLinked: Bool
  /// The step of the ceremony's ring at this end.
  public let standing: CeremonyStanding
  /// The beats of the next two seconds, if no new sample arrives: the delivered beats first.
  public let nextBeats: [Beat]
  /// Whether the session is suspended.
  public let isSuspended: Bool
}
