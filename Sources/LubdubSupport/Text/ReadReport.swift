/// What became of the rows of a log, a table or a trace.
public struct ReadReport: Sendable, Hashable {
  /// The rows that were rejected for one reason.
  public struct Rejection: Sendable, Hashable {
    /// How many.
    public package(set) var count = 0
    /// The lines of the first ones, at most `lineLimit`.
    public package(set) var lines: [Int] = []
    /// What was wrong with the first one, in words.
    public package(set) var example = ""

    /// The most line numbers that are kept.
    public static let lineLimit = 5

    package init() {}

    package mutating func add(line: Int, example: String) {
      if count == 0 { self.example = example }
      count += 1
      if lines.count < Self.lineLimit { lines.append(line) }
    }

    /// Where the first ones are.
    ///
    /// - Parameter unit: What is counted.
    /// - Returns: Text such as `lines 17, 18, 40, 41, 50, …`.
    public func place(_ unit: Unit) -> String {
      let shown = lines.map(String.init).joined(separator: ", ")
      return unit.rawValue + (count == 1 ? " " : "s ") + shown + (count > lines.count ? ", …" : "")
    }

    /// How many, where and what, such as `3 rows (lines 17, 18, 40): time may not go backwards`.
    package func account(_ unit: Unit, of thing: String = "row") -> String {
      "\(count) \(thing)\(count == 1 ? "" : "s") (\(place(unit))): \(example)"
    }
  }

  /// The name of the format that was read, such as `csv`.
  public package(set) var format = ""
  /// What line numbers count.
  public package(set) var unit = Unit.line
  /// Whether all names of peers belong to one link, as in the message log of a ceremony.
  public package(set) var hasOneLink = false
  /// What a log of a ceremony says last about it: `hostNickname`, `guestNickname`, `ring` and `message`; `nil` for nothing.
  public package(set) var ceremony: JSONValue?
  /// Rows that were taken.
  public package(set) var accepted = 0
  /// Rows that were not taken, by reason.
  public package(set) var rejections: [RejectionReason: Rejection] = [:]
  /// Lines that hold no row: blank ones, comments, and records that a log has beside its samples.
  public package(set) var ignored = 0
  /// Rows of links other than the one that was asked for.
  public package(set) var otherPeers = 0
  /// Repeats of a report that had been read already, such as one advertisement logged twice.
  public package(set) var duplicates = 0
  /// Rows of recordings other than the one that was asked for.
  public package(set) var otherRecordings = 0
  /// The recordings that rows name, in the order of first appearance, asked for or not.
  public package(set) var recordings: [String] = []
  /// Whether a column names the recording of each row. Settled before the first row comes out.
  public package(set) var carriesRecordings = false
  /// Rows seen of each peer, in the order of first appearance, asked for or not.
  public package(set) var peers: [Peer] = []
  /// Whether rows may have angles of arrival: the log has a place for them, and their unit is known.
  /// Settled before the first row comes out; in JSON lines, where a line has one.
  public package(set) var carriesAngles = false
  /// Whether rows may have a stated deviation. Settled likewise.
  public package(set) var carriesDeviations = false
  /// Accepted rows without the angle of arrival that they hold, because it is not one.
  public package(set) var droppedAngles = Rejection()
  /// Accepted rows without a value that they hold, because it says that nothing was measured, by the
  /// rule that it breaks.
  public package(set) var leftOut: [RejectionReason: Rejection] = [:]
  /// Where the clock was set or turned over, and mended.
  public package(set) var clockJumps = Rejection()
  /// What the reader of the result should know, such as where a clock was made up.
  package var remarks: [Finding] = []
  /// Findings about the values, times, and links of all rows. The reader adds them at the end of the trace.
  package var rowFindings: [Finding] = []

  /// The reader's remarks as texts.
  public var warnings: [String] { remarks.map { $0.message + ($0.cure.map { "; \($0)" } ?? "") } }

  /// Every finding about the rows: those that were lost, the reader's remarks, and what the values show.
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

  /// Drops the remarks of a rule, for which another one speaks.
  package mutating func dropRemarks(_ rule: FindingRule) {
    remarks.removeAll { $0.code == rule.code }
  }

  /// What is counted where a place in a log is named.
  public enum Unit: String, Sendable, Hashable {
    /// Lines of text.
    case line
    /// Records of a capture.
    case record
    /// Rows of a table in memory, counted from 0.
    case row
  }

  /// A link and how many rows it has.
  public struct Peer: Sendable, Hashable {
    /// Its name as logged.
    public var name: String
    /// How many rows it has.
    public var rows: Int

    package init(name: String, rows: Int) {
      self.name = name
      self.rows = rows
    }
  }

  /// The warning that the compressed data ends before the trace does.
  public static let cutShort = "the compressed data is cut short"

  /// An empty report.
  public init() {}

  /// Rows that were not taken, whatever the reason.
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

  /// The most common reason why rows were rejected; of equally common ones the first by name.
  package var mostRejected: (key: RejectionReason, value: Rejection)? {
    rejections.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
  }

  /// One line for each reason, in the order of the reasons' names, such as
  /// `time-backwards: 3 rows (lines 17, 18, 40): time may not go backwards`.
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
