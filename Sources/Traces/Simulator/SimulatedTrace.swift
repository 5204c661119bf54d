public import Quantities
public import Ranging

/// One row of a simulated trace: what the devices saw and how far apart they really were.
public struct SimulatedRow: Sendable, Hashable {
  /// What the devices saw.
  public var observation: Observation
  /// The true distance at that time.
  public var truth: Meters

  /// A row from its parts.
  public init(observation: Observation, truth: Meters) {
    self.observation = observation
    self.truth = truth
  }
}

/// A trace that no device has seen, and what it was made with.
public struct SimulatedTrace: Sendable, Hashable {
  /// The rows in the order of time.
  public var rows: [SimulatedRow]
  /// Facts about how it was made, such as the bias that was drawn; in the order they are told.
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
  public init(rows: [SimulatedRow], facts: [Fact] = []) {
    self.rows = rows
    self.facts = facts
  }

  /// The trace as CSV: a comment that says what made it, the header, one line per row.
  ///
  /// - Parameter comment: What stands behind `# ` on the first line; without line feeds.
  /// - Returns: UTF-8 with line feeds; numbers to four decimals.
  public func csv(comment: String) -> [UInt8] {
    var text = "# \(comment)\nt_s,source,range_m,rssi_dbm,truth_m,event\n"
    text.reserveCapacity(48 * rows.count + 200)
    for row in rows {
      let observation = row.observation
      text += Self.field(observation.time.value) + "," + observation.radio.rawValue + ","
      text += Self.field(observation.range?.value) + ","
      text += Self.field(observation.rssi?.value) + ","
      text += Self.field(row.truth.value) + "," + (observation.event?.rawValue ?? "") + "\n"
    }
    return [UInt8](text.utf8)
  }

  private static func field(_ value: Double?) -> String {
    value.map(decimal) ?? ""
  }
}

/// A number to four decimals, without trailing zeros.
func decimal(_ value: Double) -> String {
  let short = rounded(value)
  return Int64(exactly: short).map { "\($0)" } ?? "\(short)"
}
