/// A tempo given interval by interval during a session, for the policy `.pulse`. The intervals set the tempo, never the moment
/// of a beat, because they may arrive seconds late. After a silence, the zone's own tempo takes over in a ramp, and the given
/// tempo returns in a ramp.
package struct GivenTempo: Sendable, Hashable {
  /// The intervals accepted as a tempo: 20 to 300 beats per minute. Other intervals show a missed or an invented beat.
  package static let plausible: ClosedRange<Seconds> = 0.2...3

  let interval: Double
  /// The time of the report, relative to the scheduler's origin.
  let heard: Double
}

/// The tempo to which a series changes at a time if no interval arrives until then.
struct Fallback: Sendable, Hashable {
  let time: Double
  let tempo: Tempo
}

extension HeartbeatScheduler {
  /// Accepts an interval heard at `time`; returns whether it can be a tempo. Only the policy `.pulse` uses the interval.
  @discardableResult package mutating func take(
    interval: Seconds, at time: Seconds, emit: (Output) -> Void = { _ in }
  ) -> Bool {
    guard time.isFinite, interval.isFinite, GivenTempo.plausible.contains(interval) else {
      return false
    }
    setNow(time)
    let wasHeard = givenInterval != nil
    given = GivenTempo(interval: interval.value, heard: now)
    guard parameters.policy == .pulse, case .beating(var series) = state, let tempo = wantedTempo
    else { return true }
    if !wasHeard { series.ramp = TempoRamp(from: series.tempo(at: now, limits), start: now) }
    aim(&series, at: tempo)
    rephase(&series, to: series.tempo(at: now, limits).interval.value, emit)
    state = .beating(series)
    return true
  }

  /// The given interval, not below the refractory time; `nil` after `pulseTimeout` without an interval.
  var givenInterval: Double? {
    guard let given, now < given.heard + parameters.pulseTimeout.value else { return nil }
    return max(given.interval, parameters.refractory.value)
  }

  func aim(_ series: inout BeatSeries, at tempo: Tempo) {
    series.target = tempo
    series.fallback = nil
    guard parameters.policy == .pulse, givenInterval != nil, let given, let own = ownTempo
    else { return }
    series.fallback = Fallback(time: given.heard + parameters.pulseTimeout.value, tempo: own)
  }
}
