/// The reason why a log, a table, or a trace could not be read, with the place and the rule.
public struct ReadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, for programs.
  public enum Kind: Sendable, Hashable {
    /// The system could not read the file.
    case unreadable
    /// The file has no bytes, or only blank lines.
    case empty
    /// The content has no supported format.
    case unrecognised
    /// No format has the requested name.
    case unknownFormat
    /// The compressed data is damaged.
    case damagedCompression
    /// A quantity exceeds its bound.
    case tooMuch
    /// A row was rejected, and reading is strict.
    case rejected(RejectionReason)
  }

  /// Columns that would read a table with an unknown header, derived from names and values.
  public struct Proposal: Sendable, Hashable {
    /// Each field with its column and unit, such as `t=timestamp:ms,range=Distanz:cm`.
    public var columns: String
    /// Whether decimals are written with a comma.
    public var usesDecimalComma: Bool
    /// Whether the table has no column of times, so that it needs the number of rows per second.
    public var needsRate: Bool
    /// The mark between thousands and hundreds; `nil` if there is no mark.
    public var thousandsMark: Character?
    /// Whether the rows must be sorted by time.
    public var sorts: Bool
    /// Notes about the first rows, read with the proposal.
    public var notes: [String]

    /// A proposal from its parts.
    public init(
      columns: String, usesDecimalComma: Bool, needsRate: Bool, thousandsMark: Character? = nil,
      sorts: Bool = false, notes: [String] = []
    ) {
      self.columns = columns
      self.usesDecimalComma = usesDecimalComma
      self.needsRate = needsRate
      self.thousandsMark = thousandsMark
      self.sorts = sorts
      self.notes = notes
    }
  }

  /// The path or name of the file.
  public let path: String
  /// The line of the error, from 1, if there is one.
  public let line: Int?
  /// The kind of failure.
  public let kind: Kind
  /// The value and the broken rule.
  public let message: String
  /// The columns that would read the file, if they can be guessed.
  public let proposal: Proposal?
  #if !hasFeature(Embedded)
  /// The examined bytes, if they match no format.
  package var start: [UInt8] = []
  #endif

  /// An error from its parts.
  public init(
    path: String, line: Int? = nil, kind: Kind, message: String, proposal: Proposal? = nil
  ) {
    self.path = path
    self.line = line
    self.kind = kind
    self.message = message
    self.proposal = proposal
  }

  /// Path, line, and message in one sentence, such as `walk.csv:17: range_m is "abc", expected meters as a decimal number`.
  public var description: String {
    let name = path == "-" ? "standard input" : path
    let place = line.map { ":\($0)" } ?? ""
    return "\(name)\(place): \(message)"
  }
}
