/// Bermuda (2026): over distances, a retreat faster than 3 m/s is refused, and the mean of the
/// running minima of the last 20 values is shown. Biased short by design.
public struct RunningMinimumMean: Smoother {
  private let samples: Int
  private let retreat: Double
  /// Newest first.
  private var history: [Double] = []
  private var lastTime = 0.0

  /// A mean over so many samples; `retreat` is in units per second.
  public init(samples: Int = 20, retreat: Double = 3) {
    self.samples = samples
    self.retreat = retreat
  }

  /// Takes one distance in and returns the smoothed one.
  public mutating func smooth(_ value: Double, at time: Double) -> Double {
    let isRetreat = history.first.map { value - $0 > retreat * (time - lastTime) } ?? false
    // A refused reading repeats the last one, which lets the window move on.
    history.insert(isRetreat ? history[0] : value, at: 0)
    if history.count > samples { history.removeLast() }
    lastTime = time
    var minimum = history[0]
    var sum = 0.0
    for distance in history {
      minimum = min(minimum, distance)
      sum += minimum
    }
    return min(sum / Double(history.count), history[0])
  }
}
