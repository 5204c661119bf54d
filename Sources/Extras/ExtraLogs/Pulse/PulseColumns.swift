internal import Quantities
internal import Text

/// Where a table keeps its intervals or R peaks, found by the names of its columns.
struct PulseColumns {
  /// What the column of values holds.
  enum Content {
    /// Intervals; the unit where the name tells it.
    case intervals(IntervalUnit?)
    /// Sample numbers; the rate where the name tells it, as in `sample_250hz`.
    case peaks(Hertz?)
  }

  let separator: Unicode.Scalar
  let count: Int
  let value: Int
  let content: Content
  /// The column of times, and how many seconds its unit has.
  let time: (place: Int, scale: Double)?
  /// The column that says what is wrong with a beat.
  let label: Int?
  /// The columns that together name the heart of a row.
  let names: [Int]

  private static let intervalNames = ["rr", "rri", "ibi", "nn", "rr_interval"]
  private static let groupNames = [
    "subject", "activity", "lead", "series", "name", "id", "peer", "person",
  ]

  /// `nil` for a line that is no header of such a table.
  init?(header: LogText) {
    separator =
      [",", ";", "\t"].max {
        header.parts(separatedBy: $0).count < header.parts(separatedBy: $1).count
      } ?? ","
    let names = header.parts(separatedBy: separator).map {
      Self.normalised(Array($0.trimmed.filter { $0 != 0x22 })[...].string)
    }
    if let place = names.firstIndex(where: { Self.unit($0) != nil }) {
      value = place
      content = .intervals(Self.unit(names[place]) ?? nil)
    } else if let place = names.firstIndex(where: { Self.rate($0) != nil }) {
      value = place
      content = .peaks(Self.rate(names[place]) ?? nil)
    } else {
      return nil
    }
    count = names.count
    let clocks = ["t_s": 1, "time_s": 1, "t_ms": 0.001, "time_ms": 0.001]
    time = names.firstIndex { clocks[$0] != nil }.map { ($0, clocks[names[$0]] ?? 1) }
    label = names.firstIndex(of: "label")
    self.names = names.indices.filter { Self.groupNames.contains(names[$0]) }
  }

  /// The name in lower case, with one low line in place of everything else: `RR-interval [ms]` is `rr_interval_ms`.
  private static func normalised(_ name: String) -> String {
    name.lowercased().split { !($0.isLetter || $0.isNumber) }.joined(separator: "_")
  }

  /// The unit in the name of a column of intervals, `nil` where it has none; `nil` for another column.
  private static func unit(_ name: String) -> IntervalUnit?? {
    if intervalNames.contains(name) { return .some(nil) }
    if name.hasSuffix("_ms"), intervalNames.contains(String(name.dropLast(3))) {
      return .some(.milliseconds)
    }
    if name.hasSuffix("_s"), intervalNames.contains(String(name.dropLast(2))) {
      return .some(.seconds)
    }
    return nil
  }

  /// The rate in the name of a column of sample numbers, `nil` where it has none; `nil` for another column.
  private static func rate(_ name: String) -> Hertz?? {
    if ["sample", "samples", "r_peak", "rpeak", "peak"].contains(name) { return .some(nil) }
    guard name.hasPrefix("sample_"), name.hasSuffix("hz"),
      let rate = Double(name.dropFirst(7).dropLast(2)), rate > 0, rate.isFinite
    else { return nil }
    return .some(Hertz(rate))
  }
}

/// A table of a heart rate over time, which is refused with its own message.
enum HeartRateTable {
  static func isOne(_ bytes: [UInt8]) -> Bool {
    guard let header = TextPrefix.firstRow(Array(bytes.prefix(4096))) else { return false }
    let text = Array(header)[...].string.lowercased()
    return ["hr", "bpm", "heart_rate", "heartrate", "hr_bpm", "heart rate"].contains { name in
      text.split(whereSeparator: { ",;\t\"".contains($0) }).contains { $0 == name }
    }
  }
}
