/// The movement of the level of signal strength in the last seconds: the mean of two seconds minus the mean of eight
/// seconds.
struct LevelPace: Sendable {
  private var quick: Double?
  private var slow = 0.0
  private var time = 0.0

  mutating func add(_ level: Double, at now: Double) {
    let duration = now - time
    time = now
    guard let quick else {
      (self.quick, slow) = (level, level)
      return
    }
    let decay = (duration / 8).shortDecay
    self.quick = level + decay * decay * decay * decay * (quick - level)
    slow = level + decay * (slow - level)
  }

  /// The movement, in dB.
  var drift: Double { ((quick ?? slow) - slow).magnitude }
}
