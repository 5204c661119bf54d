#if !hasFeature(Embedded)
/// Units stated by a comment or a column that contradict Lubdub's own names.
enum StatedUnits {
  private static let names = ["t_s": "t", "range_m": "range", "truth_m": "truth"]
  private static let (size, rowCount) = (1 << 13, 30)

  static func finding(in start: [UInt8]) -> Finding? {
    let text = DecodedText.string(start.prefix(size))
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .dropLast(start.count > size ? 1 : 0).map(String.init)
    let comments = text.filter { $0.hasPrefix("#") }
    let rows = Array(text.filter { !$0.hasPrefix("#") }.prefix(rowCount))
    let hasColumn = ["unit", "einheit", "unid", "uom"].contains { word in
      rows.first?.lowercased().contains(word) ?? false
    }
    guard hasColumn || !ColumnName.units(in: comments.map { Array($0.utf8)[...] }).isEmpty,
      var mapping = ColumnMapping.tidy(of: Array(rows.joined(separator: "\n").utf8))
    else { return nil }
    let lines = comments + rows
    let ofColumns = units(rows)
    if let obstacle = preview(lines)?.obstacle, obstacle.contains("units") {
      return Finding(.units, obstacle, cure: "the name says one unit for all")
    }
    var (said, place): ([String], Int?) = ([], nil)
    for field in [ColumnMapping.Field.time, .range, .truth] {
      guard let own = mapping.columns[field]?.name, let unit = units(lines)[field],
        unit.rawValue != field.unitNames.first,
        ofColumns[field] != unit || field != .time && hasColumn
      else { continue }
      mapping.columns[field]?.unit = unit
      said.append("\(unit.rawValue) for \(own)")
      guard ofColumns[field] != unit else { continue }
      place = text.firstIndex { $0.hasPrefix("#") && units([$0] + rows)[field] == unit }
    }
    guard !said.isEmpty else { return nil }
    return Finding(
      .units, at: place.map { "line \($0 + 1)" },
      "\(place == nil ? "a column" : "the comment") says \(said.joined(separator: " and ")), but the name is used",
      cure: "if the name is wrong, read it with \(mapping.proposal().commandLine)")
  }

  private static func preview(_ lines: [String]) -> LogPreview? {
    let plain = lines.map { line in
      guard let mark = "\";\t,".first(where: line.contains) else { return line }
      return line.split(separator: mark, omittingEmptySubsequences: false)
        .map { names[$0.lowercased()] ?? String($0) }.joined(separator: String(mark))
    }
    return LogPreview(Array(plain.joined(separator: "\n").utf8))
  }

  private static func units(_ lines: [String]) -> [ColumnMapping.Field: ColumnMapping.Unit] {
    (preview(lines)?.proposal?.columns).flatMap { try? ColumnMapping($0) }?.columns
      .compactMapValues { $0.unit } ?? [:]
  }
}
#endif
