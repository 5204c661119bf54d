/// From samples to a heartbeat: estimator, zones, ceremony and scheduler under one configuration.
///
/// A value without clock, file or lock: the same one runs in an app, in a replay and in a search over
/// settings. It answers three questions:
/// - `process(_:)`: what became of this sample?
/// - `plan(until:)`: what will be played if nothing new is heard?
/// - `advance(to:)`: what was decided until now? `nextDeadline` says when to ask next.
///
/// There is one clock, the caller's: seconds from any origin. The estimator goes by the times of the samples, so that
/// one which arrives late still counts; decisions are dated by the caller's clock and come in its order. Laws:
/// - A recording fed at once, row by row, or with any calls of `advance` and `plan` in between gives
///   the same decisions.
/// - Shifting all times shifts the decisions and nothing else.
/// - A sample that leaps ahead is held until the next one, or the caller's clock, goes on from its time. If none does, it
///   is dropped, so that one wrong stamp costs one sample.
/// - Processing a sample allocates nothing, unless it decides something.
public struct Pipeline: Sendable {
  /// The settings in force.
  public private(set) var configuration: Configuration
  /// The posterior after the last sample, at its time; `nil` before there is any.
  public private(set) var estimate: DistanceEstimate?
  /// Whether every considered change of zone is reported, taken or not.
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
  /// The sample that leapt ahead of all others.
  private var held: Sample?
  /// The longest step ahead of the last sample that is no leap; of `ClockMending`.
  private var longestStep = Seconds(2)
  /// `longestStep`, and less than any step while a sample is held.
  private var reach = Seconds(2)
  private var negatives = NegativeRanges()
  private var lastInterval = Seconds(-.infinity)
  private var ceremonyDue = Double.infinity
  private var isFinished = false
  /// Whether nothing is played for now; see `suspend`.
  public private(set) var isSuspended = false

  /// A pipeline that has seen nothing.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself.
  public init(_ configuration: Configuration) throws(SettingError) {
    try self.init(configuration, explainsZones: false)
  }

  package init(_ configuration: Configuration, explainsZones: Bool) throws(SettingError) {
    try configuration.validate()
    self.init(valid: configuration, explainsZones)
  }

  // What can fail stands before: an initialiser that throws copies the whole value at its end.
  private init(valid configuration: Configuration, _ explainsZones: Bool) {
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

  /// The zone now, counted from the nearest; `nil` for none.
  public var zone: Int? { detector.zone }

  /// What is known about the link now, and what that rests on.
  public var state: LinkState {
    detector.linkState(contactProbability: estimator.contactProbability)
  }

  /// What was learned about the link until now, and else what was known before.
  public var learned: LearnedLink { estimator.learned ?? configuration.learned }

  /// The number of plans of beats so far; see `HeartbeatScheduler.plans`.
  package var plans: Int {
    get { scheduler.plans }
    set { scheduler.plans = newValue }
  }

  /// Where the ceremony stands.
  public var phase: CeremonyPhase { ceremony.phase }

  /// The step of the ceremony's ring at this end.
  public var standing: CeremonyStanding { ceremony.standing }

  /// The posterior at a time; `nil` before there is any.
  public func estimate(at time: Seconds) -> DistanceEstimate? { estimator.estimate(at: time) }

  /// Folds in one sample, and lets time pass up to it.
  ///
  /// - Parameters:
  ///   - sample: Its time is on the caller's clock.
  ///   - decide: Called for everything that is decided, in the order of time.
  /// - Returns: What became of it.
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

  /// Folds in an interval between two beats that are measured elsewhere, such as those of a pulse, and lets time pass up to
  /// it. It matters to the tempo policy `.pulse`; a session without intervals goes by its zones.
  ///
  /// - Parameters:
  ///   - interval: From one beat to the next.
  ///   - time: When it was reported, on the caller's clock.
  ///   - decide: Called for everything that is decided, in the order of time.
  /// - Returns: What became of it; `.notFinite` also for an interval outside 0.2 to 3 s.
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
  /// Takes in the step of the ring at the peer's end, and lets time pass up to then; see `Ceremony.hear`.
  ///
  /// - Returns: Whether it counts: the time is finite, and the session not finished.
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

  /// Takes what a person says: the devices are at this distance now. One who has stood at an edge for ten seconds teaches
  /// the level of signal strength more than any filter finds out by itself. Where there are ranges, it changes nothing.
  ///
  /// - Parameters:
  ///   - distance: 0.02 to 100 m; an edge of a zone, best of all.
  ///   - time: On the caller's clock.
  ///   - decide: Called for everything that is decided, in the order of time.
  /// - Returns: What was learned, with the reason to doubt it, if there is one.
  @discardableResult public mutating func teach(
    distance: Meters, at time: Seconds, _ decide: (Decision) -> Void
  ) -> LearnedLink {
    process(.at(distance, at: time), decide)
    return learned
  }

  /// The same at an edge by its name: `near` is the outer edge of that zone, `near/far` the one between these two.
  ///
  /// - Throws: `SettingError` where the zones have no such edge.
  @discardableResult public mutating func teach(
    edge name: String, at time: Seconds, _ decide: (Decision) -> Void
  ) throws(SettingError) -> LearnedLink {
    teach(distance: try configuration.zones.edge(named: name), at: time, decide)
  }

  /// What will be played until a time, that time included, if nothing new is heard: the beats up to the
  /// moment at which silence ends the zone. Changes nothing, and allocates nothing unless a sample is held.
  public func plan(until time: Seconds) -> BeatPlan {
    guard let held, held.time <= time else {
      return scheduler.plan(until: time, before: Seconds(beatEnd))
    }
    #if hasFeature(Embedded)
    // A copy of all that decides would make the engine of pages larger: the plan ends where the sample counts.
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

  /// When `advance` will next have something to decide; `nil` for not before something is heard.
  public var nextDeadline: Seconds? {
    guard !isFinished else { return nil }
    let beat = scheduler.due <= beatEnd ? scheduler.due : .infinity
    let next = min(beat, detector.due, ceremonyDue, held?.time.value ?? .infinity)
    return next < .infinity ? Seconds(max(next, now.value)) : nil
  }

  /// Lets time pass: silence turns into `stale` and `lost`, and beats are played.
  ///
  /// A beat due exactly at `time` waits for what is heard at `time`. A time that is not finite or goes
  /// back changes nothing.
  public mutating func advance(to time: Seconds, _ decide: (Decision) -> Void) {
    guard !isFinished, time.isFinite, time >= now else { return }
    if let held, held.time <= time { release(decide) }
    letPass(to: time, decide)
  }

  /// Ends the session: what is planned is cancelled, and a sustained contact ends.
  ///
  /// - Parameters:
  ///   - time: The end; by default now. Earlier than now counts as now.
  ///   - decide: Called for everything that is decided until the end.
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

  /// Notes that another peer was heard: silence of this one is then its own; see `LinkEvidence.silence`.
  public mutating func noteOthers(at time: Seconds) { detector.noteOthers(at: time.value) }

  /// Notes whether the own receiver is on: while it is off, silence says nothing of the peer.
  public mutating func noteReceiver(isOn: Bool) { detector.noteReceiver(isOn: isOn) }

  /// Plays nothing from now on, until `resume`: what is planned is cancelled, and a sustained contact ends.
  ///
  /// Samples still count, and zones, silence and the ceremony go on.
  public mutating func suspend(_ decide: (Decision) -> Void) {
    guard !isFinished, !isSuspended else { return }
    isSuspended = true
    enter(zone: nil, decide)
  }

  /// Plays again: the zone sounds as if it were entered now, and a contact that is felt as one sustained event
  /// begins anew. Let time pass first, so that a zone that nobody knows any more is silent.
  ///
  /// - Parameters:
  ///   - lastBeat: When another session that is felt with this one played its last beat: the refractory time holds from
  ///     there, too.
  ///   - decide: Called for everything that is decided.
  public mutating func resume(after lastBeat: Seconds? = nil, _ decide: (Decision) -> Void) {
    guard isSuspended, !isFinished else { return }
    isSuspended = false
    if let lastBeat { scheduler.rest(after: lastBeat) }
    enter(zone: zone, decide)
  }

  /// Begins anew: everything that was heard is forgotten, the configuration stays.
  public mutating func reset() {
    if let fresh = try? Pipeline(configuration, explainsZones: explainsZones) { self = fresh }
  }

  // MARK: - Samples that leap ahead

  /// The longest silence before a last sample, as in files.
  private static let longestSilence = Seconds(600)
  /// The times that a usual step is a leap, as in files.
  private static let margin = 4.0

  /// Takes all stamps as they are, because the caller has checked them.
  package mutating func trustStamps() {
    (reach, longestStep) = (Seconds(.infinity), Seconds(.infinity))
  }

  /// Decides about a sample that leaps ahead, or follows one that did, as readers of files do.
  @inline(never) private mutating func hold(
    _ sample: Sample, _ decide: (Decision) -> Void
  ) -> Reception? {
    if let held {
      guard held != sample else { return .duplicate }
      let (leap, step) = (held.time - max(lastSample, now), sample.time - held.time)
      self.held = step >= .zero ? held : nil
      reach = longestStep
      // Of a slow radio every step is long, and none leaps.
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

  /// Takes what is due in the order of time. Silence at a moment comes before the beat of that moment,
  /// so that no beat sounds while nobody knows the distance.
  private mutating func letPass(to time: Seconds, _ decide: (Decision) -> Void) {
    while true {
      let due = Seconds(min(detector.due, ceremonyDue))
      guard due <= time else { break }
      // What a late sample has moved into the past takes effect now.
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

  /// What is due from this time on is not played, unless something is heard before: silence ends the
  /// zone first. It lies before the silence by what sums of decimals differ in their last digits, so that
  /// a beat due at the moment of silence is not one of them; infinity when no silence will end the zone.
  private var beatEnd: Double {
    guard let silence = detector.zoneEnd?.value else { return .infinity }
    return silence - max(1e-9, 4 * silence.ulp)
  }

  // MARK: - Decisions

  private func isWithinWindow(_ sample: Sample) -> Bool {
    lastSample - sample.time <= configuration.live.reorder && history.reaches(sample.time)
  }

  /// Hands a sample to the estimator, in its place; returns whether it was used.
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

  /// A change takes effect now, also where a late sample decided it.
  private mutating func apply(_ change: ZoneChange, _ decide: (Decision) -> Void) {
    var change = change
    change.time = now
    if change.to == 0 { change.contactProbability = contactProbability }
    decide(.zone(change))
    if !isSuspended { enter(zone: change.to, decide) }
    tellCeremony(change.to, decide)
  }

  /// The probability of contact, 0 to 1; `nil` where ranges do not decide.
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

  /// Takes new settings over while running. Each stage keeps what it knows and goes on from there: a
  /// changed bias moves the distance at once, a changed tempo keeps the share of the interval that is
  /// still to go, and edges that move decide the zone anew. Nothing else jumps.
  ///
  /// - Throws: `SettingError` when the configuration contradicts itself, or the session is finished; nothing
  ///   has changed then.
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
