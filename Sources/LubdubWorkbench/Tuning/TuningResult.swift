/// The findings of a search, and their reliability.
public struct TuningResult: Sendable {
  package struct Dataset: Sendable {
    package let name: String
    package let recordings: Int
    /// The tuned settings on the recordings that they were tuned on.
    package let tuned: Summary
    package let defaults: Summary
    /// The same without the calibration that was fitted; `nil` where none is shipped.
    package internal(set) var uncalibrated: Summary?
    /// Candidates that were chosen without each session, on that session; `nil` when nothing was held out.
    package let heldOut: Summary?
    /// Other estimators with a margin of 10 % and a dwell of 0.5 s.
    package let baselines: [(estimator: EstimatorKind, summary: Summary)]
    package let tunedCost: Double
    package let heldOutCost: Double?

    /// More of the true changes missed than this is next to no change followed.
    private static let contentShare = 0.9

    var isContent: Bool {
      guard let tuned = self.tuned.value(of: .missedChanges) else { return false }
      return tuned >= Self.contentShare
    }
  }

  package struct Group: Sendable {
    package let radios: Set<Radio>
    package let keys: [String]
    /// Those of them that move nothing on these recordings and were not searched.
    package let idle: [String]
    /// The least cost that the search found with each of its seeds, as the search counts it: with its
    /// standard error and harm on top. Empty for a front.
    package let restarts: [Double]
    /// The cost of what was found at last, counted in the same way.
    package let least: Double
    /// Whether the gain holds on other sessions; `nil` for a front.
    package let test: GainTest?
    package let rows: [Row]

  }

  /// Settings for one purpose, of the settings before on.
  package struct Row: Sendable {
    package let name: String
    package let values: [Double]
    package let rates: FrontRoles.Row
  }

  /// The change of the cost along one setting near the optimum.
  package struct Sensitivity: Sendable {
    package let key: String
    /// Values from small to large, the optimum among them.
    package let values: [Double]
    package let costs: [Double]

    /// Largest less smallest cost: how much the setting matters.
    package var span: Double { (costs.max() ?? 0) - (costs.min() ?? 0) }
  }

  package struct Importance: Sendable {
    package let key: String
    /// Which share of the variance of the costs goes with its value, 0 to 1: what is left when the candidates are sorted
    /// by its value into eighths is within the eighths (the correlation ratio, less what chance gives).
    package let share: Double
    package let candidates: [(value: Double, cost: Double)]
  }

  package struct FrontPoint: Sendable {
    package let values: [Double]
    package let costs: [Double]
    /// All measures and the coverage of intervals on all recordings; `nil` where the search was cut short.
    package var summary: Summary?
  }

  package let task: TuningTask
  /// Whether the search came to its end.
  public let isComplete: Bool
  /// Bias and path loss that go with all that was found; `nil` for those of the settings before.
  let calibration: FusionFilter.Parameters?
  /// The tuned settings, on top of those that the search began with.
  public let configuration: Configuration
  package let values: [Double]
  /// Cost of the tuned settings on what they were tuned on; the defaults have 1.
  public let cost: Double
  package let datasets: [Dataset]
  package let groups: [Group]
  package let sensitivities: [Sensitivity]
  package let importances: [Importance]
  package let front: [FrontPoint]
  /// The scores of each recording before and tuned; empty when the search was interrupted before that.
  package let recordings: [(recording: String, settings: String, score: Score)]
  /// Warnings about the result.
  public let warnings: [String]

  package var trueChanges: Int { datasets.reduce(0) { $0 + Int($1.defaults.trueChanges) } }

  package var isMeasuredAtRest: Bool {
    datasets.contains { $0.defaults.value(of: .restChanges) != nil }
  }

  /// The verdict on the settings: of several radios that are tuned apart, the most that is advised for one; `nil` for
  /// a front.
  package var test: GainTest? {
    let order: [GainTest.Verdict] = [.take, .trade, .unfit, .tooFew, .keep]
    let tests = groups.compactMap(\.test)
    return order.lazy.compactMap { verdict in tests.first { $0.verdict == verdict } }.first
  }

  /// Whether these settings are advised: their gain holds beyond luck.
  public var isAdvised: Bool {
    guard !task.objective.goals.isEmpty else { return test?.verdict.isAdvised == true }
    return task.hasTruth && test?.verdict != .unfit && !datasets.isEmpty
      && datasets.allSatisfy { bounds($0).allSatisfy { $0.answer == .yes } }
  }

  /// A bound, with its rate before and after on a data set.
  package struct Bound: Sendable {
    package let goal: Goal
    package let before: Double
    package let here: Double
    /// The rate that was held out.
    package let heldOut: Double?
    /// By what was held out; `nil` where nothing was.
    package let answer: Goal.Answer?
    /// Whether it is met on the recordings of the search.
    package let isMetHere: Bool
  }

  /// The bounds of a data set that has something to count them over.
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

  /// Settings of this search as they are shipped.
  package func configuration(_ values: [Double]) throws(SettingError) -> Configuration {
    let found = try task.space.apply(values, to: task.base)
    return calibration.map { Trial.calibrated(found, $0) } ?? found
  }

  /// Mean over the data sets of the cost on held-out recordings; `nil` when nothing was held out.
  public var heldOutCost: Double? {
    Statistics.mean(datasets.compactMap(\.heldOutCost))
  }

  /// The tuned settings, and all others that differ from the default preset: the file alone gives the result.
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
