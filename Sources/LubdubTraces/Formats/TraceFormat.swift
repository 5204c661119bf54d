/// A kind of log that can be read as a trace; a value is the state of one reading. Bytes arrive decompressed, in pieces of
/// any size; the cuts don't affect the result. `TraceFormats` lists the formats.
public protocol TraceFormat: Sendable {
  /// The name by which the format is chosen and reported, such as `btmon`.
  static var name: String { get }

  /// The source of such logs, in a few words.
  static var summary: String { get }

  /// Whether the peers that rows name are the two ends of one link.
  static var hasOneLink: Bool { get }

  /// The unit of a place in a log.
  static var unit: ReadReport.Unit { get }

  /// Whether a log that starts with a prefix has this format. The function is called again as the prefix grows: a text
  /// format examines only complete lines, including the last line of the input, and a binary format its magic number.
  static func recognises(_ prefix: [UInt8]) -> Bool

  /// A reader at the start of a log.
  init(options: ReadOptions)

  /// Reads the next bytes. Throws `ReadError` if the log turns out not to be a trace, or an error of the sink.
  mutating func feed(_ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink) throws(ReadError)

  /// Begins a new file instead of the current file: drops an unfinished line or record, returns its number, and counts from
  /// 1 again. Known columns are kept.
  mutating func restart() -> Int?

  /// Reads the rest at the end of the log. Throws like `feed`.
  mutating func finish(into sink: inout TraceSink) throws(ReadError)
}

extension TraceFormat {
  /// `false`: every name is a separate link.
  public static var hasOneLink: Bool { false }

  /// Lines.
  public static var unit: ReadReport.Unit { .line }
}
