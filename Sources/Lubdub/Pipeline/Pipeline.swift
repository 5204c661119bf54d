/// Turns samples into a heartbeat: estimator, zones, ceremony, and scheduler with one configuration.
///
/// A pipeline is a value without a clock, file, or lock: the same code runs in an app, in a replay, and in a search over
/// settings. It has three main methods:
/// - `process(_:)` accepts or rejects a sample.
/// - `plan(until:)` returns the beats that will be played if no new sample arrives.
/// - `advance(to:)` delivers the decisions until a time; `nextDeadline` is the time of the next call.
///
/// There is one clock, the caller's: seconds from any origin. The estimator uses the times of the samples, so that a late
/// sample still counts; decisions have times on the caller's clock and come in the order of this clock. Laws:
/// - A recording processed at once, row by row, or with any calls of `advance` and `plan` in between gives the same decisions.
/// - Shifting all times only shifts the decisions.
/// - A sample that leaps ahead is held until the next sample, or the caller's clock, continues from its time. If neither does,
///   the sample is dropped, so that one wrong stamp costs one sample.
/// - Processing a sample allocates nothing, unless the sample leads to a decision.
public struct Pipeline: Sendable {
  /// The settings in force.
  public private(set) var configuration: Configuration
  /// The posterior at the last sample, at its time; `nil` before the first posterior.
  public private(set) var estimate: DistanceEstimate?
  /// Whether the pipeline reports every considered change of zone, accepted or not.
  public var explainsZones: Bool

  private var estimator: ActiveEstimator
  private var history: SampleHistory
  private var duplicates = Duplicates()
  private var repeats = RepeatDetector()
  private var detector: ZoneDetector
  private var scheduler: HeartbeatScheduler
  private var ceremony: Ceremony
  private(set) var now = Seconds(-.infinity)
  private var lastSample = Seconds(-.infinity)
  /// The sample that leaped ahead of all others.
  private var held: Sample?
  /// The longest step ahead of the last sample that isn't a leap; the value of `ClockMending`.
  private var longestStep = Seconds(2)
  /// The value of `longestStep`, or less than any step while a sample is held.
  private var reach = Seconds(2)
  private var negatives = NegativeRanges()
  private var lastInterval = Seconds(-.infinity)
  private var ceremonyDue = Double.infinity
  private var isFinished = false
  /// Whether playback is suspended; see `suspend`.
  public private(set) var isSuspended = false

  /// Creates a pipeline without samples.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself.
  public init(_ configuration: Configuration) throws(SettingError) {
    try self.init(configuration, explainsZones: false)
  }

  package init(_ configuration: Configuration, explainsZones: Bool) throws(SettingError) {
    try configuration.validate()
    self.init(trusting: configuration, explainsZones)
  }

  /// Creates a pipeline without samples from the configuration of a preset.
  ///
  /// The presets of this module need no validation here. A program that uses only these presets, such as firmware, does not
  /// contain the rules and names of settings.
  ///
  /// - Parameter preset: The preset.
  /// - Throws: `SettingError` when the preset is your own and its configuration contradicts itself.
  public init(_ preset: Preset) throws(SettingError) {
    if let fault = preset.fault { throw fault }
    self.init(trusting: preset.configuration, false)
  }

  // Everything that can fail runs before this initializer, because a throwing initializer copies the whole value at its end.
  private init(trusting configuration: Configuration, _ explainsZones: Bool) {
    self.configuration = configuration
    self.explainsZones = explainsZones
    estimator = ActiveEstimator(configuration)
    history = SampleHistory(window: configuration.live.reorder)
    detector = ZoneDetector(
      configuration.zoneParameters, silences: configuration.ranging.silences,
      link: configuration.ranging.signal)
    scheduler = HeartbeatScheduler(configuration.heartbeat)
    ceremony = Ceremony(configuration.ceremony)
  }

  /// The zone now, counted from the nearest; `nil` if there is none.
  public var zone: Int? { detector.zone }

  /// The state of the link now, with its evidence.
  public var state: LinkState {
    detector.linkState(contactProbability: estimator.contactProbability)
  }

  /// The values learned about the link until now, or the configured values.
  public var learned: LearnedLink { estimator.learned ?? configuration.learned }

  /// The number of plans of beats so far; see `HeartbeatScheduler.plans`.
  package var plans: Int {
    get { scheduler.plans }
    set { scheduler.plans = newValue }
  }

  /// The phase of the ceremony.
  public var phase: CeremonyPhase { ceremony.phase }

  /// Whether the ceremony's link is up.
  package var isLinked: Bool { ceremony.isLinked }

  /// The step of the ceremony's ring at this end.
  public var standing: CeremonyStanding { ceremony.standing }

  /// Returns the posterior at a time; `nil` before the first posterior.
  public func estimate(at time: Seconds) -> DistanceEstimate? { estimator.estimate(at: time) }

  /// Advances to the sample's time, unless the sample is late, and processes the sample.
  ///
  /// - Parameters:
  ///   - sample: The sample, with a time on the caller's clock.
  ///   - decide: Called for every decision, in the order of time.
  /// - Returns: Whether the sample was accepted, or the reason for its rejection.
  @discardableResult public mutating func process(
    _ sample: Sample, _ decide: (Decision) -> Void
  ) -> Reception {
    guard !isFinished else { return .finished }
    guard sample.isUsable else { return .notFinite }
    let time = sample.time
    if time - lastSample > reach, let refusal = hold(sample, decide) { return refusal }
    guard time >= lastSample || isWithinWindow(sample) else {
      return .outOfOrder(by: lastSample - time)
    }
    guard !(time < lastSample ? history.contains(sample) : duplicates.contains(sample)) else {
      return .duplicate
    }
    if time > now { letPass(to: time, decide) }
    detector.notePeer(at: time.value)
    let isUsed = fold(sample)
    estimate = estimator.estimateInPlace(at: lastSample)
    if let range = estimator.heard(sample) { detector.hear(range, at: time.value) }
    if let event = sample.event {
      handle(event, decide)
    } else if let estimate, isUsed, estimate.radio == sample.radio {
      update(estimate, sample, decide)
      if ceremony.waitsForContact { tellCeremony(zone, decide) }
    }
    if let refusal = negatives.check(sample, isUsed: isUsed, configuration.ranging) {
      return refusal
    }
    return time < now ? .late(by: now - time) : .taken
  }

  /// Advances to `time`, and processes an interval between two beats measured elsewhere, such as the intervals of a pulse.
  /// Only the tempo policy `.pulse` uses intervals; a session without intervals uses its zones.
  ///
  /// - Parameters:
  ///   - interval: The time from one beat to the next.
  ///   - time: The time of the report, on the caller's clock.
  ///   - decide: Called for every decision, in the order of time.
  /// - Returns: Whether the interval was accepted; `.notFinite` also for an interval outside 0.2 to 3 s.
  @discardableResult public mutating func process(
    interval: Seconds, at time: Seconds, _ decide: (Decision) -> Void
  ) -> Reception {
    guard !isFinished else { return .finished }
    guard time.isFinite, interval.isFinite, GivenTempo.plausible.contains(interval) else {
      return .notFinite
    }
    guard time >= lastInterval else { return .outOfOrder(by: lastInterval - time) }
    lastInterval = time
    if time > now { letPass(to: time, decide) }
    let pattern = configuration.heartbeat.pattern
    scheduler.take(interval: interval, at: now) { decide(Decision($0, pattern)) }
    return time < now ? .late(by: now - time) : .taken
  }

  #if !hasFeature(Embedded)
  /// Advances to `time`, and processes the step of the ring at the peer's end; see `Ceremony.hear`.
  ///
  /// - Returns: Whether the step counts: the time is finite, and the session not finished.
  @discardableResult public mutating func hear(
    _ peer: CeremonyStanding, at time: Seconds, _ decide: (Decision) -> Void
  ) -> Reception {
    guard !isFinished else { return .finished }
    guard time.isFinite else { return .notFinite }
    if time > now { letPass(to: time, decide) }
    apply(ceremony.hear(peer, at: now), decide)
    return time < now ? .late(by: now - time) : .taken
  }
  #endif

  /// Teaches the distance of the devices now, as a person states it. A person who has stood at an edge for ten seconds
  /// teaches the level of signal strength better than any filter learns it. With ranges, teaching has no effect.
  ///
  /// - Parameters:
  ///   - distance: 0.02 to 100 m; preferably an edge of a zone.
  ///   - time: The time of the statement, on the caller's clock.
  ///   - decide: Called for every decision, in the order of time.
  /// - Returns: The learned values, with a reason to doubt them, if there is one.
  @discardableResult public mutating func teach(
    distance: Meters, at time: Seconds, _ decide: (Decision) -> Void
  ) -> LearnedLink {
    process(.at(distance, at: time), decide)
    return learned
  }

  /// Teaches the distance of a named edge: `near` is the outer edge of that zone, `near/far` the edge between these two zones.
  ///
  /// - Throws: `SettingError` if the zones have no such edge.
  @discardableResult public mutating func teach(
    edge name: String, at time: Seconds, _ decide: (Decision) -> Void
  ) throws(SettingError) -> LearnedLink {
    teach(distance: try configuration.zones.edge(named: name), at: time, decide)
  }

  /// Returns the beats up to and including a time if no new sample arrives, before the time at which silence ends the zone.
  /// Changes nothing, and allocates nothing unless a sample is held.
  public func plan(until time: Seconds) -> BeatPlan {
    guard let held, held.time <= time else {
      return scheduler.plan(until: time, before: Seconds(beatEnd))
    }
    #if hasFeature(Embedded)
    // A copy of the deciding state would make the engine of pages larger, so the plan ends at the sample's time.
    return scheduler.plan(until: held.time, before: Seconds(beatEnd))
    #else
    // A beat due when the held sample counts belongs to the plan after it.
    var plan = scheduler.plan(until: held.time, before: min(held.time, Seconds(beatEnd)))
    var copy = self
    copy.release { _ in }
    plan.later = [copy.plan(until: time)]
    return plan
    #endif
  }

  /// The time of the next decision of `advance`; `nil` if only a new sample can cause a decision.
  public var nextDeadline: Seconds? {
    guard !isFinished else { return nil }
    let beat = scheduler.due <= beatEnd ? scheduler.due : .infinity
    let next = min(beat, detector.due, ceremonyDue, held?.time.value ?? .infinity)
    return next < .infinity ? Seconds(max(next, now.value)) : nil
  }

  /// Advances to a time: silence becomes `stale` or `lost`, and due beats are delivered.
  ///
  /// A beat due exactly at `time` waits for the samples at `time`. A time that is not finite or goes back changes nothing.
  public mutating func advance(to time: Seconds, _ decide: (Decision) -> Void) {
    guard !isFinished, time.isFinite, time >= now else { return }
    if let held, held.time <= time { release(decide) }
    letPass(to: time, decide)
  }

  /// Ends the session: the plan is canceled, and a sustained contact ends.
  ///
  /// - Parameters:
  ///   - time: The end; by default now. A time earlier than now counts as now.
  ///   - decide: Called for every decision until the end.
  /// - Returns: The end, on the caller's clock.
  @discardableResult
  public mutating func finish(at time: Seconds? = nil, _ decide: (Decision) -> Void) -> Seconds {
    if let time {
      advance(to: time, decide)
    } else if let held, held.time - max(lastSample, now) <= Self.longestSilence {
      release(decide)
    }
    guard now.isFinite else {
      isFinished = true
      return .zero
    }
    guard !isFinished else { return now }
    let pattern = configuration.heartbeat.pattern
    scheduler.finish(at: now) { decide(Decision($0, pattern)) }
    isFinished = true
    return now
  }

  /// Reports that another peer was heard: a silence is then specific to this peer; see `LinkEvidence.silence`.
  public mutating func noteOthers(at time: Seconds) { detector.noteOthers(at: time.value) }

  /// Sets whether the local receiver is on: while it is off, silence is not evidence about the peer.
  public mutating func noteReceiver(isOn: Bool) { detector.noteReceiver(isOn: isOn) }

  /// Suspends playback until `resume`: the plan is canceled, and a sustained contact ends.
  ///
  /// Samples still count, and zones, silence, and the ceremony continue.
  public mutating func suspend(_ decide: (Decision) -> Void) {
    guard !isFinished, !isSuspended else { return }
    isSuspended = true
    enter(zone: nil, decide)
  }

  /// Resumes playback: the zone sounds as if the device entered it now, and a contact that is played as one sustained event
  /// starts again. Call `advance(to:)` first, so that a zone that is no longer known is silent.
  ///
  /// - Parameters:
  ///   - lastBeat: The time of the last beat of another session on the same device: the refractory time also counts from
  ///     this beat.
  ///   - decide: Called for every decision.
  public mutating func resume(after lastBeat: Seconds? = nil, _ decide: (Decision) -> Void) {
    guard isSuspended, !isFinished else { return }
    isSuspended = false
    if let lastBeat { scheduler.rest(after: lastBeat) }
    enter(zone: zone, decide)
  }

  /// Restarts the pipeline: it keeps the configuration and forgets all samples.
  public mutating func reset() {
    if let fresh = try? Pipeline(configuration, explainsZones: explainsZones) { self = fresh }
  }

  // MARK: - Samples that leap ahead

  /// The longest silence before a last sample, as in files.
  private static let longestSilence = Seconds(600)
  /// The multiple of a usual step that counts as a leap, as in files.
  private static let margin = 4.0

  /// Accepts all stamps unchecked, because the caller has checked them.
  package mutating func trustStamps() {
    (reach, longestStep) = (Seconds(.infinity), Seconds(.infinity))
  }

  /// Decides about a sample that leaps ahead, or follows a leap, like the readers of files.
  @inline(never) private mutating func hold(
    _ sample: Sample, _ decide: (Decision) -> Void
  ) -> Reception? {
    if let held {
      guard held != sample else { return .duplicate }
      let (leap, step) = (held.time - max(lastSample, now), sample.time - held.time)
      self.held = step >= .zero ? held : nil
      reach = longestStep
      // Every step of a slow radio is long, and is not a leap.
      if step > longestStep { longestStep = Self.margin * min(step, leap) }
      release(decide)
    }
    let last = max(lastSample, now)
    let longest =
      sample.radio.entry.family == .wideRange
      ? max(SamplePace.longest, longestStep) : longestStep
    guard last.isFinite, sample.time - last > longest else { return nil }
    (held, reach) = (sample, Seconds(-.infinity))
    return .ahead(by: sample.time - last, limit: longest)
  }

  private mutating func release(_ decide: (Decision) -> Void) {
    guard let sample = held else { return }
    (held, reach) = (nil, Seconds(.infinity))
    process(sample, decide)
    reach = longestStep
  }

  // MARK: - Time

  /// Processes the deadlines until a time, in the order of time. Silence at a moment precedes a beat at that moment, so that
  /// no beat sounds while the distance is unknown.
  private mutating func letPass(to time: Seconds, _ decide: (Decision) -> Void) {
    while true {
      let due = Seconds(min(detector.due, ceremonyDue))
      guard due <= time else { break }
      // A deadline that a late sample has moved into the past takes effect now.
      now = max(now, due)
      play(until: now, decide)
      if detector.due <= ceremonyDue {
        while let change = detector.advance(to: due) { apply(change, decide) }
      } else {
        apply(ceremony.advance(to: due), decide)
      }
    }
    now = time
    play(until: time, decide)
  }

  private mutating func play(until time: Seconds, _ decide: (Decision) -> Void) {
    guard scheduler.due <= time.value else { return }
    let end = min(time.value, beatEnd)
    guard scheduler.due <= end else { return }
    let pattern = configuration.heartbeat.pattern
    scheduler.advance(to: Seconds(end)) { decide(Decision($0, pattern)) }
  }

  /// The end of the beats: later beats are played only if a sample arrives before, because silence ends the zone first. It
  /// precedes the silence by the rounding error of sums of decimals, so that a beat due at the moment of silence isn't
  /// played; infinity when no silence will end the zone.
  private var beatEnd: Double {
    guard let silence = detector.zoneEnd?.value else { return .infinity }
    return silence - max(1e-9, 4 * silence.ulp)
  }

  // MARK: - Decisions

  private func isWithinWindow(_ sample: Sample) -> Bool {
    lastSample - sample.time <= configuration.live.reorder && history.reaches(sample.time)
  }

  /// Passes a sample to the estimator, in the order of time; returns whether it was used.
  private mutating func fold(_ sample: Sample) -> Bool {
    if sample.time < lastSample {
      guard let (corrected, isUsed) = history.insert(sample) else { return false }
      estimator = corrected
      return isUsed
    }
    lastSample = sample.time
    duplicates.add(sample)
    if history.window > .zero { history.add(sample, estimator) }
    return estimator.update(sample)
  }

  private mutating func update(
    _ estimate: DistanceEstimate, _ sample: Sample, _ decide: (Decision) -> Void
  ) {
    let isIndependent = repeats.isIndependent(sample)
    if !explainsZones, detector.passes(over: estimate) { return follow(estimate.distance, decide) }
    let contact = explainsZones ? contactProbability : nil
    let change =
      explainsZones
      ? detector.update(estimate, isIndependent: isIndependent, at: now) {
        var considered = $0
        if considered.to == 0 { considered.contactProbability = contact }
        decide(.considered(considered))
      }
      : detector.decide(estimate, isIndependent: isIndependent, at: now)
    if estimate.isTrusted, !detector.isTouching {
      follow(estimate.nearness == .contact ? .zero : estimate.distance, decide)
    }
    if let change { apply(change, decide) }
  }

  private mutating func follow(_ distance: Meters, _ decide: (Decision) -> Void) {
    guard scheduler.note(distance, at: now) else { return }
    let pattern = configuration.heartbeat.pattern
    scheduler.followDistance { decide(Decision($0, pattern)) }
  }

  private mutating func handle(_ event: LinkEvent, _ decide: (Decision) -> Void) {
    let isSilent = estimate.map { $0.status == .stale } ?? true
    if let event = ZoneEvent(event, isSilent: isSilent) {
      let change = detector.handle(event, at: now)
      if event == .touched { follow(.zero, decide) }
      if let change { apply(change, decide) }
    }
    if let cue = configuration.cues[event] {
      apply([CeremonyAction(time: now, kind: .cue(cue))], decide)
    }
    apply(ceremony.handle(event, at: now), decide)
  }

  /// Applies a change of zone now, even if a late sample decided it.
  private mutating func apply(_ change: ZoneChange, _ decide: (Decision) -> Void) {
    var change = change
    change.time = now
    if change.to == 0 { change.contactProbability = contactProbability }
    decide(.zone(change))
    if !isSuspended { enter(zone: change.to, decide) }
    tellCeremony(change.to, decide)
  }

  /// The probability of contact, 0 to 1; `nil` while ranges do not decide.
  private var contactProbability: Double? {
    detector.isTouching ? 1 : estimate?.radio == .uwb ? estimator.contactProbability : nil
  }

  private mutating func tellCeremony(_ zone: Int?, _ decide: (Decision) -> Void) {
    let probability = zone == 0 ? contactProbability : nil
    apply(ceremony.enter(zone: zone, contactProbability: probability, at: now), decide)
  }

  private mutating func enter(zone: Int?, _ decide: (Decision) -> Void) {
    let pattern = configuration.heartbeat.pattern
    scheduler.enter(zone: zone, at: now) { decide(Decision($0, pattern)) }
  }

  private mutating func apply(_ actions: [CeremonyAction], _ decide: (Decision) -> Void) {
    ceremonyDue = ceremony.nextDeadline?.value ?? .infinity
    for action in actions { decide(.ceremony(action)) }
  }

  // MARK: - Settings while running

  /// Applies new settings during a session. Each stage keeps its state and continues from there: a changed bias moves the
  /// distance at once, a changed tempo keeps the remaining share of the interval, and moved edges decide the zone again.
  /// Everything else continues without a jump.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself, or the session is finished; the settings then stay
  ///   the same.
  public mutating func apply(
    _ new: Configuration, _ decide: (Decision) -> Void
  ) throws(SettingError) {
    guard !isFinished else {
      throw SettingError(
        key: "configuration", rule: "comes after the session was finished; begin a new session")
    }
    try new.validate()
    history = SampleHistory(window: new.live.reorder)
    let pattern = new.heartbeat.pattern
    scheduler.apply(new.heartbeat, at: now) { decide(Decision($0, pattern)) }
    ceremony.apply(new.ceremony)
    ceremonyDue = ceremony.nextDeadline?.value ?? .infinity
    estimator.apply(new)
    let change = detector.apply(
      new.zoneParameters, silences: new.ranging.silences, link: new.ranging.signal, at: now)
    configuration = new
    if let change { apply(change, decide) }
  }
}
