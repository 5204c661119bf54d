#if !hasFeature(Embedded)
typealias FormatKind = any TraceFormat.Type
typealias FormatReading = any TraceFormat

extension TraceFormat {
  static func reading(_ options: ReadOptions) -> Self { Self(options: options) }
}

/// The formats to look for in a trace, in the order in which they are tried; the caller selects them.
public struct TraceFormats: Sendable {
  /// The formats.
  public let list: [any TraceFormat.Type]

  /// A list of formats.
  public init(_ list: [any TraceFormat.Type]) { self.list = list }

  /// The tidy traces that Lubdub itself writes, as CSV and NDJSON.
  public static let tidy = TraceFormats([CSVTrace.self, NDJSONTrace.self])

  static let csv: FormatKind = CSVTrace.self
  static let ndjson: FormatKind = NDJSONTrace.self
  static let pattern: FormatKind = PatternTrace.self

  /// The names of the formats.
  public var names: [String] { list.map { $0.name } }

  /// The format with a name; `nil` for an unknown name.
  public func named(_ name: String) -> (any TraceFormat.Type)? {
    list.first { $0.name == name }
  }

  func recognising(_ prefix: [UInt8]) -> (any TraceFormat.Type)? {
    list.first { $0.recognises(prefix) }
  }
}

extension TraceFormats: Hashable {
  /// Whether the two lists have the same formats in the same order.
  public static func == (left: TraceFormats, right: TraceFormats) -> Bool {
    left.list.elementsEqual(right.list) { ObjectIdentifier($0) == ObjectIdentifier($1) }
  }

  /// Hashes the formats in their order.
  public func hash(into hasher: inout Hasher) {
    for format in list { hasher.combine(ObjectIdentifier(format)) }
  }
}
#endif
