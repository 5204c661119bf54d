/// A place at which a filter may have to restart: a run of rejected readings that agree.
package struct ReacquisitionCandidate: Sendable {
  package var count = 0
  /// The last reading, in m, its time, and the time of the first reading, in s.
  var distance = 0.0
  private(set) var time = 0.0
  private(set) var start = 0.0

  /// Adds a rejected reading; returns whether the reading confirms the run: the difference from the last reading is at most
  /// the scatter plus the travel at a speed.
  mutating func add(_ z: Double, at now: Double, within scatter: Double, speed: Double) -> Bool {
    let travel = speed * (now - time)
    let agrees = count > 0 && (z - distance).magnitude <= scatter + travel
    count = agrees ? count + 1 : 1
    if !agrees { start = now }
    (distance, time) = (z, now)
    return agrees
  }
}
