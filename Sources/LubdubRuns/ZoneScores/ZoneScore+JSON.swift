extension ZoneScore {
  /// The score as JSON, with times in s and shares from 0 to 1. Unknown values are null.
  public var json: JSONValue {
    var members = changeFigures
    members["edges"] = .array(
      (0..<edgeCount).map { index in
        var figures = edge(index).changeFigures
        figures["edge"] = .number(Double(index))
        return .object(figures)
      })
    members["right_share"] = .optional(rightShare)
    members["wrong_share"] = .optional(wrongShare)
    members["without_zone_share"] = .optional(withoutShare)
    members["time_s"] = .number(totalTime.value)
    members["contacts"] = .number(Double(contacts.count))
    members["contact_1s_share"] = .optional(contactShare(within: 1))
    members["contact_2s_share"] = .optional(contactShare(within: 2))
    members["contact_never_share"] = .optional(contactNeverShare)
    members["contact_felt_share"] = .optional(contactFeltShare)
    members["contact_time_s"] = .number(contactTime.value)
    members["first_contact_s"] = .optional(firstContact?.value)
    members["false_contact_per_h"] = .optional(falseContactsPerHour)
    members["acquire_s"] = .optional(meanAcquisition?.value)
    members["unacquired"] = .number(Double(unacquired))
    members["rest_per_10min"] = .optional(restChangesInTenMinutes)
    members["rest_s"] = .number(restTime.value)
    return .object(members)
  }

  private var edgeCount: Int {
    max(
      falseChangesOfEdges.count, gapChangesOfEdges.count, (changes.map { $0.edge }.max() ?? -1) + 1)
  }

  private var changeFigures: [String: JSONValue] {
    [
      "true_changes": .number(Double(trueChanges)),
      "false_changes": .number(Double(falseChanges)),
      "missed_changes": .number(Double(missedChanges)),
      "gap_changes": .number(Double(gapChanges)),
      "missed_share": .optional(missedShare), "false_per_min": .optional(falsePerMinute),
      "missed_per_min": .optional(missedPerMinute),
      "mean_delay_s": .optional(meanDelay?.value),
      "median_delay_s": .optional(medianDelay?.value), "p95_delay_s": .optional(delay95?.value),
    ]
  }
}

extension BeatScore {
  /// The score as JSON.
  public var json: JSONValue {
    .object([
      "interval_error_s": .optional(meanIntervalError?.value),
      "one_sided_share": .number(oneSidedShare),
    ])
  }
}
