public import Files

/// Why a trace could not be read: what, where, and the rule.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, for programs.
  public enum Kind: Sendable, Hashable {
    /// The system could not read the file.
    case unreadable(FileError)
    /// The file has no bytes, or nothing but blank lines.
    case empty
    /// The content is no trace of a known format.
    case notATrace
    /// No format of the wanted name exists.
    case unknownFormat
    /// The compressed data is damaged.
    case damagedCompression
    /// A row was rejected, and reading is strict.
    case rejected(RejectionReason)
  }

  /// The path or name of the trace.
  public let path: String
  /// The line, from 1, where one is to blame.
  public let line: Int?
  /// The kind of failure.
  public let kind: Kind
  /// What was found and what the rule is.
  public let message: String
  /// The mapping that would read the file, where its header is not known but can be guessed.
  public let proposal: ColumnProposal?

  /// An error from its parts.
  public init(
    path: String, line: Int? = nil, kind: Kind, message: String, proposal: ColumnProposal? = nil
  ) {
    self.path = path
    self.line = line
    self.kind = kind
    self.message = message
    self.proposal = proposal
  }

  /// A failure of the system.
  public init(_ error: FileError) {
    self.init(
      path: error.path, kind: .unreadable(error), message: "\(error.action): \(error.reason)")
  }

  /// Path, line and message in one sentence, such as
  /// `walk.csv:17: range_m is "abc", expected metres as a decimal number`.
  public var description: String {
    let name = path == "-" ? "standard input" : path
    let place = line.map { ":\($0)" } ?? ""
    return "\(name)\(place): \(message)"
  }
}
