public import Quantities

/// Decides when the heart beats next, given the zone and, where it matters, the distance.
///
/// Only the next beat is ever decided, so that a change of tempo neither stumbles nor restarts a loop:
/// the share of the interval that is still to go is kept and stretched to the new interval. Laws:
/// - Beats strictly increase and are never nearer than the refractory time.
/// - A beating zone entered from silence, and a nearer zone with the policy `.stepped`, sounds at
///   once, unless a beat was just played.
/// - While in beating zones, no silence is longer than the longest interval that was in force in it.
/// - At a constant tempo beat n is at anchor + n · interval: nothing accumulates.
/// - Shifting all times shifts the beats and nothing else; any way of cutting time into calls of
///   `advance` gives the same beats.
///
/// Call `advance(to: t)` before telling what happened at `t`.
public struct HeartbeatScheduler: Sendable, Hashable {
  /// What a scheduler gives.
  public enum Output: Sendable, Hashable {
    /// A beat, to be played by its pattern.
    case beat(Beat)
    /// A sustained event of contact that has come to its end.
    case sustained(HapticEvent)
  }

  /// What the scheduler goes by.
  public let parameters: Parameters
  /// The zone it was last told; `nil` for none.
  public private(set) var zone: Int?

  private let curve: TempoCurve
  private var distance: Meters?
  /// Where the tempo is heading; `nil` while silent or sustaining.
  private var target: Tempo?
  private var glide: Glide?
  /// The next beat is at anchor + index · interval.
  private var anchor = 0.0
  private var index = 0
  private var interval = 0.0
  /// What swing measures the interval in force against: the one before it; `nil` for no limit.
  private var previous: Double?
  /// Whether a beat was played since silence.
  private var isUnderWay = false
  /// Whether the next beat comes because a zone was entered, and not because an interval is over.
  private var comesAtOnce = false
  private var lastBeat = -Double.infinity
  private var now = -Double.infinity
  /// When it was first told a zone or a distance. All times inside are relative to it, so that they are as exact on
  /// a trace that counts from 1970 as on one that starts at zero.
  private var origin: Double?
  private var sustained: SustainedEvent?
  private var finished: [HapticEvent] = []

  /// A silent scheduler.
  ///
  /// - Throws: `ParameterError` as `Parameters.validate()` does.
  public init(_ parameters: Parameters) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    switch parameters.policy {
    case .stepped: curve = TempoCurve([])
    case .continuous(let knots): curve = TempoCurve(knots)
    }
  }

  /// When `advance` will next have something to give; `nil` for not before something changes.
  public var nextDeadline: Seconds? {
    if let sustained { return absolute(sustained.deadline) }
    return target == nil ? nil : absolute(nextBeat)
  }

  /// The intensity of a sustained contact at present; `nil` when there is none.
  public var sustainedIntensity: Double? { sustained?.intensity }

  /// Gives everything that is decided before `time`.
  ///
  /// A beat due exactly at `time` waits for what happens at `time`.
  public mutating func advance(to time: Seconds, emit: (Output) -> Void) {
    guard time.isFinite, origin != nil else { return }
    setNow(time)
    if sustained != nil { cutSustained(before: now) }
    if !finished.isEmpty {
      for event in finished { emit(.sustained(event)) }
      finished.removeAll(keepingCapacity: true)
    }
    guard target != nil else { return }
    while nextBeat < now { emit(.beat(playNext())) }
  }

  /// Gives everything before the end, and ends a sustained event there.
  public mutating func finish(at end: Seconds, emit: (Output) -> Void) {
    advance(to: end, emit: emit)
    enter(zone: nil, at: end)
    for event in finished { emit(.sustained(event)) }
    finished = []
  }

  /// Tells the zone from `time` on; `nil` for none.
  public mutating func enter(zone new: Int?, at time: Seconds) {
    guard time.isFinite, new != zone else { return }
    setNow(time)
    let old = zone
    zone = new
    let wasSustained = sustained != nil
    endSustained()
    if beginSustained() { return }
    guard let tempo = wantedTempo() else {
      silence()
      return
    }
    if target == nil {
      start(tempo, after: wasSustained ? tempo.interval.value : 0)
    } else {
      change(to: tempo, isNearer: (new ?? .max) < (old ?? .max))
    }
  }

  /// Tells the distance at `time`. It matters to the policy `.continuous` and to a sustained contact.
  public mutating func distance(_ distance: Meters, at time: Seconds) {
    guard time.isFinite, distance.value >= 0 else { return }
    self.distance = distance
    setNow(time)
    if sustained != nil {
      let intensity = contactIntensity()
      sustained?.follow(intensity, at: now)
    } else if target != nil, case .continuous = parameters.policy, let tempo = wantedTempo(),
      tempo != target
    {
      target = tempo
      rephase(to: limited(tempo.interval.value))
    }
  }
}

// MARK: - Time

extension HeartbeatScheduler {
  private mutating func setNow(_ time: Seconds) {
    let start = origin ?? time.value
    origin = start
    now = max(now, time.value - start)
  }

  private func absolute(_ time: Double) -> Seconds { Seconds((origin ?? 0) + time) }
}

// MARK: - Tempo

extension HeartbeatScheduler {
  private var nextBeat: Double { anchor + Double(index) * interval }

  /// The tempo of zone and policy; `nil` for silence.
  private func wantedTempo() -> Tempo? {
    guard let zone, parameters.tempos.indices.contains(zone),
      let own = parameters.tempos[zone]
    else { return nil }
    guard let distance else { return own }
    return curve.tempo(at: distance) ?? own
  }

  private mutating func silence() {
    target = nil
    glide = nil
    previous = nil
    isUnderWay = false
  }

  private mutating func start(_ tempo: Tempo, after delay: Double) {
    target = tempo
    interval = tempo.interval.value
    place(at: max(now + delay, lastBeat + parameters.refractory.value), comesAtOnce: delay == 0)
  }

  private mutating func change(to tempo: Tempo, isNearer: Bool) {
    let isStepped = parameters.policy == .stepped
    if isStepped, parameters.glide > .zero {
      glide = Glide(from: tempoInForce(at: now), start: now)
    }
    target = tempo
    let wanted = tempoInForce(at: now).interval.value
    if isStepped, isNearer, now - lastBeat >= parameters.refractory.value {
      previous = isUnderWay ? interval : nil
      interval = limited(wanted)
      place(at: now, comesAtOnce: true)
    } else {
      rephase(to: limited(wanted))
    }
  }

  /// Keeps the share of the interval that is still to go.
  private mutating func rephase(to new: Double) {
    guard new != interval else { return }
    let share = max(0, nextBeat - now) / interval
    interval = new
    place(at: max(now + share * new, lastBeat + parameters.refractory.value))
  }

  private mutating func place(at time: Double, comesAtOnce: Bool? = nil) {
    anchor = time
    index = 0
    self.comesAtOnce = comesAtOnce ?? self.comesAtOnce
  }

  /// Plays the next beat and decides the one after it.
  private mutating func playNext() -> Beat {
    let time = nextBeat
    let tempo = tempoInForce(at: time)
    if isUnderWay, !comesAtOnce { previous = time - lastBeat }
    let new = limited(tempo.interval.value)
    if new == interval {
      index += 1
    } else {
      anchor = time
      index = 1
      interval = new
    }
    lastBeat = time
    isUnderWay = true
    comesAtOnce = false
    return Beat(
      time: absolute(time), interval: Seconds(interval), intensity: tempo.intensity,
      zone: zone ?? 0)
  }

  private func limited(_ wanted: Double) -> Double {
    guard let swing = parameters.swing, let previous else { return wanted }
    let slowest = max(parameters.refractory.value, previous * swing)
    let fastest = max(parameters.refractory.value, previous / swing)
    return min(slowest, max(fastest, wanted))
  }

  /// The target, or what a glide has reached on the way to it.
  private func tempoInForce(at time: Double) -> Tempo {
    let tempo = target ?? Tempo(interval: Seconds(interval), intensity: 0)
    guard let glide else { return tempo }
    return glide.tempo(at: time, to: tempo, lasting: parameters.glide.value)
  }
}

/// A ramp from one tempo to another.
struct Glide: Sendable, Hashable {
  let from: Tempo
  let start: Double

  /// The tempo that the ramp has reached; exactly the target after its end.
  func tempo(at time: Double, to target: Tempo, lasting duration: Double) -> Tempo {
    let share = (time - start) / duration
    guard share < 1 else { return target }
    return Tempo(
      interval: from.interval + share * (target.interval - from.interval),
      intensity: from.intensity + share * (target.intensity - from.intensity))
  }
}

// MARK: - Sustained contact

extension HeartbeatScheduler {
  /// Begins a sustained event when this is contact and contact is to be continuous.
  private mutating func beginSustained() -> Bool {
    guard zone == 0, case .continuous(let tone) = parameters.contact,
      let own = parameters.tempos.first, own != nil
    else { return false }
    silence()
    sustained = SustainedEvent(
      start: now, intensity: contactIntensity(), sharpness: tone.sharpness)
    return true
  }

  private func contactIntensity() -> Double {
    let full = parameters.tempos.first??.intensity ?? 0
    guard case .continuous(let tone) = parameters.contact, let distance else { return full }
    return full * tone.share(at: distance)
  }

  private mutating func endSustained() {
    if let event = sustained?.event(endingAt: now) { finish(event) }
    sustained = nil
  }

  private mutating func finish(_ event: HapticEvent) {
    var event = event
    event.time = absolute(event.time.value)
    finished.append(event)
  }

  /// Cuts an event that has become too long, as often as needed.
  private mutating func cutSustained(before time: Double) {
    while let current = sustained, current.deadline < time {
      if let event = current.event(endingAt: current.deadline) { finish(event) }
      sustained = SustainedEvent(
        start: current.deadline, intensity: current.intensity, sharpness: current.sharpness)
    }
  }
}
