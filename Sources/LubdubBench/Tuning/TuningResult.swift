/// What a search found, and how far it can be believed.
public struct TuningResult: Sendable {
  /// One data set.
  public struct Dataset: Sendable {
    /// The folder's name.
    public let name: String
    /// How many recordings it has.
    public let recordings: Int
    /// The tuned settings on the recordings that they were tuned on.
    public let tuned: Summary
    /// The settings that the search began with, on the same.
    public let defaults: Summary
    /// The same without the calibration that was fitted; `nil` where none is shipped.
    public internal(set) var uncalibrated: Summary?
    /// Settings tuned without a recording, on that recording; `nil` when nothing was held out.
    public let heldOut: Summary?
    /// The settings that the search began with, on the held-out recordings.
    public let heldOutDefaults: Summary?
    /// Other estimators with a margin of 10 % and a dwell of 0.5 s.
    public let baselines: [(estimator: EstimatorKind, summary: Summary)]
    /// Cost of the tuned settings relative to the defaults, on what they were tuned on.
    public let tunedCost: Double
    /// The same on held-out recordings.
    public let heldOutCost: Double?

    /// More of the true changes missed than this is next to no change followed.
    private static let contentShare = 0.9

    var isContent: Bool {
      guard let tuned = self.tuned.value(of: .missedChanges) else { return false }
      return tuned >= Self.contentShare
    }
  }

  /// Settings that were searched together.
  public struct Group: Sendable {
    /// The radios of the recordings that they act on.
    public let radios: Set<Radio>
    /// The settings.
    public let keys: [String]
    /// Those of them that move nothing on these recordings and were not searched.
    public let idle: [String]
    /// The least cost that the search found with each of its seeds, as the search counts it: with its
    /// standard error and harm on top. Empty for a front.
    public let restarts: [Double]
    /// The cost of what was found at last, counted in the same way.
    public let least: Double
    /// How far the tuned settings go from the defaults (0) to what was found (1): as far as the gain
    /// holds out.
    public let step: Double
    /// What each step scored; empty when nothing was held out.
    public let steps: [Step]

    /// How far apart the seeds end: largest less smallest cost.
    public var spread: Double { (restarts.max() ?? 0) - (restarts.min() ?? 0) }
  }

  /// Part of the way from the defaults to what was found.
  public struct Step: Sendable {
    /// Which part, above 0 to 1.
    public let length: Double
    /// Mean over the data sets of the cost on held-out recordings; the defaults have 1.
    public let heldOutCost: Double
    /// The same of the data set that fares worst.
    public let worstCost: Double
  }

  /// One part that was held out.
  public struct Fold: Sendable {
    /// The radios of the group that was searched.
    public let radios: Set<Radio>
    /// The recordings that were held out.
    public let heldOut: [String]
    /// The values that were found without them.
    public let values: [Double]
    /// Their cost on the recordings that they were tuned on.
    public let tunedCost: Double
    /// The cost on the recordings that were held out, as far as the group goes.
    public let heldOutCost: Double
  }

  /// How the cost changes along one setting near the optimum.
  public struct Sensitivity: Sendable {
    /// The setting.
    public let key: String
    /// Values from small to large, the optimum among them.
    public let values: [Double]
    /// The cost of each.
    public let costs: [Double]

    /// Largest less smallest cost: how much the setting matters.
    public var span: Double { (costs.max() ?? 0) - (costs.min() ?? 0) }
  }

  /// What the candidates of the search show about one setting.
  public struct Importance: Sendable {
    /// The setting.
    public let key: String
    /// Which share of the variance of the costs goes with its value, 0 to 1: what is left when the candidates are sorted
    /// by its value into eighths is within the eighths (the correlation ratio, less what chance gives).
    public let share: Double
    /// Its value in each candidate, and the candidate's cost.
    public let candidates: [(value: Double, cost: Double)]
  }

  /// One point of the front.
  public struct FrontPoint: Sendable {
    /// The values.
    public let values: [Double]
    /// The costs, one for each measure.
    public let costs: [Double]
    /// All measures and the coverage of intervals on all recordings; `nil` where the search was cut short.
    public var summary: Summary?
  }

  /// One recording.
  public struct RecordingScore: Sendable {
    /// Its data set and name.
    public let name: String
    /// The settings that the search began with.
    package let before: Score
    /// The tuned settings.
    package let tuned: Score
  }

  /// The task.
  public let task: TuningTask
  /// Whether the search came to its end.
  public let isComplete: Bool
  /// The tuned settings, on top of those that the search began with.
  public let configuration: Configuration
  /// The values of the tuned settings.
  public let values: [Double]
  /// Cost of the tuned settings on what they were tuned on; the defaults have 1.
  public let cost: Double
  /// The data sets.
  public let datasets: [Dataset]
  /// What was searched together.
  public let groups: [Group]
  /// The parts that were held out.
  public let folds: [Fold]
  /// Which settings matter, the most important first.
  public let sensitivities: [Sensitivity]
  /// What all candidates of the search show about each setting, the most important first.
  public let importances: [Importance]
  /// The front, where one was asked for.
  public let front: [FrontPoint]
  /// The 95 % interval of the held-out cost, by resampling sessions; `nil` with fewer than two.
  public let heldOutInterval: ClosedRange<Double>?
  /// What each recording scored; empty when the search was interrupted before that.
  public let recordings: [RecordingScore]
  /// What to beware of.
  public let warnings: [String]

  /// How many true changes of zone there were.
  public var trueChanges: Int { datasets.reduce(0) { $0 + Int($1.defaults.trueChanges) } }

  /// Whether the recordings are enough for a verdict, as in `PairedComparison`.
  public var hasGround: Bool {
    task.sessionCount >= PairedComparison.leastSessions
      && trueChanges >= PairedComparison.leastChanges
  }

  /// Whether a recording shows how calm the zones are at rest.
  public var isMeasuredAtRest: Bool {
    datasets.contains { $0.defaults.value(of: .restChanges) != nil }
  }

  /// Mean over the data sets of the cost on held-out recordings; `nil` when nothing was held out.
  public var heldOutCost: Double? {
    let costs = datasets.compactMap(\.heldOutCost)
    return costs.isEmpty ? nil : costs.reduce(0, +) / Double(costs.count)
  }

  /// The settings that a file with the result needs: what was tuned, the calibration, and everything else
  /// that differs from the default preset, so that the file alone gives the result.
  package var settings: [Setting<Configuration>] { settings(of: configuration) }

  package func settings(of configuration: Configuration) -> [Setting<Configuration>] {
    var keys = Set(task.space.dimensions.map(\.target.key))
    if task.shipsCalibration { keys.formUnion(Self.calibrationKeys(task)) }
    let standard = Preset.default.configuration
    return Configuration.settings.filter {
      keys.contains($0.key) || $0.value(in: configuration) != $0.value(in: standard)
    }
  }

  /// The configuration of a point of the front, calibration included.
  ///
  /// - Throws: `SettingError` when its values contradict each other.
  public func configuration(of point: FrontPoint) throws(SettingError) -> Configuration {
    try task.configuration(point.values)
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
