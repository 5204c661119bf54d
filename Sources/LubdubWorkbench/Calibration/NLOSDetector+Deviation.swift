extension NLOSDetector {
  /// The deviation that a blocked path adds to the calibration deviation, in quadrature. It is zero if the calibration
  /// contains such paths and their errors are no larger than the other errors.
  package static func deviation(
    _ residuals: [[Double]], of total: Int, beside deviation: Double
  ) -> Determination {
    let seen = residuals.filter { !$0.isEmpty }
    let all = seen.flatMap { $0 }
    guard seen.count >= 3, Double(all.count) >= 0.05 * Double(total) else {
      return .undetermined(
        because: "\(all.count) of \(total) readings in "
          + "\(counted(seen.count, "recording")) came over blocked paths; 5% in three recordings are needed"
      )
    }
    let reach = (Statistics.quantile(0.95, of: all) ?? 0) / NormalDistribution.quantile95
    let added = max(0, reach * reach - deviation * deviation).squareRoot()
    return .determined(added, standardError: reach / (2 * Double(seen.count)).squareRoot())
  }
}
