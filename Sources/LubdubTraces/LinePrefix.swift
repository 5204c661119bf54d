#if !hasFeature(Embedded)
internal import LubdubGround

enum LinePrefix {
  static func cure(for start: [UInt8]) -> String? {
    let lines = TextPrefix.lines(start + [0x0A])
    let rows = lines.filter { TextPrefix.isRow($0) }
    guard let first = rows.first else { return nil }
    if first.contains(0x1B) {
      return
        "the lines have colours of a terminal: sed 's/\\x1b\\[[0-9;]*[A-Za-z]//g' FILE drops them"
    }
    let mark = UInt8(ascii: "#")
    if let header = lines.first, header.first == mark {
      let names = header.drop { $0 == mark || $0 == 0x20 }
      return reads([LogText(names)] + rows)
        ? "the header stands behind a #: sed '1s/^#* *//' FILE makes it one" : nil
    }
    let cures = cut(first).map { $0.cure }
    return cures.first { cure in
      reads(rows.map { row in cut(row).first { $0.cure == cure }?.rest ?? row })
    }
  }

  private static func reads(_ rows: [LogText]) -> Bool {
    let text = rows.flatMap { $0 + [0x0A] }
    return ReadError.Proposal.proposed(for: Array(text)).proposal?.needsRate == false
  }

  static func isStamp(_ text: LogText) -> Bool {
    text.trimmed.decimal != nil || ColumnDraft.calendar([text.trimmed]) != nil
  }

  private static func cut(_ row: LogText) -> [(cure: String, rest: LogText)] {
    let comma = [UInt8(ascii: ",")]
    if let arrow = row.firstRange(of: " -> "), isStamp(row[..<arrow.lowerBound]) {
      return [
        (
          "a stamp stands before an arrow: sed 's/ -> /,/' FILE makes a column of it",
          row[..<arrow.lowerBound] + comma + row[arrow.upperBound...]
        ),
        (
          "a stamp stands before an arrow: sed 's/^.* -> //' FILE drops it",
          row[arrow.upperBound...]
        ),
      ]
    }
    if let brace = row.firstIndex(of: UInt8(ascii: "{")), brace > row.startIndex {
      let (word, object) = (row.prefix { $0 != 0x20 }, row[brace...])
      guard isStamp(word) else {
        return [("text stands before each object: sed 's/^[^{]*//' FILE drops it", object)]
      }
      return [
        (
          "a stamp stands before each object: sed 's/^\\([^ ]*\\)[^{]*{/{\"t\": \"\\1\", /' FILE puts it in",
          Array("{\"t\": \"".utf8) + word + Array("\", ".utf8) + object.dropFirst()
        )
      ]
    }
    if row.first == UInt8(ascii: "["), let end = row.firstIndex(of: UInt8(ascii: "]")),
      isStamp(row[(row.startIndex + 1)..<end])
    {
      return [
        (
          "a stamp stands in brackets: sed 's/^\\[\\([^]]*\\)\\] */\\1,/' FILE makes a column of it",
          row[(row.startIndex + 1)..<end] + comma + row[(end + 1)...].trimmed
        ),
        (
          "a stamp stands in brackets: sed 's/^\\[[^]]*\\] *//' FILE drops it",
          row[(end + 1)...].trimmed
        ),
      ]
    }
    let number = row.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
    let line = row[number.endIndex...]
    if !number.isEmpty, line.first == 0x09 {
      let cure = "numbers stand before the lines: sed 's/^ *[0-9]*\\t//' FILE drops them"
      return [(cure, line.dropFirst())]
    }
    if let dash = row.lastRange(of: " - "), let first = row.firstRange(of: " - ") {
      let stamp = row[..<first.lowerBound].withDecimalPoint
      return [
        ("text stands before the values: sed 's/^.* - //' FILE drops it", row[dash.upperBound...]),
        (
          "a stamp stands before the values: sed 's/,/./;s/ - \\(.* - \\)*/,/' FILE makes a column of it",
          stamp + comma + row[dash.upperBound...]
        ),
      ]
    }
    guard let colon = row.lastRange(of: ": ") else { return named(row) }
    let (before, rest) = (row[..<colon.lowerBound], row[colon.upperBound...])
    guard isStamp(before) else {
      return [("text stands before the values: sed 's/^.*: //' FILE drops it", rest)]
    }
    let mark = rest.contains(comma[0]) ? "," : " "
    return [
      (
        "a stamp stands before a colon: sed 's/: */\(mark)/' FILE makes a column of it",
        before + Array(mark.utf8) + rest.trimmed
      )
    ]
  }
}

extension LinePrefix {
  /// Lines behind the names and numbers that `grep` and Python's logging put before them.
  private static func named(_ row: LogText) -> [(cure: String, rest: LogText)] {
    let parts = row.split(
      separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    let isName = parts[0].contains { (0x61...0x7A).contains($0 | 0x20) }
    guard parts.count > 1, isName, !parts[0].contains(UInt8(ascii: ",")) else { return [] }
    let first = (
      cure: "a name stands before each line: sed 's/^[^:]*://' FILE drops it",
      rest: row[parts[1].startIndex...]
    )
    guard parts.count > 2 else { return [first] }
    let both = "names stand before each line: sed 's/^[^:]*:[^:]*://' FILE drops them"
    return [(both, parts[2]), first]
  }
}

extension LogText {
  fileprivate func lastRange(of text: String) -> Range<Int>? {
    var (rest, found): (LogText, Range<Int>?) = (self, nil)
    while let next = rest.firstRange(of: text) { (found, rest) = (next, self[next.upperBound...]) }
    return found
  }
}
#endif
