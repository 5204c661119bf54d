/// A simulated trace and the facts of its simulation.
package struct SimulatedTrace: Sendable, Hashable {
  package var records: [TraceRecord]
  package var facts: [Fact]

  package struct Fact: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  package init(records: [TraceRecord], facts: [Fact] = []) {
    self.records = records
    self.facts = facts
  }

  /// The trace as CSV: a comment with its origin, the header, and one line per row.
  package func csv(comment: String) -> [UInt8] {
    Array("\(comment.hashComment)\n".utf8) + TraceWriter.encode(records)
  }
}

/// A number rounded to four decimals, without trailing zeros.
package func decimal(_ value: Double) -> String {
  let short = rounded(value)
  return Int64(exactly: short).map { "\($0)" } ?? "\(short)"
}
