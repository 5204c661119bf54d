/// What is learned about a link while its distance is known: where it usually is, how widely it
/// roams, and how fast. Signal strength alone returns there.
///
/// One sample a second of ln(distance) goes in. Running means with a prior worth ten samples; the
/// mobility is the mean squared change over five seconds, long-term and recent.
struct LinkMemory: Sendable {
  private var count = 0.0
  private(set) var mean: Double
  private var variance: Double
  private var longMobility: Double
  private var recentMobility: Double
  /// The last five samples, oldest first.
  private var history = (0.0, 0.0, 0.0, 0.0, 0.0)
  private var held = 0
  private var lastTime = -Double.infinity

  /// A memory that knows only where such links usually are.
  init(_ prior: LogDistancePrior, spread: Double = 0.75) {
    mean = prior.mean
    variance = spread * spread
    longMobility = 2 * variance * (1 - exponential(-5.0 / 8))
    recentMobility = longMobility
  }

  /// Whether a second has passed since the last sample.
  func isDue(at time: Double) -> Bool { time - lastTime >= 1 }

  /// Takes one sample of ln(distance) in.
  mutating func learn(_ y: Double, at time: Double) {
    if time - lastTime > 2 { held = 0 }
    lastTime = time
    count = min(count + 1, 300)
    mean += (y - mean) / (count + 0.5)
    let off = y - mean
    variance += (off * off - variance) / (count + 10)
    if held == 5 {
      let change = y - history.0
      longMobility += (change * change - longMobility) / (count + 10)
      recentMobility += (change * change - recentMobility) / 15
    }
    history = (history.1, history.2, history.3, history.4, y)
    held = min(held + 1, 5)
  }

  /// The prior that signal strength returns to.
  func apply(to prior: inout LogDistancePrior) {
    let q = max(variance, 0.01)
    let rho = min(max((longMobility + recentMobility) / 2 / (2 * q), 1e-4), 0.9)
    prior.mean = mean
    prior.variance = q
    prior.inverseRelaxationTime = 1 / min(max(-5 / naturalLogarithm(1 - rho), 4), 300)
  }
}
