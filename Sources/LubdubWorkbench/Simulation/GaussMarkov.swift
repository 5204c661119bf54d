internal import RealModule

/// A stationary first-order Gauss-Markov (Ornstein-Uhlenbeck) process: correlated noise.
struct GaussMarkov: Sendable {
  private let deviation: Double
  private let timeConstant: Double
  private var value: Double
  private var time = 0.0

  /// Creates a process that starts at 0 s in its stationary distribution.
  init(deviation: Double, timeConstant: Double, random: inout SplitMix64) {
    self.deviation = deviation
    self.timeConstant = timeConstant
    value = deviation * random.normal()
  }

  mutating func advance(to time: Double, random: inout SplitMix64) -> Double {
    let decay = Double.exp(-max(0, time - self.time) / timeConstant)
    value = decay * value + deviation * (1 - decay * decay).squareRoot() * random.normal()
    self.time = max(time, self.time)
    return value
  }
}
