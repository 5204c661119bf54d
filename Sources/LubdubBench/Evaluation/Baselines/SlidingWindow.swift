/// The values of the last so many seconds, oldest first, at most so many of them.
struct SlidingWindow: Sendable {
  let duration: Double
  let limit: Int
  private var entries: [(time: Double, value: Double)] = []

  init(duration: Double, limit: Int) {
    self.duration = duration
    self.limit = limit
  }

  var sorted: [Double] { entries.map(\.value).sorted() }

  /// Adds a value and drops those that are too old or too many, but keeps so many at least.
  mutating func add(_ value: Double, at time: Double, keepingAtLeast minimum: Int = 1) {
    entries.append((time, value))
    var first = max(0, entries.count - limit)
    while entries.count - first > minimum, time - entries[first].time > duration { first += 1 }
    if first > 0 { entries.removeFirst(first) }
  }
}

/// AltBeacon's running average: the last 20 s without the 10 % highest and 10 % lowest.
public struct TrimmedMean: Smoother {
  private var window: SlidingWindow
  private let share: Double

  /// A mean over a window; `share` is dropped on each side.
  public init(duration: Double = 20, share: Double = 0.1) {
    window = SlidingWindow(duration: duration, limit: 4096)
    self.share = share
  }

  /// Takes one value in and returns the trimmed mean.
  public mutating func smooth(_ value: Double, at time: Double) -> Double {
    window.add(value, at: time)
    let sorted = window.sorted
    // Like the original: nothing is dropped from one or two values.
    let dropped = sorted.count > 2 ? Int(Double(sorted.count) * share) : 0
    let kept = sorted[dropped..<(sorted.count - dropped)]
    return kept.reduce(0, +) / Double(kept.count)
  }
}

/// ESPresense (2026): the last 15 s, 10 to 200 readings, mean of those inside Tukey's fences.
public struct FencedMean: Smoother {
  private var window: SlidingWindow
  private let fence: Double

  /// A mean over a window; `fence` is in units of the interquartile range.
  public init(duration: Double = 15, fence: Double = 1.5) {
    window = SlidingWindow(duration: duration, limit: 200)
    self.fence = fence
  }

  /// Takes one value in and returns the mean inside the fences.
  public mutating func smooth(_ value: Double, at time: Double) -> Double {
    window.add(value, at: time, keepingAtLeast: 10)
    let sorted = window.sorted
    let low = sorted[sorted.count / 4]
    let high = sorted[min(3 * sorted.count / 4, sorted.count - 1)]
    let reach = fence * (high - low)
    let kept = sorted.filter { $0 >= low - reach && $0 <= high + reach }
    return kept.reduce(0, +) / Double(kept.count)
  }
}
