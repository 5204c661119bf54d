internal import RealModule

/// Tests whether signal strength changed with a jump of ranges. Rejected ranges that agree are either a burst of gross
/// errors or a jump of the target; ranges only show the difference over time. A target that is suddenly twice as far away is
/// also 6 dB weaker; a burst of errors is not.
struct JumpConsistencyTest: Sendable {
  /// The tested run of rejected ranges: its start, and the number of signal strengths since then.
  private var start = -Double.infinity
  private var count = 0
  /// The sum of squared residuals at the old distance minus the sum at the new distance, in dB².
  private var support = 0.0

  /// Processes a signal strength, in dBm, while ranges are rejected.
  mutating func fold(_ power: Double, _ state: RangeFilter.State, _ taught: TaughtLevel) {
    if state.candidate.start != start { (start, count, support) = (state.candidate.start, 0, 0) }
    let old = power - taught.expected(at: Double.log(max(state.motion.distance, 0.05)))
    let new = power - taught.expected(at: Double.log(max(state.candidate.distance, 0.05)))
    guard (new - old).magnitude >= Self.leastStep else { return }
    count += 1
    support += old * old - new * new
  }

  /// Returns whether at least two readings since the ranges jumped fit the old distance better than the new distance.
  func contradicts(_ state: RangeFilter.State) -> Bool {
    state.candidate.count > 0 && state.candidate.start == start && count >= 2 && support < 0
  }

  /// The least change of the level that can be distinguished from fading, in dB: a factor of two.
  private static let leastStep = 6.0
}
