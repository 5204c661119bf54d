/// The effect of a calibration on felt zones, for sessions that the calibration was not fitted to, and the resulting choice.
package struct FeltCalibration: Sendable {
  /// The part of a calibration to write, in the order in which the choices are tried.
  package enum Choice: Sendable, CaseIterable {
    case whole
    /// The whole calibration, with a less certain bias.
    case widened
    case withoutBias
    case withoutSignals

    private static let deviationKey = "uwb.calibrationDeviation"
    private static let biasKeys: Set<String> = [
      "uwb.bias", "uwb.biasSlope", "uwb.biasCenter", "uwb.profile", "uwb.profileShare",
      deviationKey, "uwb.contactLevel",
    ]
    /// The added deviation of the bias, in m: the deviation between pairs of the same kind.
    private static let widening = 0.12
    /// The largest value of the setting, in m.
    private static let widest = 10.0

    private func leavesOut(_ key: String) -> Bool {
      switch self {
      case .whole, .widened: false
      case .withoutBias: Self.biasKeys.contains(key)
      case .withoutSignals: key.hasPrefix("rssi.")
      }
    }

    /// The settings to write, and a configuration with their values.
    package func written(
      _ configuration: Configuration, _ settings: [Setting<Configuration>]
    ) -> (configuration: Configuration, settings: [Setting<Configuration>]) {
      var keys = Set(settings.map(\.key).filter { !leavesOut($0) })
      var copy = configuration
      if self == .widened {
        keys.insert(Self.deviationKey)
        let own = copy.ranging.range.calibrationDeviation.value
        copy.ranging.range.calibrationDeviation = Meters(
          min(Self.widest, (own * own + Self.widening * Self.widening).squareRoot()))
      }
      return (copy, Configuration.settings.filter { keys.contains($0.key) })
    }

    /// The configuration `base`, changed by exactly the settings to write.
    func applied(
      _ configuration: Configuration, _ settings: [Setting<Configuration>], to base: Configuration
    ) throws(SettingError) -> Configuration {
      var copy = base
      let (configuration, settings) = written(configuration, settings)
      for setting in settings {
        let value = setting.value(in: configuration)
        if value != setting.value(in: copy) { try setting.set(value, in: &copy) }
      }
      return copy
    }
  }

  /// The sums over the recordings for one list of edges.
  package struct View: Sendable {
    /// The edges between fifths of the distances; `nil` for the edges of the preset.
    package let edges: [Meters]?
    /// The score without a calibration.
    package let before: Score
    /// The scores with each choice, calibrated on other sessions.
    let scores: [Score]

    package func after(_ choice: Choice) -> Score {
      scores[Choice.allCases.firstIndex(of: choice) ?? 0]
    }

    /// Whether a choice loses more than a hundredth of the true changes, or of the time in the nearest zone.
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
  /// The recordings without a score, and the reasons.
  package let failures: [String]
  package let choice: Choice

  /// The largest acceptable loss, as a share.
  fileprivate static let price = 0.01

  init(_ views: [View], failures: [String] = []) {
    (self.views, self.failures) = (views, failures)
    // Fewer than a hundred changes cannot show a loss of a hundredth. The whole calibration is written then, with its losses
    // stated.
    let telling = views.filter { $0.before.trueChanges >= 1 / Self.price }
    choice =
      Choice.allCases.first { choice in !telling.contains { $0.isWorse(choice) } } ?? .whole
  }

  /// The views in which even the best choice loses felt changes or time.
  package var losing: [View] { views.filter { $0.costs(choice) } }

  /// Scores the settings with values from other sessions, for the edges of the preset. If devices seldom cross these edges,
  /// fifths of the distances are a second list of edges. `nil` if no recording with a truth can be left out.
  package init?(
    _ recordings: [Recording], writing settings: [Setting<Configuration>],
    for reach: CalibrationReach? = nil, by workers: Workers = Workers(1)
  ) {
    let known = recordings.filter { $0.records.contains { $0.truth != nil } }
    let found = FoundSessions(known, isNeeded: true).recordings
    guard Set(found.map(\.session)).count > 1 else { return nil }
    let fitted = Calibrator(
      found, source: .leaveOneOut, widensIntervals: false, reach: reach
    ).parameters(by: workers)
    var failures: [String] = []
    func view(_ edges: [Meters]?) -> View {
      var base = Preset.default.configuration
      base.zones.edges = edges ?? base.zones.edges
      let results = workers.map(Array(found.indices), progress: { _, _ in }) { [base] index in
        Result { () throws(SettingError) -> [Score] in
          var calibrated = base
          calibrated.ranging = fitted[index]
          var all = [base]
          for choice in Choice.allCases {
            all.append(try choice.applied(calibrated, settings, to: base))
          }
          var scores: [Score] = []
          for result in Trial(found[index], edges: base.zones.edges).scores(all) {
            scores.append(try result.get())
          }
          return scores
        }
      }
      var sums = Array(repeating: Score(), count: 1 + Choice.allCases.count)
      for (recording, result) in zip(found, results) {
        switch result {
        case .success(let scores): for place in sums.indices { sums[place].add(scores[place]) }
        case .failure(let error): failures.append("\(recording.name.visible): \(error)")
        }
      }
      return View(edges: edges, before: sums[0], scores: Array(sums.dropFirst()))
    }
    var views = [view(nil)]
    if views[0].before.trueChanges < Double(PairedComparison.leastChanges) {
      views += Self.fifths(of: found).map { [view($0)] } ?? []
    }
    views.removeAll { $0.before.trueChanges == 0 && $0.before.contactTime == 0 }
    guard !views.isEmpty || !failures.isEmpty else { return nil }
    self.init(views, failures: failures)
  }

  /// The boundaries between fifths of the true distances, in steps of 0.1 m; `nil` if they do not give four different edges.
  private static func fifths(of recordings: [Recording]) -> [Meters]? {
    let domain = Configuration.setting("zones.edges")?.domain
    let truths = recordings.flatMap { $0.records.compactMap(\.scoredTruth?.value) }
      .filter { domain?.contains(.number($0)) ?? false }.sorted()
    let edges = (1...4).compactMap { fifth in
      Statistics.quantile(Double(fifth) / 5, ofSorted: truths).map { ($0 * 10).rounded() / 10 }
    }
    guard let nearest = edges.first, nearest > 0, Set(edges).count == 4 else { return nil }
    return edges.map { Meters($0) }
  }
}
