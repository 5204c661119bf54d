import LubdubGround

protocol LogColumns: Sendable {
  static var needed: String { get }

  var count: Int { get }

  init?(_ header: TableHeader)
}

extension LogColumns {
  init?(header: LogText) {
    self.init(TableHeader(header, separator: UInt8(ascii: ",")))
  }
}

protocol HeaderedFormat: LineFormat {
  associatedtype Columns: LogColumns

  var columns: Columns? { get set }

  mutating func read(
    _ fields: [LogText], _ columns: Columns, _ line: LogLine, into sink: inout TraceSink
  ) throws(ReadError)
}

extension HeaderedFormat {
  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.first.map { Columns(header: $0) != nil } ?? false
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    guard let columns else {
      columns = Columns(header: line.bytes)
      if columns != nil { return }
      throw ReadError(
        path: sink.path, line: line.number, kind: .unrecognised,
        message: "expected a header with \(Columns.needed)")
    }
    guard let fields = csvFields(line.bytes), fields.count == columns.count else {
      return try sink.reject(
        .columnCount, line: line.number, "expected \(columns.count) fields as in the header")
    }
    try read(fields, columns, line, into: &sink)
  }
}

extension [LogText] {
  func field(_ place: Int?) -> LogText? {
    guard let place, indices.contains(place) else { return nil }
    return self[place]
  }
}

extension LogText {
  var isMissingValue: Bool {
    isEmpty || MissingWord(self) == .noValue
  }
}
