package struct SampleTable {
  /// The maximum numbers of examined rows and columns, which limit the cost.
  static let (mostRows, mostColumns) = (1000, 64)

  /// The titles of the examined columns.
  package let titles: [String]
  /// The number of all columns.
  let count: Int
  /// The titles, or, in a table without a header, the names before each value, as in `RSSI=-66`.
  let names: [String]
  let units: [String?]?
  package let rows: [[LogText]]
  let misfit: Int?
  package let isJSON: Bool
  let text: [UInt8]
  package let isHeaderless: Bool
  /// The units stated by lines above the table.
  private var stated: [ColumnMapping.Field: ColumnMapping.Unit] = [:]

  package init?(_ start: [UInt8], isWhole: Bool, preamble: Int = 0) {
    let text = DecodedText(start).bytes
    let lines = TextLines(text).map { $0.text }.filter { TextPrefix.isRow($0) }
    let whole = (isWhole ? lines[...] : lines.dropLast()).dropFirst(preamble)
      .prefix(Self.mostRows + 1)
    guard let first = whole.first, let last = whole.last else { return nil }
    let start = preamble > 0 ? first.startIndex : 0
    let isEnd = isWhole && last.endIndex == lines.last?.endIndex
    let rest = Array(text[start..<(isEnd ? text.count : last.endIndex + 1)])
    if 2 * whole.count(where: { $0.first == UInt8(ascii: "{") }) >= whole.count {
      self.init(json: whole, rest)
    } else {
      self.init(table: whole, rest)
    }
    #if !hasFeature(Embedded)
    // A comment farther down applies to the rows below it.
    let second = whole.dropFirst(2).first?.startIndex ?? .max
    let comments = TextLines(text).map { $0.text }
      .filter { $0.first == UInt8(ascii: "#") && $0.startIndex < second }
    stated = ColumnName.units(in: comments + lines.prefix(preamble))
    #endif
  }

  /// The columns with their values, without words for a missing value.
  var columns: [SampleColumn] {
    titles.indices.map { place in
      let name = isJSON ? ColumnName(path: names[place]) : ColumnName(names[place])
      let unit =
        units.flatMap { $0[place] }.flatMap(ColumnName.unit(named:)) ?? name.unit
        ?? (name.field ?? (name.isCounter ? .time : nil)).flatMap { stated[$0] }
      let values = rows.map { isHeaderless ? CSVRow.unnamed($0[place].plain) : $0[place].plain }
        .filter { !$0.isEmpty && MissingWord($0) == nil }
        .map { UnitNumber($0)?.number ?? $0 }
      return SampleColumn(titles[place], name, unit, values)
    }
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
        if places[path] == nil, titles.count < Self.mostColumns {
          places[path] = titles.count
          titles.append(path)
          row.append([])
        }
        if let place = places[path] { row[place] = Array(text.utf8)[...] }
      }
      rows.append(row)
    }
    let filled = rows.map { $0 + [LogText](repeating: [], count: titles.count - $0.count) }
    (self.titles, names, self.rows, count) = (titles, titles, filled, titles.count)
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
    // The separator that cuts the header and the rows into equal numbers of fields, and into the most fields.
    let cuts = separators.compactMap { separator -> (separator: UInt8, count: Int)? in
      guard let header = ColumnMapping.fields(of: first, separator: separator), header.count > 1,
        !header.contains(where: { $0.first == quote || $0.last == quote })
      else { return nil }
      let alike = lines.dropFirst().count {
        (ColumnMapping.fields(of: $0, separator: separator)?.count ?? 0) >= header.count
      }
      return 2 * alike >= lines.count - 1 ? (separator, header.count) : nil
    }
    let marked = cuts.filter { $0.separator != UInt8(ascii: " ") }
    guard let best = marked.max(by: { $0.count < $1.count }) ?? cuts.first else { return nil }
    count = best.count
    let all = lines.map { Self.fields(of: $0, best.separator, count: best.count) }
    let names = Array(all[0].prefix(Self.mostColumns))
    let isHeaderless =
      names.allSatisfy { !$0.isEmpty }
      && names.contains {
        CSVRow.unnamed($0).withDecimalPoint.decimal != nil || SampleColumn.calendar([$0]) != nil
      }
    let header = isHeaderless ? names.indices.map { "\($0 + 1)" } : names.map { $0.string }
    let rest = isHeaderless ? all[...] : all.dropFirst()
    let unitRow = isHeaderless ? nil : rest.first.flatMap { TableHeader.units(in: $0) }
    let width = best.count
    titles = header
    self.names =
      isHeaderless ? names.map { Self.label(of: $0) } : header
    self.isHeaderless = isHeaderless
    isJSON = false
    units = unitRow?.count == width ? unitRow : nil
    rows = (units == nil ? rest : rest.dropFirst()).filter {
      $0.count >= width && $0.dropFirst(width).allSatisfy { $0.isEmpty }
    }.map { Array($0.prefix(Self.mostColumns)) }
    // Without a header, the first line may be incomplete.
    let isMisfit = isHeaderless ? rows.count == 1 && rest.count > 2 : rows.isEmpty
    misfit = isMisfit ? rest.last?.count : nil
    self.text = text
  }

  /// The name before a value, as in `RSSI=-66`.
  private static func label(of field: LogText) -> String {
    let mark = CSVRow.unnamed(field).startIndex - 1
    let isNamed = field.indices.contains(mark) && "=:".utf8.contains(field[mark])
    return isNamed ? field[..<mark].string : ""
  }

  private static func fields(of line: LogText, _ separator: UInt8, count: Int) -> [LogText] {
    let fields = ColumnMapping.fields(of: line, separator: separator) ?? []
    guard fields.count == count + 1, !line.contains(UInt8(ascii: "\"")) else { return fields }
    return TimeComma.joined(fields.map { $0.startIndex..<$0.endIndex }, in: line).map { line[$0] }
  }
}
