extension AccuracyTable {
  private static let leastGain = 0.05

  static func advice(_ group: AccuracyReport.Group) -> String? {
    let isSignal = isSignal(group)
    let whole = group.rows.filter {
      $0.recordings == group.recordings && !$0.isSelective(in: group)
    }
    let errors = whole.compactMap { row -> (row: AccuracyReport.Row, error: Double)? in
      let error = isSignal ? row.range.logRatio : row.range.rootMeanSquare.value
      return error.isFinite ? (row, error) : nil
    }
    guard let best = errors.min(by: { $0.error < $1.error }),
      let standard = errors.first(where: \.row.isDefault)
    else { return nil }
    let figure = isSignal ? "log2 RMS" : "RMSE in m"
    func text(_ error: Double) -> String { NumberText.fixed(error) }
    let place = "\(group.dataset), \(group.input.rawValue): "
    let name = standard.row.estimator.name
    guard best.error < (1 - leastGain) * standard.error else {
      return place
        + "keep \(name), the default; no estimator has a clearly smaller error (\(figure) \(text(standard.error)))."
    }
    return place
      + "\(best.row.estimator.name) has the smallest error (\(figure) \(text(best.error))); \(name), the default, "
      + "has \(text(standard.error)). Change it only if more than \(counted(group.recordings, "recording")) agree."
  }
}
