/// When the truth hardly moves: periods in which it stays within `tolerance` for at least `shortest`.
/// A row that is farther away begins the next period.
public struct RestPeriods: Sendable, Hashable {
  /// How far the truth may move.
  public static let tolerance: Meters = 0.05
  /// Periods that are shorter do not count.
  public static let shortest: Seconds = 30

  /// The periods that have ended, in the order of time.
  public private(set) var periods: [ClosedRange<Seconds>] = []
  private var current: ClosedRange<Seconds>?
  private var low = Double.infinity
  private var high = -Double.infinity

  /// No rows yet.
  public init() {}

  /// Takes the next row.
  public mutating func add(_ truth: Meters, at time: Seconds) {
    let (lowest, highest) = (min(low, truth.value), max(high, truth.value))
    if let period = current, highest - lowest <= Self.tolerance.value {
      current = period.lowerBound...time
      (low, high) = (lowest, highest)
    } else {
      close()
      current = time...time
      (low, high) = (truth.value, truth.value)
    }
  }

  /// Ends the current period: there is a gap, or no more rows.
  public mutating func close() {
    if let current, current.upperBound - current.lowerBound >= Self.shortest {
      periods.append(current)
    }
    current = nil
  }
}
