/// The result of a zone benchmark: one row for each set, radio, estimator and rule.
public struct ZoneReport: Sendable, Hashable {
  /// One set as one radio sees it.
  public struct Group: Sendable, Hashable {
    /// The set.
    public var dataset: String
    /// The radio.
    public var radio: Radio
    /// How far the clock of the truth is off, and how much later the truth was made to come.
    public var truthOffset: TruthOffset
    /// Every estimator with every rule.
    public var rows: [Row]

    /// The rows of an estimator that no other row of it beats in errors and delay both, from the
    /// quickest to the calmest.
    ///
    /// - Parameters:
    ///   - estimator: The estimator.
    ///   - byEvidence: Whether rules by evidence count, or those by a margin.
    /// - Returns: The rows, each slower and with fewer errors than the one before.
    public func front(of estimator: EstimatorKind, byEvidence: Bool) -> [Row] {
      var best = Double.infinity
      return
        rows.filter { $0.estimator == estimator && $0.isByEvidence == byEvidence && $0.isScored }
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

    /// Whether the rule goes by evidence; else by a margin.
    public var isByEvidence: Bool { rule.kind == .cusum }

    /// Whether there was a zone at any time, so that its figures are of something.
    public var isScored: Bool { moving.totalTime > .zero }

    /// False and missed changes a minute; endless where nothing was scored, so that it is sorted last.
    public var errorsPerMinute: Double { moving.errorsPerMinute ?? .infinity }

    /// Mean delay in seconds, with the end of the window for a change that was not followed: a rule
    /// that follows nothing is not quick. Endless where there was no change.
    public var delay: Double { moving.meanDelay?.value ?? .infinity }

    /// The rule in words.
    public var name: String {
      switch rule.kind {
      case .cusum:
        "cusum \(Self.text(rule.falseChangeInterval[0].value)) s, \(Self.text(rule.halfBand[0]))"
      case .hysteresis:
        "margin \(Self.text(rule.margin[0])) \(rule.marginUnit == .percent ? "%" : "m"), "
          + "\(rule.dwell[0].value) s"
      case .probability: "probability \(Self.text(rule.confidence))"
      }
    }

    private static func text(_ number: Double) -> String {
      SettingValue.text((number * 1000).rounded() / 1000)
    }
  }

  /// Sets and radios, in order.
  public var groups: [Group]
  /// What was found of the clocks of the truth, once for each set.
  public var offsets: [TruthOffset] {
    groups.map(\.truthOffset).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
  /// Where calibrations came from.
  public var source: CalibrationProtocol
  /// The edges that changes were counted at.
  public var edges: [Meters]
}
