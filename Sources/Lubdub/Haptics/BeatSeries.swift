/// The limits of an interval, in seconds.
struct TempoLimits: Sendable, Hashable {
  /// The shortest time between two beats.
  let refractory: Double
  /// The largest ratio of one interval to the previous interval, longer or shorter; `nil` if there is no limit.
  let maxIntervalRatio: Double?
  /// The duration of the ramp between the tempos of two zones, or between a measured tempo and the zone's tempo.
  let tempoRampTime: Double

  init(_ parameters: HeartbeatScheduler.Parameters) {
    refractory = parameters.refractory.value
    maxIntervalRatio = parameters.maxIntervalRatio
    tempoRampTime =
      parameters.policy == .pulse ? parameters.pulseRampTime.value : parameters.tempoRampTime.value
  }

  func limited(_ wanted: Double, after previous: Double?) -> Double {
    guard let maxIntervalRatio, let previous else { return wanted }
    let slowest = max(refractory, previous * maxIntervalRatio)
    let fastest = max(refractory, previous / maxIntervalRatio)
    return min(slowest, max(fastest, wanted))
  }
}

/// Beats at a tempo, with the time of the next beat. Times are relative to the scheduler's origin.
struct BeatSeries: Sendable, Hashable {
  enum Cause: Sendable, Hashable {
    case entry
    case interval
  }

  var target: Tempo
  var ramp: TempoRamp?
  var fallback: Fallback?
  /// The next beat is at anchor + index · interval.
  private(set) var anchor: Double
  private var index = 0
  private(set) var interval: Double
  /// The interval before the interval in force, to which `maxIntervalRatio` compares the next interval; `nil` if there is no
  /// limit.
  private(set) var previous: Double?
  private var cause = Cause.interval
  private var lastBeat: Double?
  var id: Beat.ID

  init(_ tempo: Tempo, from time: Double, cause: Cause, plan: Int) {
    target = tempo
    anchor = time
    interval = tempo.interval.value
    self.cause = cause
    id = Beat.ID(plan: plan, index: 0)
  }

  func isSame(as other: BeatSeries) -> Bool {
    var renamed = self
    renamed.id = other.id
    return renamed == other
  }

  var nextBeat: Double { anchor + Double(index) * interval }

  func tempo(at time: Double, _ limits: TempoLimits) -> Tempo {
    guard let fallback, time >= fallback.time else { return aimedTempo(at: time, limits) }
    let last = TempoRamp(from: aimedTempo(at: fallback.time, limits), start: fallback.time)
    return last.tempo(at: time, to: fallback.tempo, lasting: limits.tempoRampTime)
  }

  private func aimedTempo(at time: Double, _ limits: TempoLimits) -> Tempo {
    guard let ramp else { return target }
    return ramp.tempo(at: time, to: target, lasting: limits.tempoRampTime)
  }

  /// Schedules the next beat for an entered zone: at `now + lead`, or earlier if a beat is already planned earlier.
  mutating func enter(
    at now: Double, lead: Double, interval wanted: Double, _ limits: TempoLimits, plan: Int
  ) {
    let time = min(now + lead, max(now, nextBeat))
    previous = lastBeat == nil ? nil : interval
    interval = limits.limited(wanted, after: previous)
    cause = .entry
    (anchor, index) = (time, 0)
    id = Beat.ID(plan: plan, index: 0)
  }

  /// Changes to another interval and keeps the remaining share of the present interval. The next beat comes no earlier than
  /// `earliest`.
  mutating func rephase(
    at now: Double, interval wanted: Double, _ limits: TempoLimits, earliest: Double, plan: Int
  ) {
    id = Beat.ID(plan: plan, index: 0)
    let new = limits.limited(wanted, after: previous)
    guard new != interval else { return }
    let share = max(0, nextBeat - now) / interval
    interval = new
    (anchor, index) = (max(now + share * new, earliest), 0)
  }

  mutating func playNext(_ limits: TempoLimits, zone: Int, origin: Double) -> Beat {
    let time = nextBeat
    let tempo = tempo(at: time, limits)
    if let lastBeat, cause == .interval { previous = time - lastBeat }
    let new = limits.limited(tempo.interval.value, after: previous)
    if new == interval {
      index += 1
    } else {
      (anchor, index, interval) = (time, 1, new)
    }
    lastBeat = time
    cause = .interval
    defer { id.index += 1 }
    return Beat(
      id: id, time: Seconds(origin + time), interval: Seconds(interval),
      intensity: tempo.intensity, zone: zone)
  }
}

struct TempoRamp: Sendable, Hashable {
  let from: Tempo
  let start: Double

  /// Returns the tempo of the ramp at a time; exactly the target after the end of the ramp.
  func tempo(at time: Double, to target: Tempo, lasting duration: Double) -> Tempo {
    let share = (time - start) / duration
    return share < 1 ? from.moved(share, to: target) : target
  }
}
