/// The 1 € filter: a low-pass whose cutoff rises with speed. Casiez, Roussel, Vogel, "1 € Filter: A Simple Speed-based
/// Low-pass Filter for Noisy Input in Interactive Systems", CHI 2012. The filter uses the true time step; with a step of
/// zero, the value stays.
package struct OneEuro: Sendable {
  package let minimumCutoff: Double
  /// The rise of the cutoff per unit of speed.
  package let speedCoefficient: Double
  package let derivativeCutoff: Double
  private var time = -Double.infinity
  private var smoothed = 0.0
  private var speed = 0.0

  /// Creates a filter from its three constants. The defaults of the paper's code are 1 Hz, 0, 1 Hz; for ranges in meters, a
  /// coefficient of 1 follows people without much lag.
  package init(
    minimumCutoff: Double = 1, speedCoefficient: Double = 1, derivativeCutoff: Double = 1
  ) {
    self.minimumCutoff = minimumCutoff
    self.speedCoefficient = speedCoefficient
    self.derivativeCutoff = derivativeCutoff
  }

  package mutating func smooth(_ value: Double, at time: Double) -> Double {
    let step = time - self.time
    self.time = time
    guard step.isFinite else {
      smoothed = value
      return value
    }
    guard step > 0 else { return smoothed }
    let slope = (value - smoothed) / step
    speed += Self.weight(cutoff: derivativeCutoff, step: step) * (slope - speed)
    let cutoff = minimumCutoff + speedCoefficient * speed.magnitude
    smoothed += Self.weight(cutoff: cutoff, step: step) * (value - smoothed)
    return smoothed
  }

  private static func weight(cutoff: Double, step: Double) -> Double {
    1 / (1 + 1 / (2 * Double.pi * cutoff * step))
  }
}
