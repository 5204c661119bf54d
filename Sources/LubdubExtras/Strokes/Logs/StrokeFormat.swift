package enum StrokeFormat: String, Sendable, Hashable, CaseIterable {
  /// A table with a time, x, and y.
  case csv = "stroke-csv"
  /// W3C pointer events: one JSON object per line, an array of objects, or an object of arrays.
  case pointerEvents = "pointer-events"
  /// W3C Ink Markup Language.
  case inkML = "inkml"
  /// SVC: rows of a pen tablet after their number.
  case svc
  /// Gestures of the $1 family, as XML.
  case oneDollar = "one-dollar"

  /// The format of a log that starts with these bytes, 64 KiB or less; `nil` if no format is recognized.
  package static func recognising(_ start: [UInt8]) -> StrokeFormat? {
    let start = DecodedText(start).bytes
    guard let first = start.first(where: { $0 > 0x20 }) else { return nil }
    switch first {
    case UInt8(ascii: "<"):
      return XMLScanner.root(of: start) == "ink"
        ? .inkML : OneDollarReader.recognises(start) ? .oneDollar : nil
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return PointerReader.recognises(start[...]) ? .pointerEvents : nil
    default:
      if SVCReader.recognises(TextPrefix.lines(start + [0x0A]).map(\.trimmed)) { return .svc }
      return Table(start).flatMap { StrokeColumns($0.header) } == nil ? nil : .csv
    }
  }
}

extension StrokeFormat: LogFormat {
  static func refusal(of bytes: [UInt8]) -> String {
    "this is not a log of strokes: expected a table with a time, x, and y, pointer events as JSON, InkML, SVC, or XML "
      + "of the $1 recognizers"
  }

  var isBinary: Bool { false }

  func read(_ bytes: [UInt8], path: String, into sink: inout StrokeSink) throws(ReadError) {
    switch self {
    case .csv: StrokeTable.read(bytes, into: &sink)
    case .pointerEvents: try PointerReader.read(bytes, path: path, into: &sink)
    case .inkML: InkMLReader.read(bytes, into: &sink)
    case .svc: SVCReader.read(bytes, into: &sink)
    case .oneDollar: OneDollarReader.read(bytes, into: &sink)
    }
  }
}
