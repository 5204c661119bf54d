extension ColumnDraft {
  /// The name of a column of one anchor without its number: `anchor1_m` and `d2` have `anchor` and `d`.
  static func linkStem(_ name: ColumnName, _ title: String, _ table: SampleTable) -> String? {
    guard !table.isJSON else {
      let parts = title.split(separator: ".")
      let mayBe = name.field == .range || name.isLength && name.mayBeRange
      guard mayBe, parts.contains(where: { Int($0) != nil }) else { return nil }
      return parts.map { Int($0) == nil ? String($0) : "#" }.joined(separator: ".")
    }
    if name.field == .range, let last = name.stem.last, last.count == 1, ("a"..."h").contains(last)
    {
      return name.stem.dropLast().joined(separator: "_")
    }
    let word = name.stem.joined(separator: "_")
    let letters = word.prefix { !$0.isDigit }
    let number = word.dropFirst(letters.count)
    let stem = letters.split(separator: "_").joined(separator: "_")
    guard !number.isEmpty, number.allSatisfy({ $0.isDigit }), ColumnName.has(stem, linkStems) else {
      return nil
    }
    return stem
  }

  private static let linkStems = """
    a an anchor anker ancla d dist distance distanz r range rng tag node d_anchor dist_anchor distance_anchor \
    range_anchor anchor_range anchor_distance distance_a dist_a range_a d_a
    """

  mutating func proposeWide(_ places: [Int], _ table: SampleTable, _ names: [ColumnName]) {
    guard places.count > 1 else { return }
    if let (name, list) = changing(table.titles[places[0]], table) {
      mapping.columns[.range] = nil
      mapping.columns[.rssi] = nil
      let lines = "jq -c '. as $l | .\(list)[] | $l + . | del(.\(list))' FILE"
      leftOut.insert(
        "\(name), which changes from line to line; \(lines) makes a line of each", at: 0)
      return
    }
    let values = places.flatMap { table.values($0) }
    let columns = places.map { place in
      ColumnMapping.Column(
        table.titles[place], unit: unit(of: .range, table.unit(place, names[place]), values))
    }
    mapping.columns[.range] = columns.first
    mapping.others = columns.dropFirst().map { [.range: $0] }
    mapping.columns[.peer] = nil
    // As many truths or levels are of the links in order; a single one does not say of which.
    for field in [ColumnMapping.Field.truth, .rssi] {
      let own = table.titles.indices.filter { names[$0].field == field && !places.contains($0) }
      mapping.columns[field] = nil
      guard own.count == places.count, own.allSatisfy({ Self.areNumbers(table.values($0)) }) else {
        leftOut += own.map { table.titles[$0] }.filter { !leftOut.contains($0) }
        continue
      }
      for (place, column) in own.enumerated() {
        let (title, values) = (table.titles[column], table.values(column))
        let found = ColumnMapping.Column(title, unit: unit(of: field, names[column].unit, values))
        if place == 0 {
          mapping.columns[field] = found
        } else {
          mapping.others[place - 1][field] = found
        }
      }
    }
  }

  /// The member that names the link at a path such as `anchors.0.dist`, and the list, where the order of links changes.
  private func changing(_ path: String, _ table: SampleTable) -> (name: String, list: String)? {
    let parts = path.split(separator: ".")
    guard table.isJSON, let number = parts.firstIndex(where: { Int($0) != nil }), number > 0 else {
      return nil
    }
    let prefix = parts[...number].joined(separator: ".") + "."
    let name = table.titles.indices.first { place in
      table.titles[place].hasPrefix(prefix) && table.titles[place] != path
        && ColumnName(path: table.titles[place]).field == .peer
        && Set(table.values(place).map { $0.string }).count > 1
    }
    return name.map { (table.titles[$0], parts[..<number].joined(separator: ".")) }
  }
}
