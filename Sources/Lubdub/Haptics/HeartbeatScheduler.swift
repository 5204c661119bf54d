/// Decides the time of the next beat from the zone, and from the distance if the tempo depends on the distance.
///
/// Only the next beat is ever decided, so that a change of tempo never restarts a loop: the remaining share of the interval is
/// kept and stretched to the new interval. Laws:
/// - Beat times strictly increase, and beats are never closer together than the refractory time.
/// - A beating zone entered from silence, and a nearer zone with the policy `.stepped`, sounds at once, unless a beat was just
///   played.
/// - While in beating zones, no silence is longer than the longest interval that was in force during the silence.
/// - At a constant tempo, beat n is at anchor + n · interval: errors don't accumulate.
/// - Shifting all times only shifts the beats; any way of dividing time into calls of `advance` gives the same beats.
/// - `advance` delivers the beats that `plan` shows, unless an input arrives in between.
///
/// Call `advance(to: t)` before you report an event at `t`.
public struct HeartbeatScheduler: Sendable, Hashable {
  package enum Output: Sendable, Hashable {
    case beat(Beat)
    /// The beats planned from this time on are canceled; ask for a new plan.
    case cancelled(from: Seconds)
    case sustained(SustainedContact)
  }

  package private(set) var parameters: Parameters
  package private(set) var zone: Int?

  enum State: Sendable, Hashable {
    case silent
    case beating(BeatSeries)
    case sustaining(SustainedEvent)
  }

  var state = State.silent {
    didSet { settle() }
  }
  /// The value of `nextDeadline`; infinity if there is none. It is stored because every sample reads it, and reading one
  /// number copies nothing.
  package private(set) var due = Double.infinity
  private var followsDistance = false
  var limits: TempoLimits
  private var curve: TempoCurve
  var distance: Meters?
  var given: GivenTempo?
  private var lastBeat = -Double.infinity
  var now = -Double.infinity
  /// The whole second of the first input. All times inside are relative to it, so that they are as exact on a clock that counts
  /// from 1970 as on one that starts at zero. Whole seconds are subtracted without rounding from any later time, so that the
  /// order of times is the same inside and outside.
  private var origin: Double?
  /// The number of plans so far. A scheduler that replaces another scheduler starts with the number of that scheduler, so
  /// that identities of beats stay unique.
  package var plans = 0

  package init(_ parameters: Parameters) {
    self.parameters = parameters
    limits = TempoLimits(parameters)
    curve = parameters.curve
  }

  /// The earliest time at which `advance` will deliver something: just after a beat is due, because a beat waits for its own
  /// moment; `nil` if only an input can cause a delivery.
  package var nextDeadline: Seconds? {
    switch state {
    case .silent: nil
    case .beating(let series): firstTime(after: series.nextBeat)
    case .sustaining(let event): firstTime(after: event.deadline)
    }
  }

  /// Returns the beats up to and including `end` and before `zoneEnd`, if no input arrives meanwhile.
  package func plan(until end: Seconds, before zoneEnd: Seconds = Seconds(.infinity)) -> BeatPlan {
    let origin = origin ?? 0
    var series: BeatSeries?
    if due < .infinity, case .beating(let beating) = state { series = beating }
    return BeatPlan(
      series: series, limits: limits, zone: zone ?? 0, origin: origin, end: end.value - origin,
      zoneEnd: zoneEnd.value - origin)
  }

  /// Delivers everything decided before `time`. A beat due exactly at `time` waits for the events at `time`.
  package mutating func advance(to time: Seconds, emit: (Output) -> Void) {
    guard time.isFinite, let origin else { return }
    setNow(time)
    switch state {
    case .silent: return
    case .beating(var series):
      guard series.nextBeat < now else { return }
      repeat {
        lastBeat = series.nextBeat
        emit(.beat(series.playNext(limits, zone: zone ?? 0, origin: origin)))
      } while series.nextBeat < now
      state = .beating(series)
    case .sustaining(var event):
      guard event.deadline < now else { return }
      while event.deadline < now {
        let cut = event.deadline
        end(event, at: cut, emit)
        event = SustainedEvent(start: cut, intensity: event.intensity, sharpness: event.sharpness)
        emit(.sustained(began(event)))
      }
      state = .sustaining(event)
    }
  }

  package mutating func finish(at end: Seconds, emit: (Output) -> Void) {
    advance(to: end, emit: emit)
    enter(zone: nil, at: end, emit: emit)
  }

  package mutating func enter(
    zone new: Int?, at time: Seconds, emit: (Output) -> Void = { _ in }
  ) {
    guard time.isFinite, new != zone else { return }
    setNow(time)
    let isNearer = (new ?? .max) < (zone ?? .max)
    zone = new
    resume(isNearer: isNearer, emit)
  }

  /// Applies the refractory time also to a beat of another scheduler.
  mutating func rest(after beat: Seconds) {
    guard beat.isFinite, let origin else { return }
    lastBeat = max(lastBeat, beat.value - origin)
  }

  /// Accepts the distance at `time`. The policy `.continuous` and a sustained contact use the distance.
  package mutating func distance(
    _ distance: Meters, at time: Seconds, emit: (Output) -> Void = { _ in }
  ) {
    if note(distance, at: time) { followDistance(emit) }
  }

  /// Stores a distance; returns whether the caller must call `followDistance`, because the distance may change a beat.
  package mutating func note(_ distance: Meters, at time: Seconds) -> Bool {
    guard time.isFinite, distance.value >= 0 else { return false }
    self.distance = distance
    setNow(time)
    return followsDistance
  }

  private mutating func settle() {
    due = nextDeadline?.value ?? .infinity
    followsDistance =
      switch state {
      case .silent: false
      case .sustaining: true
      case .beating: parameters.followsDistance
      }
  }

  package mutating func followDistance(_ emit: (Output) -> Void) {
    switch state {
    case .silent: return
    case .sustaining(let event): follow(event, emit)
    case .beating(var series):
      guard let tempo = wantedTempo, tempo != series.target else { return }
      series.target = tempo
      rephase(&series, to: series.tempo(at: now, limits).interval.value, emit)
      state = .beating(series)
    }
  }

  /// Applies new settings during a session. The remaining share of the interval is kept, so that the tempo changes without a
  /// jump.
  package mutating func apply(_ new: Parameters, at time: Seconds, emit: (Output) -> Void) {
    guard new != parameters else { return }
    parameters = new
    limits = TempoLimits(new)
    curve = new.curve
    if origin != nil { setNow(time) }
    resume(isNearer: false, isNew: true, emit)
  }

  // MARK: - Time

  mutating func setNow(_ time: Seconds) {
    let start = origin ?? time.value.rounded(.down)
    origin = start
    now = max(now, time.value - start)
  }

  func absolute(_ time: Double) -> Seconds { Seconds((origin ?? 0) + time) }

  private func firstTime(after time: Double) -> Seconds {
    let origin = origin ?? 0
    var next = origin + time
    // With an origin below zero, several times inside can equal one time outside, and vice versa.
    while next - origin <= time { next += max(next.ulp, origin.ulp, time.ulp) }
    return Seconds(next)
  }

  // MARK: - Tempo

  var wantedTempo: Tempo? {
    guard parameters.policy == .pulse, let interval = givenInterval else { return ownTempo }
    return ownTempo.map { Tempo(interval: Seconds(interval), intensity: $0.intensity) }
  }

  /// The tempo without a pulse: from the app's own function, the curve, or the zone. `nil` in a silent zone.
  var ownTempo: Tempo? {
    guard let zone, var own = parameters.tempo(inZone: zone) else { return nil }
    guard let distance else { return own }
    guard let tempo = parameters.tempo else { return curve.tempo(at: distance) ?? own }
    own.interval =
      tempo.interval(at: distance, in: zone, notBelow: parameters.refractory) ?? own.interval
    return own
  }

  private mutating func resume(isNearer: Bool, isNew: Bool = false, _ emit: (Output) -> Void) {
    let old = state
    if let event = sustainedEvent {
      if case .sustaining(let held) = old { return follow(held, emit) }
      cancelPlan(of: old, emit)
      state = .sustaining(event)
      emit(.sustained(began(event)))
      return
    }
    if case .sustaining(let event) = old { end(event, at: now, emit) }
    guard let tempo = wantedTempo else {
      cancelPlan(of: old, emit)
      state = .silent
      return
    }
    switch old {
    case .silent: start(tempo, after: parameters.entryLead.value, cause: .entry)
    case .sustaining: start(tempo, after: tempo.interval.value, cause: .interval)
    case .beating(var series):
      change(&series, to: tempo, isNearer: isNearer, isNew: isNew, emit)
      state = .beating(series)
    }
  }

  private mutating func start(_ tempo: Tempo, after delay: Double, cause: BeatSeries.Cause) {
    plans += 1
    let time = max(now + delay, lastBeat + limits.refractory)
    var series = BeatSeries(tempo, from: time, cause: cause, plan: plans)
    aim(&series, at: tempo)
    state = .beating(series)
  }

  private mutating func change(
    _ series: inout BeatSeries, to tempo: Tempo, isNearer: Bool, isNew: Bool,
    _ emit: (Output) -> Void
  ) {
    // While no interval arrives, zones are steps, too.
    let isStepped = !parameters.followsDistance && givenInterval == nil
    if parameters.policy == .stepped, limits.tempoRampTime > 0 {
      series.ramp = TempoRamp(from: series.tempo(at: now, limits), start: now)
    }
    aim(&series, at: tempo)
    let wanted = series.tempo(at: now, limits).interval.value
    if isStepped, isNearer, now - lastBeat >= limits.refractory {
      plans += 1
      emit(.cancelled(from: absolute(now)))
      let lead = parameters.entryLead.value
      series.enter(at: now, lead: lead, interval: wanted, limits, plan: plans)
    } else {
      rephase(&series, to: wanted, isNew: isNew, emit)
    }
  }

  /// Changes a series to another interval. The plan stays the same if no beat changes, unless `isNew` is true.
  mutating func rephase(
    _ series: inout BeatSeries, to interval: Double, isNew: Bool = false, _ emit: (Output) -> Void
  ) {
    var next = series
    next.rephase(
      at: now, interval: interval, limits, earliest: lastBeat + limits.refractory, plan: plans + 1)
    defer { series = next }
    if case .beating(let old) = state, !isNew, next.isSame(as: old) {
      next.id = old.id
      return
    }
    plans += 1
    emit(.cancelled(from: absolute(now)))
  }

  private func cancelPlan(of state: State, _ emit: (Output) -> Void) {
    guard case .beating = state else { return }
    emit(.cancelled(from: absolute(now)))
  }
}
