/// What makes rows of a text that holds them in another shape, by one command of a shell, with which they read.
enum OtherShape {
  private typealias Way = (rows: [LogText], cure: String)

  static func cure(_ start: [UInt8]) -> String? {
    let lines = TextPrefix.lines(DecodedText(start).bytes + [0x0A])
    let rows = Array(lines.lazy.filter { TextPrefix.isRow($0) }.prefix(400))
    let isYAML = rows.contains { $0.elementsEqual("---".utf8) }
    guard let first = rows.first?.string, !isYAML, !LinePrefix.reads(rows) else { return nil }
    let table = SampleTable(rows.flatMap { $0 + [0x0A] }, isWhole: true)
    if let cure = table.flatMap({ longForm($0, LogAdvice.mark(of: first) ?? " ") }) { return cure }
    var ways = (table.map(messages) ?? []) + blocks(rows)
    if first.contains(/[({][A-Za-z_]+=/) { ways.append(printed(rows)) }
    return ways.first { LinePrefix.reads($0.rows) }?.cure
  }

  /// Rows of one quantity each, which a column names.
  private static func longForm(_ table: SampleTable, _ mark: String) -> String? {
    let names: Set = ["value", "val", "reading", "measurement", "wert", "valor", "valeur"]
    let value = table.titles.firstIndex { names.contains($0.lowercased()) }
    for (place, title) in table.titles.enumerated() where place != value {
      let words = Set(table.values(place).map(\.string)).sorted()
      let range = words.first { ColumnName("\($0) m").field == .range }
      guard let value, title.isQuotable,
        let word = range ?? words.first(where: { ColumnName($0).field == .rssi }),
        word.isQuotable, words.count <= table.rows.count / 2
      else { continue }
      let name = ColumnName(word).field == nil ? "range" : word
      return "each row holds one quantity, which \(title) names: "
        + (table.isJSON
          ? "jq -c 'select(.\(title)==\"\(word)\")|.+{\"\(name)\":.\(table.titles[value])}'"
          : "awk -F'\(mark)' -v OFS='\(mark)' 'NR==1{$\(value + 1)=\"\(name)\"}NR==1||$\(place + 1)==\"\(word)\"'")
        + " FILE takes one of them"
    }
    return nil
  }

  /// Records of a journal, whose members are a stamp and a text that says the range.
  private static func messages(_ table: SampleTable) -> [Way] {
    let plain = table.titles.indices.filter { place in
      table.isJSON && table.titles[place].allSatisfy { $0.isLetter || "_.".contains($0) }
    }
    let texts = plain.filter { table.values($0).contains { $0.contains(0x20) } }
    return plain.filter { ColumnName(table.titles[$0]).field == .time }.flatMap { time in
      texts.map { text in
        let members = "\\(.\(table.titles[time])) \\(.\(table.titles[text]))"
        let cure =
          "\(table.titles[text]) holds the values: jq -r '\"\(members)\"' FILE makes lines of it"
        return (table.rows.map { $0[time] + [0x20] + $0[text] }, cure)
      }
    }
  }

  /// Records of several lines that begin with the same word.
  private static func blocks(_ rows: [LogText]) -> [Way] {
    rows.prefix(4).map { row in
      // A mark, such as the dash of a list, belongs to it: a record begins there.
      let key = row.prefix { !(0x30...0x39 ~= $0) && !":=\t'\\\"".utf8.contains($0) }
      let starts = rows.indices.filter { !key.isEmpty && rows[$0].starts(with: key) }
      guard starts.count > 2, 2 * starts.count <= rows.count else { return ([], "") }
      let records = zip(starts, starts.dropFirst() + [rows.count]).map {
        LogText(rows[$0..<$1].joined(separator: [0x20]))
      }
      return (
        records,
        "each record has several lines: awk 'index($0,\"\(key.string)\")==1&&n++{print \"\"}"
          + "n{sub(\"\\r\",\"\");printf \"%s \",$0}END{print \"\"}' FILE makes one line of each"
      )
    }
  }

  /// Objects as Java and Kotlin print them: `Result{distance=Measurement{value=4.05}, nanos=12}`, or in round brackets.
  private static func printed(_ rows: [LogText]) -> Way {
    let tables = rows.map { row -> LogText in
      let values = row.string.replacing(/=[A-Za-z.]*[({](value|measurement)=/, with: "=")
      let text = values.replacing(/^([-0-9]* *[0-9:.]*)[^=]*[({]/) { "t=\($0.1)," }
      return Array(text.replacing(/[({]/, with: ",").replacing(/[)}]/, with: "").utf8)[...]
    }
    return (
      tables,
      #"objects stand as Java prints them: sed -E 's/=[A-Za-z.]*[({](value|measurement)=/=/g;"#
        + #"s/^([-0-9]* *[0-9:.]*)[^=]*[({]/t=\1,/;s/[({]/,/g;s/[)}]//g' FILE makes a table of them"#
    )
  }
}
