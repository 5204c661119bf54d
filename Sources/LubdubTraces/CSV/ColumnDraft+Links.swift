extension ColumnDraft {
  /// The name of a column of one anchor without its number: `anchor1_m` and `d2` have `anchor` and `d`.
  private func linkStem(_ column: SampleColumn) -> String? {
    let name = column.name
    if table.isJSON {
      let parts = column.title.split(separator: ".")
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

  /// Proposes columns with the range of one link each. Levels and truths don't name their link.
  mutating func proposeWide() {
    var (wide, stem) = ([SampleColumn](), String?.none)
    for column in columns {
      guard let own = linkStem(column), stem ?? own == own, column.isNumeric() else { continue }
      stem = own
      wide.append(column)
    }
    guard wide.count > 1 else { return }
    for field in [ColumnMapping.Field.peer, .range, .rssi, .truth] { mapping.columns[field] = nil }
    guard !isChanging(wide[0].title) else {
      return reasons.insert("\(wide[0].title), whose link changes in a list", at: 0)
    }
    let all = SampleColumn("", wide[0].name, nil, wide.flatMap { $0.values })
    let found = wide.map { column in
      ColumnMapping.Column(column.title, unit: all.unit(as: .range, stated: column.unit))
    }
    mapping.columns[.range] = found[0]
    mapping.others = found.dropFirst().map { [.range: $0] }
  }

  /// Whether the names of links next to a path such as `anchors.0.dist` change from line to line.
  private func isChanging(_ path: String) -> Bool {
    let parts = path.split(separator: ".")
    guard table.isJSON, let number = parts.firstIndex(where: { Int($0) != nil }) else {
      return false
    }
    let prefix = parts[...number].joined(separator: ".") + "."
    return columns.contains {
      $0.title.hasPrefix(prefix) && $0.name.field == .peer && $0.variety > 1
    }
  }
}
