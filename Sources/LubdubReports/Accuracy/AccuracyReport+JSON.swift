extension AccuracyReport {
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "protocol": .string(source.rawValue),
      "edges_m": .array(edges.map { .number($0.value) }),
      "groups": .array(groups.map(\.json)),
    ]
    if let handOver { members["hand_over"] = .array(handOver.rows.map(\.json)) }
    return .object(members)
  }
}

extension AccuracyReport.Group {
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "dataset": .string(dataset), "input": .string(input.rawValue),
      "recordings": .number(Double(recordings)), "still": .bool(isStill),
      "estimators": .array(rows.map(\.json)),
    ]
    members.merge(truthOffset.members) { $1 }
    return .object(members)
  }
}

extension AccuracyReport.Row {
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "estimator": .string(estimator.name), "default": .bool(isDefault),
      "baseline": .bool(estimator.isBaseline), "range": range.json,
      "recordings": .number(Double(recordings)),
      "lag_s": .optional(lag?.value),
      "slope": .optional(following?.slope), "rank": .optional(following?.rank),
      "half_time_s": .optional(following?.medianHalfTime?.value),
      "never_followed_share": .optional(following?.neverShare),
      "beat": beat.json,
      "zones": JSONValue(members: zones.map { ("\($0.key)", $0.value.json) }),
    ]
    if let consistency {
      members["innovations"] = .object([
        "mean_square": .number(consistency.meanSquare),
        "correlation": .number(consistency.correlation),
        "coloured_share": .number(consistency.colouredShare),
        "count": .number(Double(consistency.count)),
      ])
    }
    return .object(members)
  }
}
