extension Pipeline {
  /// Folds in an interval between two beats of a heart, and lets time pass up to it. It matters to the tempo policy
  /// `.pulse`; a session without a heart goes by its zones.
  ///
  /// - Parameters:
  ///   - interval: From one beat to the next.
  ///   - time: When it was reported, on the caller's clock.
  ///   - decide: Called for everything that is decided, in the order of time.
  /// - Returns: What became of it; `.notFinite` also for an interval that is not one, see `HeartTempo.plausible`.
  @discardableResult
  public mutating func process(
    heart interval: Seconds, at time: Seconds, _ decide: (Decision) -> Void
  ) -> Reception {
    guard !isFinished else { return .finished }
    guard time.isFinite, interval.isFinite, HeartTempo.plausible.contains(interval) else {
      return .notFinite
    }
    guard time >= lastHeart else { return .outOfOrder(by: lastHeart - time) }
    lastHeart = time
    if time > now { letPass(to: time, decide) }
    let pattern = configuration.heartbeat.pattern
    scheduler.heart(interval, at: now) { decide(Decision($0, pattern)) }
    return time < now ? .late(by: now - time) : .taken
  }
}
