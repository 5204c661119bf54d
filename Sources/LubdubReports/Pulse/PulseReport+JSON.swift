internal import Lubdub
internal import LubdubExtras
package import LubdubGround

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
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "intervals": .number(Double(time.count)),
      "mean_ms": .number(time.mean.value), "median_ms": .number(time.median.value),
      "shortest_ms": .number(time.shortest.value), "longest_ms": .number(time.longest.value),
      "heart_rate_bpm": .number(time.heartRate), "sdnn_ms": .optional(time.sdnn?.value),
      "rmssd_ms": .optional(time.rmssd?.value), "sdsd_ms": .optional(time.sdsd?.value),
      "pnn50_percent": .optional(time.pnn50), "sd1_ms": .optional(time.sd1?.value),
      "sd2_ms": .optional(time.sd2?.value),
    ]
    members["vlf_ms2"] = .optional(frequency?.vlf)
    members["lf_ms2"] = .optional(frequency?.lf)
    members["hf_ms2"] = .optional(frequency?.hf)
    members["lf_hf"] = .optional(frequency?.ratio)
    members["respiration_hz"] = .optional(frequency?.respirationPeak?.value)
    return .object(members)
  }
}
