#if hasFeature(Embedded)

// Replacements of `TraceFormats` and of values of any `TraceFormat` without a runtime: Lubdub's own formats.

/// The formats to look for in a trace: CSV and NDJSON.
public struct TraceFormats: Sendable, Hashable {
  /// The tidy traces that Lubdub itself writes.
  public static let tidy = TraceFormats()

  static let csv = FormatKind.csv
  static let ndjson = FormatKind.ndjson
  static let pattern = FormatKind.pattern
  private static let list = [csv, ndjson]

  var names: [String] { Self.list.map { $0.name } }

  func named(_ name: String) -> FormatKind? { Self.list.first { $0.name == name } }

  func recognising(_ prefix: [UInt8]) -> FormatKind? { Self.list.first { $0.recognises(prefix) } }
}

enum FormatKind {
  case csv
  case ndjson
  case pattern

  var name: String {
    switch self {
    case .csv: CSVTrace.name
    case .ndjson: NDJSONTrace.name
    case .pattern: PatternTrace.name
    }
  }
  var unit: ReadReport.Unit { .line }
  var hasOneLink: Bool { false }

  func recognises(_ prefix: [UInt8]) -> Bool {
    self == .csv ? CSVTrace.recognises(prefix) : NDJSONTrace.recognises(prefix)
  }

  func reading(_ options: ReadOptions) -> FormatReading {
    switch self {
    case .csv: FormatReading(csv: CSVTrace(options: options))
    case .ndjson: FormatReading(ndjson: NDJSONTrace(options: options))
    case .pattern: FormatReading(pattern: PatternTrace(options: options))
    }
  }
}

struct FormatReading {
  fileprivate var csv: CSVTrace?
  fileprivate var ndjson: NDJSONTrace?
  fileprivate var pattern: PatternTrace?

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    try csv?.feed(bytes, into: &sink)
    try ndjson?.feed(bytes, into: &sink)
    try pattern?.feed(bytes, into: &sink)
  }

  mutating func restart() -> Int? { csv?.restart() ?? ndjson?.restart() ?? pattern?.restart() }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    try csv?.finish(into: &sink)
    try ndjson?.finish(into: &sink)
    try pattern?.finish(into: &sink)
  }
}
#endif
