package struct SampleTable {
  static let mostRows = 1000

  package let titles: [String]
  /// The titles, or of a table without header what stands before each value, as in `RSSI=-66`.
  let names: [String]
  let units: [String?]?
  package let rows: [[LogText]]
  let misfit: Int?
  package let isJSON: Bool
  let text: [UInt8]
  package let isHeaderless: Bool
  /// The units that lines above the table state.
  private var stated: [ColumnMapping.Field: ColumnMapping.Unit] = [:]

  package init?(_ start: [UInt8], isWhole: Bool, preamble: Int = 0) {
    let text = DecodedText(start).bytes
    let lines = TextLines(text).map { $0.text }.filter { TextPrefix.isRow($0) }
    let whole = (isWhole ? lines[...] : lines.dropLast()).dropFirst(preamble)
    guard let first = whole.first else { return nil }
    let rest = preamble > 0 ? Array(text[first.startIndex...]) : text
    if 2 * whole.count(where: { $0.first == UInt8(ascii: "{") }) >= whole.count {
      self.init(json: whole.prefix(Self.mostRows), rest)
    } else {
      self.init(table: whole.prefix(Self.mostRows + 2), rest)
    }
    #if !hasFeature(Embedded)
    // Further down a comment holds for the rows below it.
    let rows = whole.dropFirst(2).first?.startIndex ?? .max
    let comments = TextLines(text).map { $0.text }
      .filter { $0.first == UInt8(ascii: "#") && $0.startIndex < rows }
    stated = ColumnName.units(in: comments + lines.prefix(preamble))
    #endif
  }

  package func unit(_ place: Int, _ name: ColumnName) -> ColumnMapping.Unit? {
    units.flatMap { $0[place] }.flatMap(ColumnName.unit(named:)) ?? name.unit
      ?? (name.field ?? (name.isCounter ? .time : nil)).flatMap { stated[$0] }
  }

  private init?(json lines: ArraySlice<LogText>, _ text: [UInt8]) {
    let values = lines.compactMap { try? JSONParser.line($0) }
    guard values.count > 1, values.count >= lines.count / 2 else { return nil }
    var titles: [String] = []
    var places: [String: Int] = [:]
    var rows: [[LogText]] = []
    for value in values {
      var row = [LogText](repeating: [], count: titles.count)
      for (path, leaf) in value.leaves() where !path.isEmpty {
        let text = leaf.string ?? leaf.number.map { JSONWriter.text(of: $0) } ?? ""
        if places[path] == nil {
          places[path] = titles.count
          titles.append(path)
          row.append([])
        }
        if let place = places[path] { row[place] = Array(text.utf8)[...] }
      }
      rows.append(row)
    }
    let filled = rows.map { $0 + [LogText](repeating: [], count: titles.count - $0.count) }
    (self.titles, names, self.rows) = (titles, titles, filled)
    // `"distance": {"value": 606, "unit": "cm"}`
    units = titles.map { title in
      guard title.hasSuffix(".value"), let place = places[String(title.dropLast(5)) + "unit"],
        let unit = filled.first?[place], filled.allSatisfy({ $0[place] == unit })
      else { return nil }
      return unit.string
    }
    (isJSON, isHeaderless, self.text, misfit) = (true, false, text, nil)
  }

  private init?(table lines: ArraySlice<LogText>, _ text: [UInt8]) {
    guard let first = lines.first, lines.count > 1 else { return nil }
    let stated = TextLines(text).lazy.compactMap { TextPrefix.separator(statedBy: $0.text) }
      .first { ColumnMapping.separators.contains($0) }
    let separators = stated.map { [$0] } ?? ColumnMapping.separators
    let quote = UInt8(ascii: "\"")
    // The separator that cuts the header and the rows alike, and into the most fields.
    let cuts = separators.compactMap { separator -> (separator: UInt8, count: Int)? in
      guard let header = ColumnMapping.fields(of: first, separator: separator), header.count > 1,
        !header.contains(where: { $0.first == quote || $0.last == quote })
      else { return nil }
      let alike = lines.dropFirst().count {
        (ColumnMapping.fields(of: $0, separator: separator)?.count ?? 0) >= header.count
      }
      return 2 * alike >= lines.count - 1 ? (separator, header.count) : nil
    }
    guard
      let best = cuts.first(where: { $0.separator != UInt8(ascii: " ") })
        .map({ first in
          cuts.filter { $0.separator != UInt8(ascii: " ") }.max { $0.count < $1.count } ?? first
        })
        ?? cuts.first
    else { return nil }
    let all = lines.map { Self.fields(of: $0, best.separator, count: best.count) }
    let names = all[0]
    let isHeaderless =
      names.allSatisfy { !$0.isEmpty }
      && names.contains {
        CSVRow.unnamed($0).withDecimalPoint.decimal != nil || ColumnDraft.calendar([$0]) != nil
      }
    let header = isHeaderless ? names.indices.map { "\($0 + 1)" } : names.map { $0.string }
    let rest = isHeaderless ? all[...] : all.dropFirst()
    let unitRow = isHeaderless ? nil : rest.first.flatMap { TableHeader.units(in: $0) }
    titles = header
    // What words between blanks name: `dist: 404 cm`, `range to anchor A: 404`; of `tag 3` a link.
    let fields = names.map { name in
      isHeaderless && best.separator == UInt8(ascii: " ") && CSVRow.unnamed(name).decimal == nil
        && ColumnName.unit(behind: name.string.lowercased()) == nil
        ? ColumnName(name.string).field : nil
    }
    self.names =
      !isHeaderless
      ? header
      : names.indices.map { place in
        let (name, value) = (names[place], CSVRow.unnamed(names[place]))
        let mark = value.startIndex - 1
        if name.indices.contains(mark), Array("=:".utf8).contains(name[mark]) {
          return name[..<mark].string
        }
        // A word before a number names it, unless it begins the line, as the name of a message does.
        guard place > 0, value.decimal != nil else { return "" }
        let isLabel = names[place - 1].last == UInt8(ascii: ":")
        let start = names[..<place].lastIndex { CSVRow.unnamed($0).decimal != nil } ?? 0
        let found = (start + 1..<place).last { ![nil, .peer].contains(fields[$0]) }
        if let found, isLabel || fields[place - 1] != .peer { return names[found].string }
        return isLabel ? names[place - 1].string : ""
      }
    self.isHeaderless = isHeaderless
    isJSON = false
    units = unitRow?.count == header.count ? unitRow : nil
    rows = (units == nil ? rest : rest.dropFirst()).filter {
      $0.count >= header.count && $0.dropFirst(header.count).allSatisfy { $0.isEmpty }
    }
    // Without a header the first line may be cut.
    let isMisfit = isHeaderless ? rows.count == 1 && rest.count > 2 : rows.isEmpty
    misfit = isMisfit ? rest.last?.count : nil
    self.text = text
  }

  private static func fields(of line: LogText, _ separator: UInt8, count: Int) -> [LogText] {
    let fields = ColumnMapping.fields(of: line, separator: separator) ?? []
    guard fields.count == count + 1, !line.contains(UInt8(ascii: "\"")) else { return fields }
    return TimeComma.joined(fields.map { $0.startIndex..<$0.endIndex }, in: line).map { line[$0] }
  }

  /// Whether a column says what another one said a row before, as the first one of `from 4.1 m to 4.0 m`.
  package func isLate(_ place: Int) -> Bool {
    let now = rows.map { $0[place] }
    guard Set(now).count > 8 else { return false }
    return titles.indices.contains { other in
      let others = rows.map { $0[other] }
      let (late, same) = (
        zip(now.dropFirst(), others).count(where: ==), zip(now, others).count(where: ==)
      )
      return 10 * late >= 9 * (now.count - 1) && 2 * same < now.count
    }
  }

  func values(titled title: String) -> [LogText] {
    titles.firstIndex(of: title).map { values($0) } ?? []
  }

  package func values(_ place: Int) -> [LogText] {
    rows.map { isHeaderless ? CSVRow.unnamed($0[place].plain) : $0[place].plain }
      .filter { !$0.isEmpty && MissingWord($0) == nil }
      .map { UnitNumber($0)?.number ?? $0 }
  }
}
