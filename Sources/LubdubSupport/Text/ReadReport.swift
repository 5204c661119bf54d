/// Counts of accepted and rejected rows of a log, a table, or a trace, and remarks about them.
public struct ReadReport: Sendable, Hashable {
  /// The rows that were rejected for one reason.
  public struct Rejection: Sendable, Hashable {
    /// The number of rows.
    public package(set) var count = 0
    /// The lines of the first rows, at most `lineLimit`.
    public package(set) var lines: [Int] = []
    /// The fault of the first row, in words.
    public package(set) var example = ""

    /// The maximum number of stored lines.
    public static let lineLimit = 5

    package init() {}

    package mutating func add(line: Int, example: String) {
      if count == 0 { self.example = example }
      count += 1
      if lines.count < Self.lineLimit { lines.append(line) }
    }

    /// The place of the first rows.
    ///
    /// - Parameter unit: The unit of the numbers.
    /// - Returns: Text such as `lines 17, 18, 40, 41, 50, …`.
    public func place(_ unit: Unit) -> String {
      let shown = lines.map(String.init).joined(separator: ", ")
      return unit.rawValue + (count == 1 ? " " : "s ") + shown + (count > lines.count ? ", …" : "")
    }

    /// The count, place, and rule, such as `3 rows (lines 17, 18, 40): time may not go backwards`.
    package func account(_ unit: Unit, of thing: String = "row") -> String {
      "\(count) \(thing)\(count == 1 ? "" : "s") (\(place(unit))): \(example)"
    }
  }

  /// The name of the format that was read, such as `csv`.
  public package(set) var format = ""
  /// The unit of line numbers.
  public package(set) var unit = Unit.line
  /// Whether all names of peers belong to one link, as in the message log of a ceremony.
  public package(set) var hasOneLink = false
  /// The last ceremony data in its log: `hostNickname`, `guestNickname`, `ring`, and `message`; `nil` if there are no such
  /// data.
  public package(set) var ceremony: JSONValue?
  /// Accepted rows.
  public package(set) var accepted = 0
  /// Rejected rows, by reason.
  public package(set) var rejections: [RejectionReason: Rejection] = [:]
  /// Lines without a row: blank lines, comments, and records of a log that are not samples.
  public package(set) var ignored = 0
  /// Rows of links other than the requested link.
  public package(set) var otherPeers = 0
  /// Repeats of a report that was already read, such as one advertisement logged twice.
  public package(set) var duplicates = 0
  /// Rows of recordings other than the requested recording.
  public package(set) var otherRecordings = 0
  /// The recordings that rows name, in the order of first appearance, requested or not.
  public package(set) var recordings: [String] = []
  /// Whether a column names the recording of each row. This is known before the first row is returned.
  public package(set) var carriesRecordings = false
  /// The rows of each peer, in the order of first appearance, requested or not.
  public package(set) var peers: [Peer] = []
  /// Whether rows may have angles of arrival: the log has a field for them with a known unit. This is known before the first
  /// row is returned; in JSON lines, from the first line with an angle.
  public package(set) var carriesAngles = false
  /// Whether rows may have a stated deviation. This is known at the same time as `carriesAngles`.
  public package(set) var carriesDeviations = false
  /// Accepted rows whose angle of arrival was dropped, because it is not a valid angle.
  public package(set) var droppedAngles = Rejection()
  /// Accepted rows without one of their values, because the value marks a missing measurement, by the broken rule.
  public package(set) var leftOut: [RejectionReason: Rejection] = [:]
  /// The places at which the clock was set or wrapped, and the times were repaired.
  public package(set) var clockJumps = Rejection()
  /// Remarks about the result, such as about an assumed clock.
  package var remarks: [Finding] = []
  /// Findings about the values, times, and links of all rows. The reader adds them at the end of the trace.
  package var rowFindings: [Finding] = []

  /// The reader's remarks as texts.
  public var warnings: [String] { remarks.map { $0.message + ($0.cure.map { "; \($0)" } ?? "") } }

  /// Every finding about the rows: rejected rows, the reader's remarks, and findings about the values.
  public var findings: [Finding] {
    rejections.inOrder { $0.key < $1.key }.map { reason, rejection in
      Finding(
        .warning, code: reason.rawValue, at: rejection.place(unit),
        "\(rejection.count) rejected: \(rejection.example)")
    } + remarks + rowFindings
  }

  /// Adds a remark once.
  package mutating func remark(_ finding: Finding) {
    if !remarks.contains(finding) { remarks.append(finding) }
  }

  /// Drops the remarks of a rule that another remark replaces.
  package mutating func dropRemarks(_ rule: FindingRule) {
    remarks.removeAll { $0.code == rule.code }
  }

  /// The unit of a place in a log.
  public enum Unit: String, Sendable, Hashable {
    /// Lines of text.
    case line
    /// Records of a capture.
    case record
    /// Rows of a table in memory, counted from 0.
    case row
  }

  /// A peer and the number of its rows.
  public struct Peer: Sendable, Hashable {
    /// The name as logged.
    public var name: String
    /// The number of rows.
    public var rows: Int

    package init(name: String, rows: Int) {
      self.name = name
      self.rows = rows
    }
  }

  /// The warning that the compressed data ends before the end of the trace.
  public static let cutShort = "the compressed data is cut short"

  /// An empty report.
  public init() {}

  /// Rejected rows, for all reasons.
  public var rejected: Int {
    rejections.values.reduce(0) { $0 + $1.count }
  }

  /// Counts one rejected row.
  public mutating func reject(_ reason: RejectionReason, line: Int, example: String) {
    rejections[reason, default: Rejection()].add(line: line, example: example)
  }

  package mutating func leaveOut(_ reason: RejectionReason, line: Int, example: String) {
    leftOut[reason, default: Rejection()].add(line: line, example: example)
  }

  /// The most frequent reason for rejected rows; of equally frequent reasons, the first by name.
  package var mostRejected: (key: RejectionReason, value: Rejection)? {
    rejections.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
  }

  /// One line per reason, in the order of the reasons' names, such as `time-backwards: 3 rows (lines 17, 18, 40): time may not
  /// go backwards`.
  public var rejectionLines: [String] {
    rejections.inOrder { $0.key < $1.key }.map { "\($0.rawValue): \($1.account(unit))" }
  }

  /// The report as JSON.
  public var json: JSONValue {
    var members: [String: JSONValue] = [
      "format": .string(format),
      "accepted": .number(Double(accepted)),
      "clock_jumps": .number(Double(clockJumps.count)),
      "rejected": .number(Double(rejected)),
      "ignored": .number(Double(ignored)),
      "duplicates": .number(Double(duplicates)),
      "other_peers": .number(Double(otherPeers)),
      "other_recordings": .number(Double(otherRecordings)),
      "findings": .array(findings.map { $0.json }),
      "warnings": .array(warnings.map { .string($0) }),
    ]
    members["peers"] = .array(
      peers.map { ["name": .string($0.name), "rows": .number(Double($0.rows))] })
    members["rejections"] = .array(
      rejections.inOrder { $0.key < $1.key }.map { reason, rejection in
        [
          "reason": .string(reason.rawValue),
          "count": .number(Double(rejection.count)),
          unit == .row ? "rows" : "lines": .array(rejection.lines.map { .number(Double($0)) }),
          "example": .string(rejection.example),
        ]
      })
    return .object(members)
  }

  package func input(name: String?) -> [String: JSONValue] {
    let rejected = rejections.inOrder { $0.key < $1.key }.map { reason, rejection in
      JSONValue.object([
        "reason": .string(reason.rawValue),
        "count": .number(Double(rejection.count)),
        "first_lines": .array(rejection.lines.map { .number(Double($0)) }),
      ])
    }
    var members: [String: JSONValue] = [
      "name": .optional(name),
      "format": .string(format),
      "rows_accepted": .number(Double(accepted)),
      "rows_rejected": .number(Double(self.rejected)),
      "rejected": .array(rejected),
    ]
    members["ceremony"] = ceremony
    return members
  }
}
