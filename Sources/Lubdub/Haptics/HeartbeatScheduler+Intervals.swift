// The tempo that is given from outside.
extension HeartbeatScheduler {
  /// Takes an interval that was heard at `time`. It matters to the policy `.pulse`.
  /// Returns whether it can be a tempo; see `GivenTempo.plausible`.
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
