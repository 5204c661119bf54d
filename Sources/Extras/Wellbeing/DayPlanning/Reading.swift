public import Text

/// One value that a phone or a watch has measured.
public struct Reading: Sendable, Hashable {
  /// What was measured.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// SDNN in ms, never RMSSD.
    case hrv
    /// Hours slept; the time is that of waking.
    case sleep
    /// Steps.
    case steps
    /// Light in lux.
    case light

    /// What is plausible, in words: one fault is told for several rows.
    static let rule =
      "hrv is a number from 0 to 1000, sleep from 0 to 24, steps and light from 0 to 1000000"

    /// What is plausible.
    var range: ClosedRange<Double> {
      switch self {
      case .hrv: 0...1000
      case .sleep: 0...24
      case .steps: 0...1_000_000
      case .light: 0...1_000_000
      }
    }
  }

  /// What tells it from others.
  public var id: String
  /// When.
  public var time: LocalTime
  /// What was measured.
  public var kind: Kind
  /// How much, in the unit of the kind.
  public var value: Double
  /// What measured it; empty where that is not told.
  public var source: String

  /// A reading from its parts.
  public init(id: String, time: LocalTime, kind: Kind, value: Double, source: String = "") {
    self.id = id
    self.time = time
    self.kind = kind
    self.value = value
    self.source = source
  }
}

/// A table of readings: `id,time,type,value,source` in any order; `source` may be left out.
public struct ReadingLog: Sendable {
  /// The readings in the order of time, of one time in the order of their ids.
  public let readings: [Reading]
  /// What became of the rows.
  public let report: ReadReport

  /// Reads a table; a row that breaks a rule is rejected and counted. A second row of one id is a
  /// duplicate.
  ///
  /// - Throws: `ReadError` when the header lacks a column.
  public init(_ bytes: [UInt8], path: String) throws(ReadError) {
    var report = ReadReport()
    var readings: [Reading] = []
    var ids: Set<String> = []
    var columns: [String]?
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    forEachLine(text) { number, line in
      guard !line.isEmpty, line.first != UInt8(ascii: "#") else { return }
      let fields = line.parts(separatedBy: ",").map { $0.trimmed }
      guard let names = columns else {
        columns = fields.map { $0.string.lowercased() }
        return
      }
      guard fields.count == names.count else {
        let found = "the row has \(fields.count) columns, the header \(names.count)"
        return report.reject(.columnCount, line: number, example: found)
      }
      func field(_ name: String) -> LogText? { names.firstIndex(of: name).map { fields[$0] } }
      guard let time = field("time").flatMap(LocalTime.init(parsing:)) else {
        return report.reject(
          .notATime, line: number, example: RejectionReason.notATime.sentence)
      }
      guard let kind = field("type").flatMap({ Reading.Kind(rawValue: $0.string) }) else {
        return report.reject(
          .damaged, line: number, example: "a type is hrv, sleep, steps or light")
      }
      guard let value = field("value")?.decimal, kind.range.contains(value) else {
        return report.reject(
          .notANumber, line: number,
          example: Reading.Kind.rule)
      }
      let id = field("id")?.string ?? ""
      guard ids.insert(id).inserted else {
        report.duplicates += 1
        return
      }
      report.accepted += 1
      readings.append(
        Reading(
          id: id, time: time, kind: kind, value: value, source: field("source")?.string ?? ""))
    }
    for name in ["id", "time", "type", "value"] where !(columns?.contains(name) ?? true) {
      throw ReadError(
        path: path, line: 1, kind: .unrecognised,
        message: "the header has no column \(name); expected id,time,type,value,source")
    }
    self.readings = readings.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    self.report = report
  }
}
