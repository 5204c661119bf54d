internal import RealModule

/// Whether signal strength went along when ranges jumped.
///
/// Ranges that are rejected and agree with each other are either a burst of gross errors or a jump of
/// the target; from ranges alone only time tells. A target that is suddenly twice as far away is also
/// 6 dB weaker, a burst is not.
struct JumpJury: Sendable {
  /// The run of rejected ranges that is judged.
  private var start = -Double.infinity
  private var count = 0
  /// Sum of squared residuals at the old distance less that at the new one, in dB².
  private var support = 0.0

  /// Takes a signal strength in, in dBm, while ranges are being rejected.
  mutating func hear(
    _ power: Double, _ state: RangeFilter.State, offset: Double, _ noise: SignalNoise
  ) {
    if state.challengerStart != start {
      start = state.challengerStart
      count = 0
      support = 0
    }
    let k = noise.decibelsPerLogarithm
    let level = power - noise.referencePower - offset
    let old = level + k * Double.log(max(state.motion.distance, 0.05))
    let new = level + k * Double.log(max(state.challenger, 0.05))
    guard (new - old).magnitude >= Self.leastStep else { return }
    count += 1
    support += old * old - new * new
  }

  /// Whether at least two readings since the ranges jumped speak against it.
  func objects(to state: RangeFilter.State) -> Bool {
    state.challengerCount > 0 && state.challengerStart == start && count >= 2 && support < 0
  }

  /// Jumps that change the level by less cannot be told from fading, in dB: a factor of two.
  private static let leastStep = 6.0
}
