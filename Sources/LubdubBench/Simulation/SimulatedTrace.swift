/// A trace that no device has seen, and what it was made with.
public struct SimulatedTrace: Sendable, Hashable {
  /// The rows in the order of time, every one with its truth.
  public var records: [TraceRecord]
  /// Facts about how it was made, such as the bias that was drawn; in the order they are reported.
  public var facts: [Fact]

  /// One fact: a name and a value with its unit.
  public struct Fact: Sendable, Hashable {
    /// What it is.
    public var name: String
    /// Its value, with the unit.
    public var value: String

    /// A fact from its parts.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A trace from its parts.
  public init(records: [TraceRecord], facts: [Fact] = []) {
    self.records = records
    self.facts = facts
  }

  /// The trace as CSV: a comment that says what made it, the header, one line per row.
  ///
  /// - Parameter comment: What stands behind `# ` on the first line; without line feeds.
  /// - Returns: UTF-8.
  public func csv(comment: String) -> [UInt8] {
    Array("# \(comment)\n".utf8) + TraceWriter.encode(records)
  }
}

/// A number to four decimals, without trailing zeros.
package func decimal(_ value: Double) -> String {
  let short = rounded(value)
  return Int64(exactly: short).map { "\($0)" } ?? "\(short)"
}
