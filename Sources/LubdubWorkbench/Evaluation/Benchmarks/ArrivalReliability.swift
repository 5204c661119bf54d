/// The reliability of the confidence that `arrival` states.
package struct ArrivalReliability: Sendable, Hashable {
  /// A tenth of the procedures, in the order of the stated probability of an error below 1 m.
  package struct Tenth: Sendable, Hashable {
    /// The mean stated probability.
    package let stated: Double
    /// The share of procedures whose error is below 1 m.
    package let held: Double
  }

  /// The tenths, the least confident first.
  package let tenths: [Tenth]
  /// The share of procedures that state a probability of at least 0.9.
  package let sure: Double
  /// The share of the procedures with a stated probability of at least 0.9 whose error is below 1 m; `nil` if there are no
  /// such procedures.
  package let sureHeld: Double?
  /// The share of true distances within the 90% interval.
  package let intervalHeld: Double
  /// The median width of the 90% interval.
  package let intervalWidth: Meters

  /// The largest difference between the stated and the true share of a tenth.
  package var gap: Double { tenths.map { abs($0.stated - $0.held) }.max() ?? 0 }

  /// Compares arrivals with their true distances; `nil` for fewer than ten arrivals.
  init?(_ pairs: [(arrival: Arrival, truth: Meters)]) {
    guard pairs.count >= 10 else { return nil }
    let sorted = pairs.sorted {
      ($0.arrival.probability, $0.truth) < ($1.arrival.probability, $1.truth)
    }
    func share(_ part: some Collection<(arrival: Arrival, truth: Meters)>) -> Double {
      let held = part.count { abs(($0.arrival.distance - $0.truth).value) < 1 }
      return Double(held) / Double(part.count)
    }
    tenths = (0..<10).map { number in
      let part = sorted[sorted.count * number / 10..<sorted.count * (number + 1) / 10]
      let stated = part.reduce(0) { $0 + $1.arrival.probability } / Double(part.count)
      return Tenth(stated: stated, held: share(part))
    }
    let surest = sorted.drop { $0.arrival.probability < 0.9 }
    sure = Double(surest.count) / Double(sorted.count)
    sureHeld = surest.isEmpty ? nil : share(surest)
    let intervals = sorted.map { ($0.arrival.interval90, $0.truth) }
    intervalHeld = Double(intervals.count { $0.contains($1) }) / Double(sorted.count)
    let widths = intervals.map { ($0.0.upperBound - $0.0.lowerBound).value }
    intervalWidth = Meters(Statistics.median(widths) ?? 0)
  }
}
