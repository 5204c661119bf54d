/// A tempo that is given from outside while a session runs, interval by interval: the policy `.pulse` goes by it.
/// The intervals give the tempo, and never the moment of a beat: they may come seconds late. After some silence the
/// zone's own tempo takes over, in a ramp, and the given one comes back by one.
package struct GivenTempo: Sendable, Hashable {
  /// The intervals that can be a tempo: 20 to 300 beats a minute. Others say that one was missed or made up.
  package static let plausible: ClosedRange<Seconds> = 0.2...3

  let interval: Double
  /// When it was reported; the same clock as the scheduler's inside.
  let heard: Double
}

/// What a series goes over to by itself at a time, if nothing is heard until then.
struct Fallback: Sendable, Hashable {
  let time: Double
  let tempo: Tempo
}

extension HeartbeatScheduler {
  /// Takes an interval that was heard at `time`; returns whether it can be a tempo. It matters to the policy `.pulse`.
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

  /// The given interval, not below the refractory time; `nil` while none is heard.
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
