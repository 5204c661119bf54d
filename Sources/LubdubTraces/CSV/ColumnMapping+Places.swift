extension ColumnMapping {
  static let separators = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"), UInt8(ascii: " "),
  ]

  struct Places: Sendable, Hashable {
    let separator: UInt8
    let count: Int
    let places: [Field: [Int]]
    var isHeaderless = false
  }

  func fault(of header: LogText) -> String? {
    guard !isByPlace else { return nil }
    let candidates = Self.separators.compactMap { Self.names(in: header, separator: $0) }
    func found(_ names: [String]) -> [Field] {
      Field.allCases.filter { columns[$0]?.places(in: names) != nil }
    }
    guard let names = candidates.max(by: { found($0).count < found($1).count }) else { return nil }
    let present = found(names)
    guard present.contains(where: { !$0.units.isEmpty }) else { return nil }
    let wanted = Field.allCases.filter { columns[$0] != nil && $0 != .truth }
    if let field = wanted.first(where: { !present.contains($0) }), needsEveryColumn {
      return columns[field].map { Self.missing($0, field) }
    }
    let repeated = present.compactMap { columns[$0]?.name }
      .first { name in names.count { $0 == name.lowercased() } > 1 }
    return repeated.map { "the column \($0) appears twice" }
  }

  static func missing(_ column: Column, _ field: Field) -> String {
    let text = "there is no column \(column.name) for \(field.rawValue)"
    #if hasFeature(Embedded)
    return text
    #else
    guard let colon = column.name.lastIndex(of: ":") else { return text }
    let known = field.unitNames.joined(separator: ", ")
    return text + ", and \"\(column.name[column.name.index(after: colon)...])\" is not a unit of it"
      + (known.isEmpty ? "; it has none" : "; its units are \(known)")
    #endif
  }

  private static func names(in header: LogText, separator: UInt8) -> [String]? {
    Self.fields(of: header, separator: separator)?.map { DecodedText.string($0).lowercased() }
  }

  static func fields(of line: LogText, separator: UInt8) -> [LogText]? {
    guard separator == UInt8(ascii: " ") else { return csvFields(line, separator: separator) }
    return line.split { $0 == separator || $0 == UInt8(ascii: "\t") }
  }

  var isByPlace: Bool {
    !columns.isEmpty
      && ([columns] + others).allSatisfy { $0.values.allSatisfy { $0.numbers != nil } }
  }

  private func placesByNumber(in line: LogText) -> Places? {
    let wanted = columns.compactMapValues { $0.numbers }
    let most = wanted.values.joined().max() ?? 0
    let splits = Self.separators.compactMap { separator in
      Self.fields(of: line, separator: separator).map { (separator: separator, fields: $0) }
    }
    guard let best = splits.max(by: { $0.fields.count < $1.fields.count }), most < best.fields.count
    else { return nil }
    let isData = wanted.contains { field, places in
      let text = CSVRow.unnamed(best.fields[places[0]])
      return !field.units.isEmpty
        && (text.withDecimalPoint.decimal != nil
          || CivilTime.nanoseconds(text, as: columns[field]?.unit?.calendar ?? .iso) != nil)
    }
    return Places(
      separator: best.separator, count: best.fields.count, places: wanted, isHeaderless: isData)
  }

  /// Finds the columns in a header; `nil` if a column is missing. Only the truth is optional, because few walks have it.
  func places(in header: LogText) -> Places? {
    if isByPlace { return placesByNumber(in: header) }
    for separator in Self.separators {
      guard let names = Self.names(in: header, separator: separator) else { continue }
      let found = columns.compactMapValues { $0.places(in: names) }
      let suffices = found[.time] != nil && found.count > 1
      let isWhole = !found.isEmpty && columns.keys.allSatisfy { found[$0] != nil || $0 == .truth }
      if needsEveryColumn ? isWhole : suffices {
        return Places(separator: separator, count: names.count, places: found)
      }
    }
    return nil
  }

  /// Whether a first row has requested columns. If other columns are missing, the file is rejected instead of read in
  /// another way.
  func claims(_ header: LogText) -> Bool { places(in: header) != nil || fault(of: header) != nil }

  func hasHeader(in start: [UInt8]) -> Bool {
    !isByPlace && needsEveryColumn
      && TextPrefix.lines(start).prefix(CSVTrace.mostPreamble).contains { places(in: $0) != nil }
  }
}
