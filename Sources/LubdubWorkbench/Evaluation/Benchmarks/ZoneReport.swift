/// The result of a zone benchmark: one row for each set, radio, estimator and rule.
package struct ZoneReport: Sendable, Hashable {
  package struct Group: Sendable, Hashable {
    package var dataset: String
    package var radio: Radio
    package var truthOffset: TruthOffset
    package var rows: [Row]

    /// Rows that no other beats in errors and delay both, from the quickest to the calmest.
    package func front(of estimator: EstimatorKind, byEvidence: Bool) -> [Row] {
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

  package struct Row: Sendable, Hashable {
    package var estimator: EstimatorKind
    package var rule: ZoneRule
    package var isDefault: Bool
    /// Against the zones of the truth.
    package var moving = ZoneScore()
    /// On an edge.
    package var resting = RestScore()

    package var isByEvidence: Bool { rule.kind == .cusum }

    /// Whether there was a zone at any time, so that its figures are of something.
    package var isScored: Bool { moving.totalTime > .zero }

    /// False and missed changes a minute; endless where nothing was scored, so that it is sorted last.
    package var errorsPerMinute: Double { moving.errorsPerMinute ?? .infinity }

    /// In seconds, a change that was not followed with the end of the window: to follow nothing is not quick.
    package var delay: Double { moving.meanDelay?.value ?? .infinity }

    package var name: String {
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

  package var groups: [Group]
  package var offsets: [TruthOffset] { groups.map(\.truthOffset).withoutRepeats }
  package var edges: [Meters]
}
