internal import RealModule

/// The factor that widens the interval of signal strength without ranges, from recordings that the calibration was not
/// fitted to: split conformal prediction (Vovk, Gammerman, and Shafer 2005). Each recording is left out once, and all
/// recordings have the same weight.
struct WidthFactor: Sendable, Hashable {
  /// The factor, at least 1.
  let value: Double
  /// The share of true distances within the interval without the factor, as the mean over the recordings.
  let held: Double

  /// The share of true distances from which a 95% interval stays unchanged, because a few recordings cannot show the share
  /// more precisely.
  private static let honest = 0.9
  private static let leastRecordings = 3
  /// The most rows over all runs, to limit the cost.
  private static let mostRows = 20_000_000

  /// The factor for recordings of signal strength with truth; `nil` if there are too few recordings or too many rows.
  init?(_ recordings: [Recording]) {
    let rows = recordings.map { $0.samples(of: .ble) }
    let used = recordings.indices.filter { rows[$0].contains { ($0.truth ?? 0) >= 0.1 } }
    guard used.count >= Self.leastRecordings,
      rows.reduce(0, { $0 + $1.count }) * used.count <= Self.mostRows
    else { return nil }
    let known = used.map { recordings[$0] }
    let parameters = Calibrator(
      known.map { $0.restricted(to: .ble) }, source: .leaveOneOut, widensIntervals: false
    ).parameters(by: Workers(1))
    let scores = known.indices.map { index -> [Double] in
      var filter = SignalStrengthFilter(parameters: parameters[index].signal)
      return rows[used[index]].compactMap { row in
        filter.update(row.sample)
        guard let truth = row.truth, truth >= 0.1,
          let estimate = filter.estimate(at: row.sample.time), estimate.shortTermDeviation > 0
        else { return nil }
        return Double.log(estimate.distance.value / truth.value).magnitude
          / estimate.shortTermDeviation
      }
    }.filter { !$0.isEmpty }
    let shares = scores.map { list in
      Double(list.count { $0 <= NormalDistribution.quantile95 }) / Double(list.count)
    }
    guard let held = Statistics.mean(shares) else { return nil }
    self.held = held
    guard held < Self.honest else {
      value = 1
      return
    }
    let weighted = scores.flatMap { list in list.map { ($0, 1 / Double(list.count)) } }
      .sorted { $0.0 < $1.0 }
    let wanted = 0.95 * Double(scores.count)
    var sum = 0.0
    let reach = weighted.first { score in
      sum += score.1
      return sum >= wanted
    }
    value = min(max((reach?.0 ?? 0) / NormalDistribution.quantile95, 1), 5)
  }
}
