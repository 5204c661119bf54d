internal import Haptics
internal import Quantities

/// Times are held to one nanosecond: the nearest whole number of them, as the shortest decimal.
///
/// Beyond 2^53 ns (104 days) a `Double` no longer tells them apart and the time stays as it is.
func toNanosecond(_ time: Double) -> Double {
  let scaled = time * 1e9
  guard abs(scaled) < 9_007_199_254_740_992 else { return time }
  let rounded = scaled.rounded() / 1e9
  return rounded == 0 ? 0 : rounded
}

/// Rounded to nine decimals, for amounts that are printed.
func shortened(_ number: Double) -> Double {
  toNanosecond(number)
}

/// Turns times into whole ticks of a format.
///
/// Every time is rounded by itself against the start of the timeline, and durations are differences of
/// rounded times. So the rounding error of one interval is carried into the next, and a thousand beats
/// do not drift.
struct Ticks {
  /// Ticks per second.
  let perSecond: Double
  private(set) var largestError = 0.0
  private(set) var roundedCount = 0

  init(perSecond: Double) {
    self.perSecond = perSecond
  }

  /// The nearest tick; `nil` when the number of ticks is beyond 2^53, or beyond `Int`.
  mutating func index(of time: Double) -> Int? {
    let whole = (time * perSecond).rounded()
    guard abs(whole) < 9_007_199_254_740_992, let ticks = Int(exactly: whole) else { return nil }
    let error = abs(Double(ticks) / perSecond - time)
    if error > 0.5e-9 {
      roundedCount += 1
      largestError = max(largestError, error)
    }
    return ticks
  }
}
