#if hasFeature(Embedded)

// What stands for `TraceFormats` and for values of any `TraceFormat` where there is no runtime: the formats of our own.

/// The formats that are looked for in a trace: CSV and NDJSON.
public struct TraceFormats: Sendable, Hashable {
  /// The tidy traces that Lubdub itself writes.
  public static let tidy = TraceFormats()

  static let csv = FormatKind.csv
  static let ndjson = FormatKind.ndjson

  var names: [String] { FormatKind.allCases.map { $0.name } }

  func named(_ name: String) -> FormatKind? { FormatKind.allCases.first { $0.name == name } }

  func recognising(_ prefix: [UInt8]) -> FormatKind? {
    FormatKind.allCases.first { $0.recognises(prefix) }
  }
}

enum FormatKind: CaseIterable {
  case csv
  case ndjson

  var name: String { self == .csv ? CSVTrace.name : NDJSONTrace.name }
  var unit: ReadReport.Unit { .line }
  var hasOneLink: Bool { false }

  func recognises(_ prefix: [UInt8]) -> Bool {
    self == .csv ? CSVTrace.recognises(prefix) : NDJSONTrace.recognises(prefix)
  }

  func reading(_ options: ReadOptions) -> FormatReading {
    self == .csv
      ? FormatReading(csv: CSVTrace(options: options))
      : FormatReading(ndjson: NDJSONTrace(options: options))
  }
}

struct FormatReading {
  private var csv: CSVTrace?
  private var ndjson: NDJSONTrace?

  fileprivate init(csv: CSVTrace) { self.csv = csv }
  fileprivate init(ndjson: NDJSONTrace) { self.ndjson = ndjson }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    try csv?.feed(bytes, into: &sink)
    try ndjson?.feed(bytes, into: &sink)
  }

  mutating func restart() -> Int? { csv?.restart() ?? ndjson?.restart() }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    try csv?.finish(into: &sink)
    try ndjson?.finish(into: &sink)
  }
}
#endif
