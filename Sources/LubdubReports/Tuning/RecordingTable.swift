package import LubdubBench

/// Figures of recordings with several sets of settings, as tidy comma-separated values: one row for each
/// recording and set.
package enum RecordingTable {
  /// The columns of figures, in their order.
  package static let figures: [(name: String, value: @Sendable (Score) -> Double?)] = [
    ("range_rmse_m", { $0.rootMeanSquare }), ("range_log2_rms", { $0.logRatio }),
    ("answered_share", { $0.unansweredShare.map { 1 - $0 } }),
    ("wrong_zone_share", { $0.wrongShare }), ("without_zone_share", { $0.withoutShare }),
    ("false_per_min", { $0.falsePerMinute }), ("missed_share", { $0.missedShare }),
    ("mean_delay_s", { $0.meanDelay }), ("gap_changes", { $0.totalTime > 0 ? $0.gapChanges : nil }),
    ("contact_felt_share", { $0.contactFeltShare }),
    ("contact_1s_share", { $0.contactShare(within: 1) }),
    ("contact_2s_share", { $0.contactShare(within: 2) }), ("acquire_s", { $0.meanAcquisition }),
    ("rest_per_10min", { $0.restChangesInTenMinutes }), ("beat_error_s", { $0.meanBeatError }),
    ("beat_s", { $0.meanIntervalError }), ("one_sided_share", { $0.oneSidedShare }),
    ("beats", { $0.beats }), ("coverage", { $0.intervals?.coverage }),
    ("interval_width_m", { $0.intervals?.meanWidth }),
  ]

  package static func csv(_ rows: [(recording: String, settings: String, score: Score)]) -> [UInt8]
  {
    var text = (["recording", "settings"] + figures.map(\.name)).joined(separator: ",") + "\n"
    for row in rows {
      let cells = figures.map { figure in
        figure.value(row.score).map { NumberText.rounded($0, 6) } ?? ""
      }
      text += ([quoted(row.recording), quoted(row.settings)] + cells).joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
