extension ColumnDraft {
  /// The name of a column of one anchor without its number: `anchor1_m` and `d2` have `anchor` and `d`.
  private func linkStem(_ name: ColumnName, _ title: String) -> String? {
    if table.isJSON {
      let parts = title.split(separator: ".")
      let mayBe = name.field == .range || name.isLength && name.mayBeRange
      guard mayBe, parts.contains(where: { Int($0) != nil }) else { return nil }
      return parts.map { Int($0) == nil ? String($0) : "#" }.joined(separator: ".")
    }
    let word = name.stem.joined(separator: "_")
    let letters = word.prefix { !$0.isDigit }
    let number = word.dropFirst(letters.count)
    let stem = letters.split(separator: "_").joined(separator: "_")
    let isLink = !number.isEmpty && number.allSatisfy { $0.isDigit }
    return isLink && ColumnName.has(stem, Self.linkStems) ? stem : nil
  }

  private static let linkStems = """
    a an anchor anker ancla d dist distance distanz r range rng tag node d_anchor dist_anchor distance_anchor \
    range_anchor anchor_range anchor_distance distance_a dist_a range_a d_a
    """

  /// Columns that hold the range of one link each. Levels and truths do not say of which link they are.
  mutating func proposeWide(_ names: [ColumnName]) {
    var (places, stem) = ([Int](), String?.none)
    for place in names.indices {
      guard let own = linkStem(names[place], table.titles[place]), stem ?? own == own,
        Self.areNumbers(table.values(place))
      else { continue }
      stem = own
      places.append(place)
    }
    guard places.count > 1 else { return }
    for field in [ColumnMapping.Field.peer, .range, .rssi, .truth] { mapping.columns[field] = nil }
    guard !isChanging(table.titles[places[0]]) else {
      return reasons.insert("\(table.titles[places[0]]), whose link changes in a list", at: 0)
    }
    let values = places.flatMap { table.values($0) }
    let columns = places.map { place in
      let unit = unit(of: .range, table.unit(place, names[place]), values)
      return ColumnMapping.Column(table.titles[place], unit: unit)
    }
    mapping.columns[.range] = columns[0]
    mapping.others = columns.dropFirst().map { [.range: $0] }
  }

  /// Whether the names of links beside a path such as `anchors.0.dist` change from line to line.
  private func isChanging(_ path: String) -> Bool {
    let parts = path.split(separator: ".")
    guard table.isJSON, let number = parts.firstIndex(where: { Int($0) != nil }) else {
      return false
    }
    let prefix = parts[...number].joined(separator: ".") + "."
    return table.titles.indices.contains { place in
      let title = table.titles[place]
      return title.hasPrefix(prefix) && ColumnName(path: title).field == .peer
        && Set(table.values(place)).count > 1
    }
  }

  /// Whether few names have many rows each.
  static func areLinks(_ values: [LogText]) -> Bool {
    let count = Set(values).count
    return count > 1 && rowsOfLink * count <= values.count
  }

  /// Whether the rows of each name stand together, and there are several.
  static func areRecordings(_ values: [LogText]) -> Bool {
    let starts = zip(values, values.dropFirst()).count { $0 != $1 } + 1
    return starts > 1 && rowsOfLink * starts <= values.count && starts == Set(values).count
  }
}
