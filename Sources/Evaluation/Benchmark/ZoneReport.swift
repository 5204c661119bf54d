public import Link
public import Proximity
public import Quantities
public import Ranging

/// The result of a zone benchmark: one row for each set, radio, estimator and rule.
public struct ZoneReport: Sendable, Hashable {
  /// One set as one radio sees it.
  public struct Group: Sendable, Hashable {
    /// The set.
    public var dataset: String
    /// The radio.
    public var radio: Radio
    /// Every estimator with every rule.
    public var rows: [Row]

    /// The rows of an estimator that no other row of it beats in errors and delay both, from the
    /// quickest to the calmest.
    ///
    /// - Parameters:
    ///   - estimator: The estimator.
    ///   - byProbability: Whether rules by probability count, or those by a margin.
    /// - Returns: The rows, each slower and with fewer errors than the one before.
    public func front(of estimator: EstimatorKind, byProbability: Bool) -> [Row] {
      var best = Double.infinity
      return
        rows.filter { $0.estimator == estimator && $0.isByProbability == byProbability }
        .sorted { ($0.delay, $0.errorsPerMinute) < ($1.delay, $1.errorsPerMinute) }
        .filter { row in
          guard row.errorsPerMinute < best else { return false }
          best = row.errorsPerMinute
          return true
        }
    }
  }

  /// One estimator under one rule.
  public struct Row: Sendable, Hashable {
    /// The estimator.
    public var estimator: EstimatorKind
    /// How zones are decided on its answers.
    public var rule: ZoneRule
    /// Whether the rule is the default for the radio.
    public var isDefault: Bool
    /// Against the zones of the truth.
    public var moving = ZoneScore()
    /// On an edge.
    public var resting = RestScore()

    init(estimator: EstimatorKind, rule: ZoneRule, isDefault: Bool) {
      self.estimator = estimator
      self.rule = rule
      self.isDefault = isDefault
    }

    /// Whether the rule goes by probability; else by a margin.
    public var isByProbability: Bool {
      if case .posterior = rule { true } else { false }
    }

    /// False and missed changes a minute.
    public var errorsPerMinute: Double { moving.errorsPerMinute }

    /// Mean delay in seconds, with `ZoneScore.window`'s end for a change that was not followed: a rule
    /// that follows nothing is not quick.
    public var delay: Double { moving.meanDelay.value }

    /// The rule in words.
    public var name: String {
      switch rule {
      case .posterior(let rule): "P \(rule.enter), \(rule.dwell.value) s"
      case .hysteresis(let rule):
        switch rule.margin {
        case .percent(let percent): "margin \(Int(percent)) %, \(rule.dwell.value) s"
        case .meters(let meters): "margin \(meters.value) m, \(rule.dwell.value) s"
        }
      }
    }
  }

  /// Sets and radios, in order.
  public var groups: [Group]
  /// Where calibrations came from.
  public var source: CalibrationProtocol
  /// The edges that changes were counted at.
  public var edges: [Meters]
}
