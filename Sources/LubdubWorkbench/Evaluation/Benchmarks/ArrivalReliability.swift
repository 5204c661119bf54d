/// The reliability of the confidence that `arrival` states.
package struct ArrivalReliability: Sendable, Hashable {
  /// A tenth of the procedures, by the probability stated for an error below 1 m.
  package struct Tenth: Sendable, Hashable {
    /// The mean probability.
    package let stated: Double
    /// The share whose error is below 1 m.
    package let held: Double
  }

  /// The tenths, those least sure first.
  package let tenths: [Tenth]
  /// The share of procedures that state 0.9 or more.
  package let sure: Double
  /// The share of these whose error is below 1 m; `nil` where there are none.
  package let sureHeld: Double?
  /// The share of true distances within the 90 % interval.
  package let intervalHeld: Double
  /// The median width of that interval.
  package let intervalWidth: Meters

  /// The largest difference between the stated and the true share of a tenth.
  package var gap: Double { tenths.map { abs($0.stated - $0.held) }.max() ?? 0 }

  /// Compares arrivals with their true distances; `nil` with fewer than ten.
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
