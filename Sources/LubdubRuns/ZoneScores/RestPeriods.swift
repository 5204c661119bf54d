/// The periods in which the truth stays within `tolerance` for at least `shortest`. A row outside the tolerance begins the
/// next period.
public struct RestPeriods: Sendable, Hashable {
  /// The largest movement of the truth within a period.
  public static let tolerance: Meters = 0.05
  /// The shortest period that counts.
  public static let shortest: Seconds = 30

  /// The finished periods, in the order of time.
  public private(set) var periods: [ClosedRange<Seconds>] = []
  private var current: ClosedRange<Seconds>?
  private var low = Double.infinity
  private var high = -Double.infinity

  /// Creates rest periods without rows.
  public init() {}

  /// Adds the next row.
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

  /// Ends the current period, because of a gap or the end of the rows.
  public mutating func close() {
    if let current, current.upperBound - current.lowerBound >= Self.shortest {
      periods.append(current)
    }
    current = nil
  }
}
