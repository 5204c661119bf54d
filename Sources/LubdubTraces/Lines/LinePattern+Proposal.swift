#if !hasFeature(Embedded)
/// A pattern for lines with names before their values, as in `uwb: dist=2310` and `ifft: 3.98, rtt: 3.08`.
struct LinePatternProposal {
  /// The option that reads the lines, ready for a shell, and its effect on the first lines.
  let sentence: String

  /// The maximum number of examined lines, and the least share of lines with each value, in tenths.
  private static let (mostLines, leastTenths) = (1000, 5)

  /// Proposes a pattern; `nil` if no name states a range or a level, and the lines do not mention a distance.
  init?(_ start: [UInt8]) {
    var match = LineMatch()
    let rows = TextLines(DecodedText(start).bytes).map { $0.text }.filter { TextPrefix.isRow($0) }
    let lines = rows.prefix(Self.mostLines).map { row -> LogText in
      match.take(row)
      return match.text[...]
    }
    let values = NamedValue.all(in: lines).filter {
      10 * $0.numbers.count >= Self.leastTenths * lines.count
    }
    guard let first = lines.first, let found = Self.measure(values, in: first) else { return nil }
    let stamp = LineStamp(lines)
    let time = stamp == nil ? values.first { $0.name.field == .time && $0.rises } : nil
    let parts = [(found.value, found.field)] + (time.map { [($0, .time)] } ?? [])
    let named = parts.sorted { $0.0.place < $1.0.place }.map { $0.0.pattern(of: $0.1) }
    let whole = (stamp?.pattern ?? "") + named.joined()
    // A pattern is trimmed, so a space that ends the last value needs text after it.
    let text = Array(whole.utf8)[...].trimmed.string + (whole.hasSuffix(" ") ? " *" : "")
    guard let pattern = try? LinePattern(text) else { return nil }
    var count = 0
    for line in lines {
      match.take(line)
      if pattern.match(&match) { count += 1 }
    }
    guard 10 * count >= Self.leastTenths * lines.count else { return nil }
    let rate = stamp == nil && time == nil ? " --rate HZ" : ""
    let others = found.others.isEmpty ? "" : "; \(found.others.listed(4)) may be it, too"
    sentence =
      "read its lines with --pattern \(ReadError.Proposal.quoted(text))\(rate) "
      + "(finds \(count) of the first \(lines.count); "
      + "\(found.value.title) is used as the \(found.field.rawValue)\(others))"
  }

  /// The measured value: a range, otherwise a level, otherwise a length in lines that mention a distance.
  private static func measure(
    _ values: [NamedValue], in line: LogText
  ) -> (value: NamedValue, field: ColumnMapping.Field, others: [String])? {
    let words = line.split { !NamedValue.isPart($0) }.map { ColumnName($0.string).field }
    let unnamed = words.contains(.range) ? values.filter { $0.mayBeLength }.sorted(by: <) : []
    let levels = values.filter { $0.name.field == .rssi }
    let ranges = values.filter { $0.name.field == .range }
    let suitable = ranges.isEmpty && levels.isEmpty ? unnamed : ranges
    guard let value = suitable.first ?? levels.first else { return nil }
    let field = suitable.isEmpty ? ColumnMapping.Field.rssi : .range
    return (value, field, suitable.dropFirst().map { $0.title })
  }
}

/// The numbers after one name of a line.
private struct NamedValue {
  let title: String
  let name: ColumnName
  /// The unit in the name, or in the word after the number.
  let unit: ColumnMapping.Unit?
  /// The place of the first value in its line, the text from the name to it, and the text after it.
  let (place, start, end): (Int, String, String)
  private(set) var numbers: [Double]

  static func isPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == 0x5F || (0x61...0x7A).contains(byte | 0x20)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func all(in lines: [LogText]) -> [NamedValue] {
    var values: [NamedValue] = []
    var places: [LogText: Int] = [:]
    for line in lines {
      for mark in line.indices where "=:".utf8.contains(line[mark]) {
        let front = line[..<mark]
        let begin = front.lastIndex { !isPart($0) }.map { $0 + 1 } ?? front.startIndex
        let name = front[begin...]
        let text = line[(mark + 1)...].drop { $0 == 0x20 }
        guard let letter = name.first, !isDigit(letter), let number = text.leadingNumber.decimal
        else { continue }
        if let place = places[name] {
          values[place].numbers.append(number)
        } else if values.count < SampleTable.mostColumns {
          places[name] = values.count
          values.append(NamedValue(name, text, number, in: line))
        }
      }
    }
    return values
  }

  private init(_ name: LogText, _ text: LogText, _ number: Double, in line: LogText) {
    let rest = text[text.leadingNumber.endIndex...]
    let word = rest.drop { $0 == 0x20 }.prefix(while: Self.isPart)
    let unit = ColumnName.unit(behind: word.string.lowercased())
    (title, self.name, numbers) = (name.string, ColumnName(name.string), [number])
    self.unit = self.name.unit ?? unit
    place = text.startIndex
    start = line[name.startIndex..<text.startIndex].string
    end = (unit == nil ? rest.prefix(1) : rest[..<word.endIndex]).string
  }

  /// Orders values as in the line, but times of flight after distances.
  static func < (one: NamedValue, other: NamedValue) -> Bool {
    one.name.isDuration == other.name.isDuration
      ? one.place < other.place : other.name.isDuration
  }

  private var column: SampleColumn {
    SampleColumn(title, name, unit, numbers.map { Array(String($0).utf8)[...] })
  }

  var rises: Bool { column.rises }

  var mayBeLength: Bool {
    let column = column
    return name.mayBeRange && !column.rises && !column.areWhole
      && (0.01...300).contains(column.median)
  }

  func pattern(of field: ColumnMapping.Field) -> String {
    let known = unit ?? (field == .time ? column.timeUnit(besideRanges: true) : nil)
    let isUnit = known.map { field.units.contains($0) } ?? false
    let stated = isUnit ? known.map { ":\($0.rawValue)" } ?? "" : ""
    return "*\(start.escaped){\(field.rawValue)\(stated)}\(end.escaped)"
  }
}

/// The time at the start of lines, with the marks around it: `[12.5] `, `I (1200) `, `11-26 10:00:10.100 `.
private struct LineStamp {
  let pattern: String

  /// The maximum length of the text before a time.
  private static let longestStart = 8

  init?(_ lines: [LogText]) {
    for skipsWord in [false, true] {
      let places = lines.map { Self.place(in: $0, skipsWord: skipsWord) }
      let texts = zip(lines, places).compactMap { line, place in place.map { line[$0] } }
      guard 10 * texts.count >= 9 * lines.count, let line = lines.first, let place = places[0]
      else {
        continue
      }
      let column = SampleColumn("", ColumnName("t"), nil, texts)
      guard
        let unit = column.calendar
          ?? (column.rises ? column.timeUnit(besideRanges: true) ?? .seconds : nil)
      else { continue }
      let front = zip(lines, places).compactMap { line, place in
        place.map { line[..<$0.lowerBound] }
      }
      let isSame = front.allSatisfy { $0.elementsEqual(front[0]) }
      let start = isSame ? front[0].string.escaped : "*" + front[0].suffix(1).string.escaped
      let end = line[place.upperBound...].prefix(1).string.escaped
      pattern = "\(start){t:\(unit.rawValue)}\(end)"
      return
    }
    return nil
  }

  private static func place(in line: LogText, skipsWord: Bool) -> Range<Int>? {
    let blank = line.firstIndex(of: 0x20) ?? line.endIndex
    let rest = skipsWord ? line[blank...].dropFirst() : line
    guard let start = rest.firstIndex(where: NamedValue.isDigit),
      start - rest.startIndex <= longestStart
    else { return nil }
    let end = rest[start...].firstIndex { "]) ".utf8.contains($0) } ?? line.endIndex
    return start..<end
  }
}

extension String {
  /// The text as literal text of a pattern.
  fileprivate var escaped: String {
    reduce(into: "") { $0 += ["*", "{"].contains($1) ? "\($1)\($1)" : String($1) }
  }
}
#endif
