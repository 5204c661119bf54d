/// The effect of a calibration on felt zones, on sessions that it was not fitted to, and the choice that follows from it.
package struct FeltCalibration: Sendable {
  /// What is written of a calibration, in the order in which the choices are tried.
  package enum Choice: Sendable, CaseIterable {
    case whole
    /// With a bias that is less certain.
    case widened
    case withoutBias
    case withoutSignals

    private static let biasKeys: Set<String> = [
      "uwb.bias", "uwb.biasSlope", "uwb.biasCenter", "uwb.profile", "uwb.profileShare",
      "uwb.calibrationDeviation", "uwb.contactLevel",
    ]

    fileprivate func leavesOut(_ key: String) -> Bool {
      switch self {
      case .whole, .widened: false
      case .withoutBias: Self.biasKeys.contains(key)
      case .withoutSignals: key.hasPrefix("rssi.")
      }
    }

    fileprivate func applied(
      _ fitted: FusionFilter.Parameters, to base: Configuration
    ) -> Configuration {
      var own = fitted
      switch self {
      case .whole, .widened: break
      case .withoutBias: own.range = base.ranging.range
      case .withoutSignals: own.signal = base.ranging.signal
      }
      let calibrated = Trial.calibrated(base, own)
      return self == .widened ? FeltCalibration.widened(calibrated) : calibrated
    }
  }

  /// Sums over the recordings, by the edges that they are judged by.
  package struct View: Sendable {
    /// Edges between fifths of the distances; `nil` for those of the preset.
    package let edges: [Meters]?
    /// Without a calibration.
    package let before: Score
    /// With each choice of one of other sessions.
    let scores: [Score]

    package func after(_ choice: Choice) -> Score {
      scores[Choice.allCases.firstIndex(of: choice) ?? 0]
    }

    /// Whether zones that are felt cost more than a hundredth of the followed changes, or of the time in the nearest zone.
    fileprivate func costs(_ choice: Choice) -> Bool {
      let after = after(choice)
      let changes = (after.missedChanges - before.missedChanges) / max(1, before.trueChanges)
      let nearest = (before.contactFeltShare ?? 0) - (after.contactFeltShare ?? 0)
      return max(changes, nearest) > FeltCalibration.price
    }

    fileprivate func isWorse(_ choice: Choice) -> Bool {
      func wrong(_ choice: Choice) -> Double {
        after(choice).wrongTime + after(choice).withoutTime
      }
      return costs(choice) || wrong(choice) > wrong(.whole)
    }
  }

  package let views: [View]
  package let choice: Choice

  /// A loss of more than this share is a price.
  fileprivate static let price = 0.01
  /// By how much the interval of a bias is widened, in m: that of another pair of the same kind.
  private static let widening = 0.12

  init(_ views: [View]) {
    self.views = views
    choice =
      Choice.allCases.first { choice in !views.contains { $0.isWorse(choice) } } ?? .whole
  }

  /// The views in which even the best choice loses something that is felt.
  package var losing: [View] { views.filter { $0.costs(choice) } }

  /// Judged by the edges of the preset, and where those are hardly crossed by fifths of the distances, too; `nil` where no
  /// recording that could be left out has a truth.
  package init?(_ recordings: [Recording], by workers: Workers = Workers(1)) {
    let known = recordings.filter { $0.records.contains { $0.truth != nil } }
    let found = FoundSessions(known, isNeeded: true).recordings
    guard Set(found.map(\.session)).count > 1 else { return nil }
    let fitted = Calibrator(found, source: .leaveOneOut, widensIntervals: false)
      .parameters(by: workers)
    func view(_ edges: [Meters]?) -> View {
      var base = Preset.default.configuration
      base.zones.edges = edges ?? base.zones.edges
      let scores = workers.map(Array(found.indices)) { [base] index -> [Score]? in
        try? Trial(found[index], edges: base.zones.edges)
          .scores([base] + Choice.allCases.map { $0.applied(fitted[index], to: base) })
          .map { try $0.get() }
      }
      var sums = Array(repeating: Score(), count: 1 + Choice.allCases.count)
      for list in scores.compactMap({ $0 ?? nil }) {
        for place in sums.indices { sums[place].add(list[place]) }
      }
      return View(edges: edges, before: sums[0], scores: Array(sums.dropFirst()))
    }
    var views = [view(nil)]
    if views[0].before.trueChanges < Double(PairedComparison.leastChanges) {
      views += Self.fifths(of: found).map { [view($0)] } ?? []
    }
    views.removeAll { $0.before.trueChanges == 0 && $0.before.contactTime == 0 }
    guard !views.isEmpty else { return nil }
    self.init(views)
  }

  /// `nil` where distances hardly vary.
  private static func fifths(of recordings: [Recording]) -> [Meters]? {
    let truths = recordings.flatMap { $0.records.compactMap(\.scoredTruth?.value) }.sorted()
    let edges = (1...4).compactMap { fifth in
      Statistics.quantile(Double(fifth) / 5, ofSorted: truths).map { ($0 * 10).rounded() / 10 }
    }
    guard let nearest = edges.first, nearest > 0, Set(edges).count == 4 else { return nil }
    return edges.map { Meters($0) }
  }

  private static func widened(_ configuration: Configuration) -> Configuration {
    var copy = configuration
    let own = copy.ranging.range.calibrationDeviation.value
    copy.ranging.range.calibrationDeviation = Meters(
      (own * own + widening * widening).squareRoot())
    return copy
  }

  /// The configuration and the settings of a calibration for links that far, as they are chosen.
  package func chosen(
    _ configuration: Configuration, _ settings: [Setting<Configuration>],
    for reach: CalibrationReach?
  ) -> (configuration: Configuration, settings: [Setting<Configuration>]) {
    let isOwn = reach == nil || reach == .thisLink
    return (
      choice == .widened && isOwn ? Self.widened(configuration) : configuration,
      settings.filter { !choice.leavesOut($0.key) }
    )
  }
}
