/// A kind of log that can be read as a trace; a value is the state of one reading. Bytes come decompressed, in any
/// pieces; how they are cut makes no difference to what is read. `TraceFormats` lists the formats.
public protocol TraceFormat: Sendable {
  /// The name by which the format is chosen and reported, such as `btmon`.
  static var name: String { get }

  /// What writes such logs, in a few words.
  static var summary: String { get }

  /// Whether the peers that rows name are the two ends of one link.
  static var hasOneLink: Bool { get }

  /// What is counted where a place in a log is named.
  static var unit: ReadReport.Unit { get }

  /// Whether a log that starts so is of this format. The prefix is asked for again as it grows: a text format looks at
  /// complete lines only, the last one of the input included, and a binary one at its magic number.
  static func recognises(_ prefix: [UInt8]) -> Bool

  /// A reader at the start of a log.
  init(options: ReadOptions)

  /// Reads the next bytes. Throws `ReadError` when the log is not a trace after all, or what the sink throws.
  mutating func feed(_ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink) throws(ReadError)

  /// Begins a new file in the place of the one that was read: drops an unfinished line or record, whose number it gives, and
  /// counts from 1 again. Columns that are known stay known.
  mutating func restart() -> Int?

  /// Reads what is left when the log has ended. Throws as `feed` does.
  mutating func finish(into sink: inout TraceSink) throws(ReadError)
}

extension TraceFormat {
  /// `false`: every name is a link of its own.
  public static var hasOneLink: Bool { false }

  /// Lines.
  public static var unit: ReadReport.Unit { .line }
}
