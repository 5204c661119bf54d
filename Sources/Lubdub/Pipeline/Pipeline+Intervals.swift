extension Pipeline {
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
}
