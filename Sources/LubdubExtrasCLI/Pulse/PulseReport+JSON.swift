extension PulseReport {
  /// The whole report as JSON. Times are in ms unless their names state another unit.
  var json: JSONValue {
    let kinds = FaultKind.allCases.map { kind in
      (kind.rawValue, JSONValue.number(Double(correction.count(of: kind))))
    }
    return [
      "name": .string(name),
      "input": log.report.json,
      "beats": .number(Double(series.intervals.count + 1)),
      "duration_s": .number(series.duration.value),
      "faults": [
        "count": .number(Double(correction.faults)), "share": .number(correction.share),
        "passes": .number(Double(correction.passes)), "kinds": JSONValue(members: kinds),
      ],
      "recorded": recorded.json,
      "corrected": corrected.json,
      "windows": .array(
        windows.map { window in
          [
            "start_s": .number(window.start.value), "fault_share": .number(window.share),
            "corrected": window.corrected.json,
          ]
        }),
    ]
  }
}

extension TimeDomain {
  /// The measures with their keys in JSON. Measures with a title are also printed.
  static let measures:
    [(key: String, title: String?, decimals: Int, value: @Sendable (Self) -> Double?)] = [
      ("intervals", nil, 0, { Double($0.count) }),
      ("mean_ms", "mean, ms", 1, { $0.mean.value }),
      ("median_ms", nil, 1, { $0.median.value }),
      ("shortest_ms", nil, 1, { $0.shortest.value }),
      ("longest_ms", nil, 1, { $0.longest.value }),
      ("heart_rate_bpm", nil, 1, { $0.heartRate }),
      ("sdnn_ms", "SDNN, ms", 1, { $0.sdnn?.value }),
      ("rmssd_ms", "RMSSD, ms", 1, { $0.rmssd?.value }),
      ("sdsd_ms", nil, 1, { $0.sdsd?.value }),
      ("pnn50_percent", "pNN50, %", 1, { $0.pnn50 }),
      ("sd1_ms", "SD1, ms", 1, { $0.sd1?.value }),
      ("sd2_ms", "SD2, ms", 1, { $0.sd2?.value }),
    ]

  fileprivate var json: JSONValue {
    JSONValue(members: Self.measures.map { ($0.key, .optional($0.value(self))) })
  }
}
