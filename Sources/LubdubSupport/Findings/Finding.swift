/// One finding from reading or checking a file: its code, severity, place, message, and cure.
public struct Finding: Sendable, Hashable {
  /// The weight of a finding.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// A suspicion or an automatic choice; the result is valid.
    case note
    /// A fault that was handled: rejected rows, or a file that plays, but probably not as intended.
    case warning
    /// A fault that is certain and spoils the result, or a file that breaks a rule of its format.
    case error

    /// Orders note, warning, error.
    public static func < (left: Self, right: Self) -> Bool {
      left != right && (left == .note || right == .error)
    }
  }

  /// The weight of the finding.
  public var severity: Severity
  /// The stable name of the rule, in lower case with hyphens, such as `doubled-curve-times`.
  public var code: String
  /// A line (`line 7`) or a JSON path (`$.Pattern[3].Event.Time`); `nil` for the whole file.
  public var place: String?
  /// The fault, with the value and the rule's limit.
  public var message: String
  /// The cure of the fault, if there is one.
  public var cure: String?

  /// A finding from its parts.
  public init(
    _ severity: Severity, code: String, at place: String? = nil, _ message: String,
    cure: String? = nil
  ) {
    (self.severity, self.code, self.place, self.message) = (severity, code, place, message)
    self.cure = cure
  }

  /// A finding for an entry of the table of findings, with its severity.
  public init(
    _ rule: FindingRule, at place: String? = nil, _ message: String, cure: String? = nil
  ) {
    self.init(rule.severity, code: rule.code, at: place, message, cure: cure)
  }

  /// The finding as a JSON object with `severity`, `code`, `place`, `message`, and `cure`.
  public var json: JSONValue {
    [
      "severity": .string(severity.rawValue), "code": .string(code), "place": .optional(place),
      "message": .string(message), "cure": .optional(cure),
    ]
  }
}

extension Finding: CustomStringConvertible {
  /// `place: severity: message [code]; cure`, in one line, with hidden characters in keys and values made visible.
  public var description: String { text("\(severity.rawValue): ") }

  package func text(_ prefix: String) -> String {
    let start = place.map { "\($0): " } ?? ""
    let end = cure.map { "; \($0)" } ?? ""
    return "\(start)\(prefix)\(message) [\(code)]\(end)".visible
  }
}
