package import JSON

extension ReadReport {
  /// What a session's document says about the trace that it was made from.
  ///
  /// - Parameter name: The trace's name; `nil` where it has none.
  /// - Returns: The members of `input` that the reader knows.
  package func input(name: String?) -> [String: JSONValue] {
    let rejected = rejections.sorted { $0.key < $1.key }.map { reason, rejection in
      JSONValue.object([
        "reason": .string(reason.rawValue),
        "count": .number(Double(rejection.count)),
        "first_lines": .array(rejection.lines.map { .number(Double($0)) }),
      ])
    }
    return [
      "name": .optional(name),
      "format": .string(format),
      "rows_accepted": .number(Double(accepted)),
      "rows_rejected": .number(Double(self.rejected)),
      "rejected": .array(rejected),
    ]
  }
}
