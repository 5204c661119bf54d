/// The result of a zone benchmark: one row per data set, radio, estimator, and rule.
package struct ZoneReport: Sendable, Hashable {
  package struct Group: Sendable, Hashable {
    package var dataset: String
    package var radio: Radio
    package var truthOffset: TruthOffset
    package var rows: [Row]

    /// The rows that no other row beats in both errors and delay, in the order of the delay.
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
    /// The score against the zones of the truth.
    package var moving = ZoneScore()
    /// The score of a device at rest on an edge.
    package var resting = RestScore()

    package var isByEvidence: Bool { rule.kind == .cusum }

    /// Whether there was a zone at any time. Otherwise, the figures have no meaning.
    package var isScored: Bool { moving.totalTime > .zero }

    /// The false and missed changes per minute; infinite if there was no score, so that the row sorts last.
    package var errorsPerMinute: Double { moving.errorsPerMinute ?? .infinity }

    /// The mean delay in seconds. A missed change counts as the end of its window, so that missing changes does not shorten
    /// the delay.
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
