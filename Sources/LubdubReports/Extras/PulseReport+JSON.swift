extension PulseReport {
  /// Everything as JSON; powers in ms², times in ms unless their names say otherwise.
  package var json: JSONValue {
    var kinds: [String: JSONValue] = [:]
    for kind in FaultKind.allCases {
      kinds[kind.rawValue] = .number(Double(correction.count(of: kind)))
    }
    var members: [String: JSONValue] = [
      "name": .string(name),
      "input": log.report.json,
      "beats": .number(Double(series.intervals.count + 1)),
      "duration_s": .number(series.duration.value),
      "faults": [
        "count": .number(Double(correction.faults)), "share": .number(correction.share),
        "passes": .number(Double(correction.passes)), "kinds": .object(kinds),
      ],
      "recipe": ["name": .string(recipe.rawValue), "summary": .string(recipe.summary)],
      "frequency_refused": .bool(isFrequencyRefused),
      "recorded": recorded.json,
      "corrected": corrected.json,
      "windows": .array(
        windows.map { window in
          [
            "start_s": .number(window.start.value), "fault_share": .number(window.share),
            "corrected": window.measures.json,
          ]
        }),
    ]
    if let pacing {
      members["pacing"] = [
        "pacer_hz": .number(pacing.pacer.value), "start_s": .number(pacing.start.value),
        "share_before": .optional(pacing.before), "share_during": .optional(pacing.during),
      ]
    }
    return .object(members)
  }
}

extension PulseReport.Measures {
  static let all:
    [(key: String?, title: String?, decimals: Int, value: @Sendable (Self) -> Double?)] = [
      ("intervals", nil, 0, { Double($0.time.count) }),
      ("mean_ms", "mean, ms", 1, { $0.time.mean.value }),
      ("median_ms", nil, 1, { $0.time.median.value }),
      ("shortest_ms", nil, 1, { $0.time.shortest.value }),
      ("longest_ms", nil, 1, { $0.time.longest.value }),
      ("heart_rate_bpm", nil, 1, { $0.time.heartRate }),
      ("sdnn_ms", "SDNN, ms", 1, { $0.time.sdnn?.value }),
      ("rmssd_ms", "RMSSD, ms", 1, { $0.time.rmssd?.value }),
      ("sdsd_ms", nil, 1, { $0.time.sdsd?.value }),
      ("pnn50_percent", "pNN50, %", 1, { $0.time.pnn50 }),
      ("sd1_ms", "SD1, ms", 1, { $0.time.sd1?.value }),
      ("sd2_ms", "SD2, ms", 1, { $0.time.sd2?.value }),
      ("vlf_ms2", "VLF, ms²", 1, { $0.frequency?.vlf }),
      ("lf_ms2", "LF, ms²", 1, { $0.frequency?.lf }),
      ("hf_ms2", "HF, ms²", 1, { $0.frequency?.hf }),
      ("lf_hf", "LF/HF", 2, { $0.frequency?.ratio }),
      ("respiration_hz", nil, 1, { $0.frequency?.respirationPeak?.value }),
      (nil, "breaths a minute", 1, { $0.frequency?.respirationPeak.map { 60 * $0.value } }),
    ]

  fileprivate var json: JSONValue {
    JSONValue(
      members: Self.all.compactMap { one in one.key.map { ($0, .optional(one.value(self))) } })
  }
}
