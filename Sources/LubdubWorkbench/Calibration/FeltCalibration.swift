/// The effect of a calibration on felt zones, on sessions that it was not fitted to.
package struct FeltCalibration: Sendable {
  /// Sums over the recordings without a calibration, with one of other sessions, and with that one widened.
  package let before: Score
  package let after: Score
  package let wider: Score

  /// A loss of more than this share is a price.
  private static let price = 0.01
  /// By how much the interval of a bias is widened, in m: that of another pair of the same kind.
  package static let widening = 0.12

  init(before: Score, after: Score, wider: Score) {
    (self.before, self.after, self.wider) = (before, after, wider)
  }

  /// `nil` where no recording that could be left out has a truth.
  package init?(_ recordings: [Recording], by workers: Workers = Workers(1)) {
    let known = recordings.filter { $0.records.contains { $0.truth != nil } }
    let found = FoundSessions(known, isNeeded: true).recordings
    guard Set(found.map(\.session)).count > 1 else { return nil }
    let fitted = Calibrator(found, source: .leaveOneOut, widensIntervals: false)
      .parameters(by: workers)
    let base = Preset.default.configuration
    let scores = workers.map(Array(found.indices)) { index -> [Score]? in
      let after = Trial.calibrated(base, fitted[index])
      let list = Trial(found[index], edges: base.zones.edges)
        .scores([base, after, Self.widened(after)])
      return try? list.map { try $0.get() }
    }
    var sums = [Score(), Score(), Score()]
    for list in scores.compactMap({ $0 ?? nil }) {
      for place in sums.indices { sums[place].add(list[place]) }
    }
    (before, after, wider) = (sums[0], sums[1], sums[2])
    guard before.trueChanges > 0 || before.contactTime > 0 else { return nil }
  }

  /// The configuration with a bias that is less certain.
  package static func widened(_ configuration: Configuration) -> Configuration {
    var copy = configuration
    let own = copy.ranging.range.calibrationDeviation.value
    copy.ranging.range.calibrationDeviation = Meters(
      (own * own + widening * widening).squareRoot())
    return copy
  }

  /// Whether zones that are felt cost more than a hundredth of the followed changes, or of the time in the nearest zone.
  private func costs(_ score: Score) -> Bool {
    let changes = (score.missedChanges - before.missedChanges) / max(1, before.trueChanges)
    let nearest = (before.contactFeltShare ?? 0) - (score.contactFeltShare ?? 0)
    return max(changes, nearest) > Self.price
  }

  package enum Verdict: Sendable, Hashable {
    case fine
    /// A wider interval of the bias loses nothing, and the one that was fitted does.
    case widens
    case costs
  }

  package var verdict: Verdict { costs(after) ? costs(wider) ? .costs : .widens : .fine }
}
