extension RangeCalibration {
  /// Computes the widths from the errors of left-out recordings. Each recording is corrected by a fit to the other
  /// recordings, with the same curves, so the width suits a pair that was not calibrated itself. A few pairs seldom show the
  /// tail of their errors, so the width is at least the root mean square of these errors, with equal weights for the
  /// recordings.
  mutating func takeLeftOutWidths(
    of recordings: [Recording], prior: BiasPrior, _ nlos: [NLOSSample]
  ) {
    let kept = recordings.filter { !$0.records.isEmpty }
    let errors = kept.indices.map { place -> [Double] in
      var others = kept
      let left = others.remove(at: place)
      let fit = RangeCalibration(others, prior: prior, hasErrors: false)
      guard let bias = fit.bias else { return [] }
      return left.records.compactMap { row in
        guard row.sample.radio == .uwb, let range = row.sample.range,
          let truth = row.truth
        else { return nil }
        return (bias.corrected(range) - truth).value
      }
    }
    let sizes = errors.flatMap { $0.map(\.magnitude) }
    guard let reach = Statistics.quantile(0.95, of: sizes),
      let spread = GroupedLine.rootMeanSquare(errors)
    else { return }
    let width = max(reach / NormalDistribution.quantile95, spread)
    calibrationDeviation = .determined(
      width, standardError: width / (2 * Double(kept.count)).squareRoot())
    if let obstruction = obstruction(nlos, beside: width) { obstructionDeviation = obstruction }
  }

  /// The deviation that blocked paths add, from the exchanges logged as blocked; `nil` if the log has no such marks.
  private func obstruction(_ samples: [NLOSSample], beside deviation: Double) -> Determination? {
    guard let bias, samples.contains(where: { $0.isBlocked != nil }) else { return nil }
    let blocked = NLOSFit.groups(samples).map { group in
      group.compactMap { sample -> Double? in
        guard sample.isBlocked == true, let range = sample.range else { return nil }
        return (bias.corrected(range) - (range - sample.error)).value.magnitude
      }
    }
    return NLOSDetector.deviation(blocked, of: samples.count, beside: deviation)
  }
}
