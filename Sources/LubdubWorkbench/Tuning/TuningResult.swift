/// The findings of a search, and their reliability.
public struct TuningResult: Sendable {
  package struct Dataset: Sendable {
    package let name: String
    package let recordings: Int
    /// The tuned settings on the recordings of the search.
    package let tuned: Summary
    package let defaults: Summary
    /// The default settings without the fitted calibration; `nil` if no calibration is shipped.
    package internal(set) var uncalibrated: Summary?
    /// The result on each session with the candidate that was chosen without that session; `nil` if no session was held out.
    package let heldOut: Summary?
    /// Other estimators with a margin of 10% and a dwell of 0.5 s.
    package let baselines: [(estimator: EstimatorKind, summary: Summary)]
    package let tunedCost: Double
    package let heldOutCost: Double?

    /// The share of missed changes from which the settings hardly follow any change.
    private static let contentShare = 0.9

    var isContent: Bool {
      guard let tuned = self.tuned.value(of: .missedChanges) else { return false }
      return tuned >= Self.contentShare
    }
  }

  package struct Group: Sendable {
    package let radios: Set<Radio>
    package let keys: [String]
    /// The keys without effect on these recordings, which were not searched.
    package let idle: [String]
    /// The smallest cost that the search found for each of its seeds, including the standard error and the harm; empty for a
    /// front.
    package let restarts: [Double]
    /// The cost of the final candidate, computed like `restarts`.
    package let least: Double
    /// The test of the gain on other sessions; `nil` for a front.
    package let test: GainTest?
    package let rows: [Row]

  }

  /// The settings of one role.
  package struct Row: Sendable {
    package let name: String
    package let values: [Double]
    package let rates: FrontRoles.Row
  }

  /// The change of the cost along one setting near the optimum.
  package struct Sensitivity: Sendable {
    package let key: String
    /// The values from small to large, including the optimum.
    package let values: [Double]
    package let costs: [Double]

    /// The largest cost minus the smallest: the effect of the setting.
    package var span: Double { (costs.max() ?? 0) - (costs.min() ?? 0) }
  }

  package struct Importance: Sendable {
    package let key: String
    /// The share of the variance of the costs that the value explains, 0 to 1: the correlation ratio over eighths of the
    /// candidates sorted by value, minus the ratio expected by chance.
    package let share: Double
    package let candidates: [(value: Double, cost: Double)]
  }

  package struct FrontPoint: Sendable {
    package let values: [Double]
    package let costs: [Double]
    /// All measures and the coverage of intervals on all recordings; `nil` if the search was interrupted.
    package var summary: Summary?
  }

  package let task: TuningTask
  /// Whether the search is complete.
  public let isComplete: Bool
  /// The bias and path loss for the tuned settings; `nil` keeps the values of the initial settings.
  let calibration: FusionFilter.Parameters?
  /// The tuned settings, on top of the initial settings.
  public let configuration: Configuration
  package let values: [Double]
  /// The cost of the tuned settings on the recordings of the search. The cost of the defaults is 1.
  public let cost: Double
  package let datasets: [Dataset]
  package let groups: [Group]
  package let sensitivities: [Sensitivity]
  package let importances: [Importance]
  package let front: [FrontPoint]
  /// The scores of each recording with the initial and the tuned settings; empty if the search was interrupted earlier.
  package let recordings: [(recording: String, settings: String, score: Score)]
  /// Warnings about the result.
  public let warnings: [String]

  package var trueChanges: Int { datasets.reduce(0) { $0 + Int($1.defaults.trueChanges) } }

  package var isMeasuredAtRest: Bool {
    datasets.contains { $0.defaults.value(of: .restChanges) != nil }
  }

  /// The verdict on the settings. If radios were tuned separately, it is the strongest advice for one of them. `nil` for a
  /// front.
  package var test: GainTest? {
    let order: [GainTest.Verdict] = [.take, .trade, .unfit, .tooFew, .keep]
    let tests = groups.compactMap(\.test)
    return order.lazy.compactMap { verdict in tests.first { $0.verdict == verdict } }.first
  }

  /// Whether these settings are advised, because their gain is more than chance.
  public var isAdvised: Bool {
    guard !task.objective.goals.isEmpty else { return test?.verdict.isAdvised == true }
    return task.hasTruth && test?.verdict != .unfit && !datasets.isEmpty
      && datasets.allSatisfy { bounds($0).allSatisfy { $0.answer == .yes } }
  }

  /// A bound and its rates on a data set.
  package struct Bound: Sendable {
    package let goal: Goal
    package let before: Double
    package let here: Double
    /// The held-out rate.
    package let heldOut: Double?
    /// The answer for the held-out counts; `nil` if there are no such counts.
    package let answer: Goal.Answer?
    /// Whether the bound is met on the recordings of the search.
    package let isMetHere: Bool
  }

  /// The bounds of a data set that has a divisor for their rates.
  package func bounds(_ set: Dataset) -> [Bound] {
    let limits = task.objective.limits
    return task.objective.goals.compactMap { goal in
      let here = goal.counts(set.tuned.total, limits)
      let left = (set.heldOut?.total).map { goal.counts($0, limits) }
      guard let before = goal.counts(set.defaults.total, limits).rate, let rate = here.rate else {
        return nil
      }
      return Bound(
        goal: goal, before: before, here: rate, heldOut: left?.rate,
        answer: left.map { goal.answer($0) }, isMetHere: goal.lack(here) == 0)
    }
  }

  /// The configuration of the values, with the shipped calibration.
  package func configuration(_ values: [Double]) throws(SettingError) -> Configuration {
    let found = try task.space.apply(values, to: task.base)
    return calibration.map { Trial.calibrated(found, $0) } ?? found
  }

  /// The mean over the data sets of the cost on held-out recordings; `nil` if nothing was held out.
  public var heldOutCost: Double? {
    Statistics.mean(datasets.compactMap(\.heldOutCost))
  }

  /// The tuned settings, and all other settings that differ from the default preset, so that the file is complete.
  package var settings: [Setting<Configuration>] { settings(of: configuration) }

  package func settings(of configuration: Configuration) -> [Setting<Configuration>] {
    var keys = Set(task.space.dimensions.map(\.target.key))
    if task.shipsCalibration { keys.formUnion(Self.calibrationKeys(task)) }
    let standard = Preset.default.configuration
    return Configuration.settings.filter {
      keys.contains($0.key) || $0.value(in: configuration) != $0.value(in: standard)
    }
  }

  private static func calibrationKeys(_ task: TuningTask) -> [String] {
    let keys = Set(task.space.dimensions.map(\.key))
    let hasRanges = keys.contains { $0.contains("uwb.") }
    let hasSignals = keys.contains { $0.contains("rssi.") }
    let uwb = [
      "uwb.bias", "uwb.biasSlope", "uwb.biasCenter", "uwb.profile", "uwb.profileShare",
      "uwb.calibrationDeviation",
    ]
    let rssi = [
      "rssi.referencePower", "rssi.exponent", "rssi.trust", "rssi.typicalDistance", "rssi.spread",
      "rssi.powerDeviation", "rssi.shadow", "rssi.mobility", "rssi.distances", "rssi.places",
      "rssi.widthFactor", "rssi.contactLevel", "rssi.contactLevelDeviation", "rssi.contactGap",
    ]
    return (hasRanges ? uwb : []) + (hasSignals ? rssi : [])
  }
}
