extension TruthOffset {
  /// The lag and the applied shift in seconds, as members of a report.
  package var members: [String: JSONValue] {
    [
      "truth_shift_s": .number(applied.value), "truth_lag_s": .optional(lag?.value),
      "truth_lag_error_s": .optional(error?.value),
    ]
  }
}
