/// One thing that a check found in a file: what, where, by which rule, and how to mend it.
public struct Finding: Sendable, Hashable {
  /// How much it matters.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The file plays as written; something is worth knowing.
    case note
    /// The file plays, but probably not as meant.
    case warning
    /// The file breaks a rule of its format.
    case error

    /// Orders note, warning, error.
    public static func < (left: Self, right: Self) -> Bool {
      left != right && (left == .note || right == .error)
    }
  }

  /// How much it matters.
  public var severity: Severity
  /// The rule's name, in lower case with hyphens, such as `doubled-curve-times`.
  public var rule: String
  /// A line (`line 7`) or a JSON path (`$.Pattern[3].Event.Time`); `nil` when it is the whole file.
  public var place: String?
  /// What is wrong, with the value found and the rule's limit.
  public var message: String
  /// How to mend it, when there is a way.
  public var cure: String?

  /// A finding from its parts.
  public init(
    _ severity: Severity, rule: String, at place: String? = nil, _ message: String,
    cure: String? = nil
  ) {
    (self.severity, self.rule, self.place, self.message) = (severity, rule, place, message)
    self.cure = cure
  }

  /// The finding as a JSON object with `severity`, `rule`, `place`, `message` and `cure`.
  public var json: JSONValue {
    [
      "severity": .string(severity.rawValue), "rule": .string(rule), "place": .optional(place),
      "message": .string(message), "cure": .optional(cure),
    ]
  }
}

extension Finding: CustomStringConvertible {
  /// `place: severity: message [rule]; cure`, in one line: keys and values of a file have hidden characters made visible.
  public var description: String { text("\(severity.rawValue): ") }

  fileprivate func text(_ prefix: String) -> String {
    let start = place.map { "\($0): " } ?? ""
    let end = cure.map { "; \($0)" } ?? ""
    return "\(start)\(prefix)\(message) [\(rule)]\(end)".visible
  }
}

/// Why bytes could not be read as a format, or a timeline not be written in one.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The finding that stops the work; its severity is `error`.
  public let finding: Finding

  /// An error from the finding that stops the work.
  public init(_ finding: Finding) { self.finding = finding }

  init(rule: String, at place: String? = nil, _ message: String, cure: String? = nil) {
    finding = Finding(.error, rule: rule, at: place, message, cure: cure)
  }

  /// A file without an event is never written in place of one with events.
  static let nothingLeft = FormatError(
    rule: "nothing-left", "nothing would be left: every event is too short for the format",
    cure: "lengthen the events, or choose another format")

  /// Place, rule, message and cure in one line.
  public var description: String { finding.text("") }
}
