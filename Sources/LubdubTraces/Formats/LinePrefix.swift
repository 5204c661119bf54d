#if !hasFeature(Embedded)

/// What makes a table of lines that hold other things beside their values, by one command of a shell.
package enum LinePrefix {
  private static let mostRows = 400

  static func cure(for start: [UInt8]) -> String? {
    let lines = TextPrefix.lines(start + [0x0A])
    let rows = Array(lines.lazy.filter { TextPrefix.isRow($0) }.prefix(mostRows))
    guard let first = rows.first else { return nil }
    if first.contains(0x1B) {
      return
        "the lines have colours of a terminal: sed 's/\\x1b\\[[0-9;]*[A-Za-z]//g' FILE drops them"
    }
    if let mark = lines.first?.first, "#%;".utf8.contains(mark),
      let header = lines.prefix(while: { $0.first == mark }).last
    {
      let line = start[..<header.startIndex].count { $0 == 0x0A } + 1
      let bare = header.drop { $0 == mark || $0 == 0x20 }
      let joined = bare.string.replacing(#/ *\(/#, with: "(")
      for (name, units) in [(bare, ""), (Array(joined.utf8)[...], ";\(line)s/ *(/(/g")]
      where reads([name] + rows.filter { $0.first != mark }) {
        let (letter, above) = ([mark][...].string, line > 1 ? "1,\(line - 1)d;" : "")
        return "the header stands behind a \(letter): "
          + "sed '\(above)\(line)s/^\(letter)* *//\(units)' FILE makes it one"
      }
    }
    if rows.contains(where: { $0.elementsEqual("---".utf8) }) {
      return
        "records of YAML stand between lines of ---: awk '/^---/{print \"{\" s \"}\";s=\"\";next}"
        + "NF==2{sub(\":\",\"\",$1);gsub(/\"/,\"\",$2);s=s (s?\",\":\"\") \"\\\"\" $1 \"\\\":\\\"\" $2 \"\\\"\"}' FILE makes JSON lines of them"
    }
    for name in ["n", "n date"]
    where [0x20, 0x09].contains(first.first) && reads([Array(name.utf8) + first] + rows.dropFirst())
    { return "the first column has no name: sed '1s/^/\(name)/' FILE gives it one" }
    if first.contains("{'") { return JSONShape.python }
    if let way = way(rows) {
      return "lines hold more than values: sed '\(way.script)' FILE \(way.does)"
    }
    let parts = rows.joined(separator: [0x0A])
      .split(separator: UInt8(ascii: "("), omittingEmptySubsequences: false).dropFirst()
      .map { text -> LogText in
        let cells = text.prefix { $0 != UInt8(ascii: ")") }.filter { $0 != 0x27 }
        return Array(LogText(cells).string.replacing(sqlType, with: "").utf8)[...]
      }
    if let head = parts.first, reads([head] + parts.filter { $0 != head }) {
      return "values stand in brackets: awk -v RS='(' -F')' "
        + #"'NR>1&&!s[$1]++{gsub(/\047/,"",$1);gsub(/ (INT|REAL|TEXT|NUM|DOUBLE|FLOAT|VARCHAR|TIME)[^,]*/,"",$1);"#
        + "print $1}' FILE takes them out"
    }
    // A word is of use where it has a mark, as `range=`, or stands between spaces, as no cell does.
    let marked = rows.flatMap { $0.split(whereSeparator: { " ,;\t".utf8.contains($0) }) }
      .compactMap { word in word.firstIndex { "=:".utf8.contains($0) }.map { word[...$0] } }
    let bare = rows.flatMap { $0.split(separator: 0x20) }.filter { word in
      word.count > 2 && !word.beginsWithDigit && !word.contains { ",;\t=:".utf8.contains($0) }
    }
    for name in Set((marked + bare).map(\.string)).inOrder()
    where name.isQuotable && ColumnName(name).field == .range {
      let kept = rows.filter { $0.contains(name) }
      let lines = "other lines stand between: grep '\(name)' FILE"
      if reads(kept) { return "\(lines) leaves them out" }
      if let way = way(kept) {
        return "\(lines) | sed '\(way.script)' leaves them out and \(way.does)"
      }
    }
    return nil
  }

  /// What SQL says of a column behind its name.
  private static var sqlType: Regex<Substring> {
    /\ (?:INT|REAL|TEXT|NUM|DOUBLE|FLOAT|VARCHAR|TIME)[^,]*/.matchingSemantics(.unicodeScalar)
  }

  private static func way(_ rows: [LogText]) -> Way? {
    ways.first { way in
      rows.prefix(2).contains { way.rest($0) != nil } && reads(rows.map { way.rest($0) ?? $0 })
    }
  }

  package static func reads(_ rows: [LogText]) -> Bool {
    let text = rows.flatMap { $0 + [0x0A] }
    return ReadError.Proposal.proposed(for: Array(text)).proposal?.needsRate == false
  }

  static func isStamp(_ text: LogText) -> Bool {
    text.trimmed.decimal != nil || ColumnDraft.calendar([text.trimmed]) != nil
  }

  private typealias Way = (script: String, does: String, rest: (LogText) -> LogText?)

  private static var ways: [Way] {
    let between = [" -> ", " - ", ": "].flatMap { mark -> [Way] in
      let (column, last) = ("makes a column of the stamp", "\(mark)\\(.*\(mark)\\)*")
      let drop: Way = (
        "s/^.*\(mark)//", "drops the text before them", { $0.parts(mark, last: true)?.after }
      )
      let columns: [Way] = [
        ("s/,/./;s/\(last)/,/", column, { stamped($0, mark, comma, hasComma: true) }),
        ("s/\(last)/,/", column, { stamped($0, mark, comma, hasComma: false) }),
        ("s/\(last)/ /", column, { stamped($0, mark, [0x20], hasComma: false) }),
      ]
      return mark == " - " ? [drop] + columns : columns + [drop]
    }
    let each = "puts the stamp into each object"
    let others: [Way] = [
      (
        "s|^[%!;*/]|#|", "makes comments of them",
        { "%!;*/".utf8.contains($0.first ?? 0) ? [0x23] + $0.dropFirst() : nil }
      ),
      ("s/ *# */ /", "takes the # out", { $0.parts("#").map { $0 + [0x20] + $1.trimmed } }),
      ("s/ *#.*//", "drops the comments", { $0.parts("#")?.before.trimmed }),
      ("s| *//.*||", "drops the comments", { $0.parts("//")?.before.trimmed }),
      (object("[^ ]*"), each, { object($0, 0x20...0x20) }),
      (object("[^[:alpha:][{]*[0-9]"), each, { object($0, 0x61...0x7B) }),
      ("s/^[^{]*//", "drops the text before each object", { $0.parts("{").map { [0x7B] + $1 } }),
      (
        "s/^\\[\\([^]]*\\)\\] */\\1,/", "makes a column of the stamp",
        { bracketed($0).map { $0 + comma + $1.trimmed } }
      ),
      (
        "s/^\\[\\([^]]*\\)\\] */\\1 /", "takes the stamp out of its brackets",
        { bracketed($0).map { $0 + [0x20] + $1.trimmed } }
      ),
      ("s/^\\[[^]]*\\] *//", "drops the stamp", { bracketed($0)?.after.trimmed }),
      (
        "s/^ *[0-9]*\\t//", "drops the numbers before them",
        { $0.parts("\t").flatMap { $0.trimmed.unsignedInteger == nil ? nil : $1 } }
      ),
    ]
    let cut: [Way] = [
      // As `grep` and Python's logging put them.
      ("s/^[^:]*:[^:]*://", "drops the names", { $0.named?.parts(":")?.after.parts(":")?.after }),
      ("s/^[^:]*://", "drops the name", { $0.named?.parts(":")?.after }),
      (
        "s/\"//g;s/[ ,;]*\\([^ ,;=]*\\)=\\([^ ,;]*\\)/,\"\\1\":\"\\2\"/g;s/^,/{/;s/$/}/",
        "makes JSON lines of them", members
      ),
      ("s/,/./", "makes a point of the first comma", { comma(of: $0, [0x2E]) }),
      ("s/,//", "drops the first comma", { comma(of: $0, []) }),
      (
        "s/\\([0-9]\\),\\([0-9]\\)/\\1.\\2/g;s/,/ /g", "makes points and blanks of the commas",
        { row in comma(of: row, []).flatMap { _ in pointed(row) } }
      ),
      (
        "s/,/ /g", "makes blanks of the commas",
        { row in comma(of: row, []).map { _ in row.map { $0 == comma[0] ? 0x20 : $0 }[...] } }
      ),
    ]
    return others + between + cut
  }

  private static let comma = [UInt8(ascii: ",")]

  private static func object(_ row: LogText, _ ends: ClosedRange<UInt8>) -> LogText? {
    let word = row.prefix { !ends.contains($0 | 0x20) }.trimmed
    guard let brace = row.firstIndex(of: UInt8(ascii: "{")), word.endIndex <= brace, isStamp(word)
    else { return nil }
    return Array("{\"t\": \"".utf8) + word + Array("\", ".utf8) + row[(brace + 1)...]
  }

  /// A table of numbers alone is cut rightly.
  private static func comma(of row: LogText, _ new: [UInt8]) -> LogText? {
    row.contains { (0x61...0x7A).contains($0 | 0x20) } ? row.parts(",").map { $0 + new + $1 } : nil
  }

  /// Commas between digits as points, and others as blanks; `nil` where there are only others.
  private static func pointed(_ row: LogText) -> LogText? {
    let points = row.indices.dropFirst().dropLast().filter { place in
      row[place] == comma[0] && [row[place - 1], row[place + 1]].allSatisfy { 0x30...0x39 ~= $0 }
    }
    guard !points.isEmpty else { return nil }
    var new = row.map { $0 == comma[0] ? 0x20 : $0 }
    for place in points { new[place - row.startIndex] = UInt8(ascii: ".") }
    return new[...]
  }

  private static func stamped(
    _ row: LogText, _ mark: String, _ new: [UInt8], hasComma: Bool
  ) -> LogText? {
    guard let stamp = row.parts(mark)?.before, let last = row.parts(mark, last: true),
      stamp.contains(comma[0]) == hasComma, isStamp(stamp.withDecimalPoint)
    else { return nil }
    return stamp.withDecimalPoint + new + last.after
  }

  private static func object(_ stamp: String) -> String {
    "s/^\\(\(stamp)\\)[^{]*{/{\"t\": \"\\1\", /"
  }

  private static func bracketed(_ row: LogText) -> (before: LogText, after: LogText)? {
    guard row.first == UInt8(ascii: "["), let parts = row.dropFirst().parts("]") else { return nil }
    return isStamp(parts.before) ? parts : nil
  }

  private static func members(_ row: LogText) -> LogText? {
    let pairs = row.filter { $0 != UInt8(ascii: "\"") }
      .split(whereSeparator: { " ,;".utf8.contains($0) })
      .map { $0.split(separator: UInt8(ascii: "="), maxSplits: 1) }
    guard pairs.count > 1, pairs.allSatisfy({ $0.count == 2 }) else { return nil }
    let members = pairs.map { "\"\($0[0].string)\":\"\($0[1].string)\"" }
    return Array("{\(members.joined(separator: ","))}".utf8)[...]
  }
}

extension String {
  /// Whether it can stand in a printed command: a log may hold quotes that end a text and begin another command.
  package var isQuotable: Bool { utf8.allSatisfy { $0 >= 0x20 && !"'\"\\".utf8.contains($0) } }
}

extension LogText {
  /// What stands before and behind a text, the first or the last time that it is there.
  fileprivate func parts(
    _ text: String, last isLast: Bool = false
  ) -> (before: LogText, after: LogText)? {
    guard var found = firstRange(of: text) else { return nil }
    while isLast, let next = self[found.upperBound...].firstRange(of: text) { found = next }
    return (self[..<found.lowerBound], self[found.upperBound...])
  }

  fileprivate var named: LogText? {
    let name = prefix { $0 != UInt8(ascii: ":") }
    let isName = name.contains { (0x61...0x7A).contains($0 | 0x20) }
    return isName && !name.beginsWithDigit && !name.contains(UInt8(ascii: ",")) ? self : nil
  }
}
#endif
