/// The reason why bytes could not be read in a format, or why a timeline could not be written in a format.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The finding that stops the work; its severity is `error`.
  public let finding: Finding

  /// An error from the finding that stops the work.
  public init(_ finding: Finding) { self.finding = finding }

  init(rule: String, at place: String? = nil, _ message: String, cure: String? = nil) {
    finding = Finding(.error, code: rule, at: place, message, cure: cure)
  }

  /// The error for a file without events, which never replaces a file with events.
  static let nothingLeft = FormatError(
    rule: "nothing-left", "nothing would be left: every event is too short for the format",
    cure: "lengthen the events, or choose another format")

  /// Place, rule, message, and cure in one line.
  public var description: String { finding.text("") }
}
