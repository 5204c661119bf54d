public import CanonicalJSON
internal import Quantities

extension ZoneScore {
  /// The score as JSON: times in seconds, shares from 0 to 1. What cannot be told is null.
  public var json: JSONValue {
    let edges = (0..<edgeCount).map { index in
      JSONValue.object(edge(index).changeFigures.merging(["edge": .number(Double(index))]) { $1 })
    }
    return .object(
      changeFigures.merging([
        "wrong_share": .number(wrongShare), "time_s": .number(totalTime.value),
        "edges": .array(edges), "contacts": .number(Double(contacts.count)),
        "contact_1s_share": .optional(contactShare(within: 1)),
        "contact_2s_share": .optional(contactShare(within: 2)),
        "contact_never_share": .optional(contactNeverShare),
        "acquire_s": .optional(meanAcquisition?.value),
        "unacquired": .number(Double(unacquired)),
        "rest_per_10min": .optional(restChangesInTenMinutes),
        "rest_s": .number(restTime.value),
      ]) { $1 })
  }

  private var edgeCount: Int {
    max(falseChangesOfEdges.count, (changes.map(\.edge).max() ?? -1) + 1)
  }

  private var changeFigures: [String: JSONValue] {
    [
      "true_changes": .number(Double(trueChanges)),
      "false_changes": .number(Double(falseChanges)),
      "missed_changes": .number(Double(missedChanges)),
      "missed_share": .number(missedShare), "false_per_min": .number(falsePerMinute),
      "missed_per_min": .number(missedPerMinute), "mean_delay_s": .number(meanDelay.value),
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
