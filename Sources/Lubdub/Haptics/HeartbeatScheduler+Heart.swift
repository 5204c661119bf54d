// The tempo of a heart that is measured meanwhile.
extension HeartbeatScheduler {
  /// Takes an interval between two beats of a heart that was heard at `time`. It matters to the policy `.pulse`.
  ///
  /// - Returns: Whether it can be a tempo; see `HeartTempo.plausible`.
  @discardableResult
  package mutating func heart(
    _ interval: Seconds, at time: Seconds, emit: (Output) -> Void = { _ in }
  ) -> Bool {
    guard time.isFinite, interval.isFinite, HeartTempo.plausible.contains(interval) else {
      return false
    }
    setNow(time)
    let wasHeard = heartInterval != nil
    heart = HeartTempo(interval: interval.value, heard: now)
    guard parameters.policy == .pulse, case .beating(var series) = state,
      let tempo = wantedTempo
    else { return true }
    if !wasHeard { series.ramp = TempoRamp(from: series.tempo(at: now, limits), start: now) }
    aim(&series, at: tempo)
    rephase(&series, to: series.tempo(at: now, limits).interval.value, emit)
    state = .beating(series)
    return true
  }

  /// The heart's interval, not below the refractory time; `nil` while it is not heard.
  var heartInterval: Double? {
    guard let heart, now < heart.heard + parameters.pulseTimeout.value else { return nil }
    return max(heart.interval, parameters.refractory.value)
  }

  /// Heads for a tempo, and for the zone's own where the heart falls silent.
  func aim(_ series: inout BeatSeries, at tempo: Tempo) {
    series.target = tempo
    series.fallback = nil
    guard parameters.policy == .pulse, heartInterval != nil, let heart, let zone,
      let own = parameters.tempo(inZone: zone)
    else { return }
    series.fallback = Fallback(time: heart.heard + parameters.pulseTimeout.value, tempo: own)
  }
}
