/// The figures of recordings with several sets of settings, as tidy comma-separated values: one row per recording and set.
package enum RecordingTable {
  /// The columns of figures, in order. Each has a name for machine-readable tables, and a heading for readers.
  package static let figures: [(name: String, head: String, value: @Sendable (Score) -> Double?)] =
    [
      ("range_rmse_m", "RMSE, m", { $0.rootMeanSquare }),
      ("range_log2_rms", "RMS of log2", { $0.logRatio }),
      ("answered_share", "answered", { $0.unansweredShare.map { 1 - $0 } }),
      ("truth_s", "with truth, s", { $0.totalTime > 0 ? $0.totalTime : nil }),
      ("wrong_zone_share", "wrong zone", { $0.wrongShare }),
      ("without_zone_share", "no zone", { $0.withoutShare }),
      ("false_per_min", "false per minute", { $0.falsePerMinute }),
      ("missed_share", "missed", { $0.missedShare }),
      ("mean_delay_s", "delay, s", { $0.meanDelay }),
      ("gap_changes", "changes in pauses", { $0.totalTime > 0 ? $0.gapChanges : nil }),
      ("contact_felt_share", "contact felt", { $0.contactFeltShare }),
      ("contact_1s_share", "contact within 1 s", { $0.contactShare(within: 1) }),
      ("contact_2s_share", "contact within 2 s", { $0.contactShare(within: 2) }),
      ("acquire_s", "first zone after, s", { $0.meanAcquisition }),
      ("rest_per_10min", "changes at rest in 10 min", { $0.restChangesInTenMinutes }),
      ("beat_error_s", "beat error, s", { $0.meanBeatError }),
      ("beat_s", "interval error, s", { $0.meanIntervalError }),
      ("one_sided_share", "beats of one side", { $0.oneSidedShare }),
      ("beats", "beats", { $0.beats }),
      ("coverage", "95% holds", { $0.intervals?.coverage }),
      ("interval_width_m", "width of 95%, m", { $0.intervals?.meanWidth }),
    ]

  package static func csv(_ rows: [(recording: String, settings: String, score: Score)]) -> [UInt8]
  {
    var text = (["recording", "settings"] + figures.map(\.name)).joined(separator: ",") + "\n"
    for row in rows {
      let cells = figures.map { figure in
        figure.value(row.score).map { NumberText.rounded($0, 6) } ?? ""
      }
      text += ([row.recording, row.settings].map(csvField) + cells).joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }

  static func part(
    _ rows: [(recording: String, settings: String, score: Score)], decimals: Int
  ) -> BenchPage.Part {
    let cells = rows.map { row in
      [row.recording, row.settings]
        + figures.map { figure in
          figure.value(row.score).map { NumberText.rounded($0, decimals) } ?? "-"
        }
    }
    return BenchPage.Part(
      "Recordings", columns: ["recording", "settings"] + figures.map(\.head), rows: cells)
  }
}
