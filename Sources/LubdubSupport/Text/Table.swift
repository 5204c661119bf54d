/// A table of separated text: a header, optionally a row of units, and rows, one per line. The separator is a comma, a
/// semicolon, a tab, or a bar, as the header or a line such as `sep=;` shows. Fields may be in double quotes (RFC 4180); an
/// unclosed quote is part of its field. Blank lines and lines that begin with `#` are not rows. If the separator isn't a comma,
/// a comma in a number is a decimal comma.
package struct Table {
  package private(set) var header: TableHeader
  package let headerLine: Int
  /// Comments and repeated headers.
  package private(set) var ignored = 0
  package var usesDecimalComma: Bool
  private var lines: [(number: Int, text: LogText)] = []

  /// Reads the header and finds the rows; `nil` for a text without a row.
  package init?(_ text: [UInt8]) {
    var header: TableHeader?
    var headerLine = 0
    var title: LogText = []
    var separator: UInt8?
    for (number, line) in TextLines(text) where !line.isEmpty {
      if line.first == UInt8(ascii: "#") {
        ignored += 1
      } else if header != nil {
        lines.append((number, line))
      } else if let stated = TextPrefix.separator(statedBy: line) {
        separator = stated
      } else {
        header = TableHeader(line, separator: separator)
        headerLine = number
        title = line
      }
    }
    guard let header else { return nil }
    self.header = header
    self.headerLine = headerLine
    usesDecimalComma = header.separator != UInt8(ascii: ",")
    if let first = lines.first, self.header.readUnits(fields(first.text)) { lines.removeFirst() }
    let whole = lines.count
    lines.removeAll { $0.text.elementsEqual(title) }
    ignored += whole - lines.count
  }

  package var texts: some Sequence<LogText> { lines.lazy.map { $0.text } }

  package var rows: some Sequence<TableRow> {
    lines.lazy.map { number, text in
      TableRow(
        line: number, fields: fields(text), width: header.names.count,
        usesDecimalComma: usesDecimalComma)
    }
  }

  private func fields(_ line: LogText) -> [LogText] {
    // A table of one column has no separator, so that a comma in it is a decimal comma.
    let isWhole =
      usesDecimalComma && header.names.count == 1 && line.count { $0 == UInt8(ascii: ",") } == 1
    guard !isWhole else { return [line] }
    return csvFields(line, separator: header.separator)
      ?? line.split(separator: header.separator, omittingEmptySubsequences: false).map {
        $0.trimmed
      }
  }
}

package struct TableRow {
  package let line: Int
  package let fields: [LogText]
  package let fault: String?
  private let usesDecimalComma: Bool

  fileprivate init(line: Int, fields: [LogText], width: Int, usesDecimalComma: Bool) {
    self.line = line
    self.fields = fields
    self.usesDecimalComma = usesDecimalComma
    let isWhole = fields.count >= width && fields[width...].allSatisfy { $0.isEmpty }
    fault = isWhole ? nil : "the row has \(fields.count) columns, the header \(width)"
  }

  /// The text of a column; `nil` if the text is empty or a word for a missing value, or the column does not exist.
  package subscript(column: Int?) -> LogText? {
    guard let column, !fields[column].isEmpty, MissingWord(fields[column]) == nil else {
      return nil
    }
    return fields[column]
  }

  /// The text of a column, with a decimal point instead of a decimal comma.
  package func numeral(_ column: Int?) -> LogText? {
    usesDecimalComma ? self[column]?.withDecimalPoint : self[column]
  }

  package func number(_ column: Int?) -> Double? { numeral(column)?.decimal }

  package func reasonOfNoTime(in column: Int) -> RejectionReason {
    MissingWord(fields[column]) == .nan ? .notFinite : .missingTime
  }
}

extension LogText {
  /// The text with a point instead of its only comma; unchanged if it has no comma or several commas.
  package var withDecimalPoint: LogText {
    let comma = UInt8(ascii: ",")
    guard count(where: { $0 == comma }) == 1 else { return self }
    return Array(map { $0 == comma ? UInt8(ascii: ".") : $0 })[...]
  }
}
