internal import Lubdub
internal import LubdubGround

/// One column for each anchor.
extension ColumnDraft {
  /// The name of a column of one anchor without its number: `anchor1_m` and `d2` have `anchor` and `d`.
  static func linkStem(
    _ name: ColumnName, _ title: String, _ table: SampleTable
  ) -> String? {
    guard !table.isJSON else {
      let parts = title.split(separator: ".")
      guard name.field == .range, parts.contains(where: { Int($0) != nil }) else { return nil }
      return parts.map { Int($0) == nil ? String($0) : "#" }.joined(separator: ".")
    }
    let word = name.stem.joined(separator: "_")
    let letters = word.prefix { !$0.isDigit }
    let number = word.dropFirst(letters.count)
    let stem = letters.split(separator: "_").joined(separator: "_")
    guard !number.isEmpty, number.allSatisfy({ $0.isDigit }), linkStems.contains(stem) else {
      return nil
    }
    return stem
  }

  private static let linkStems = ColumnName.set(
    """
    a an anchor anker ancla d dist distance distanz r range rng tag node d_anchor \
    dist_anchor distance_anchor range_anchor anchor_range anchor_distance distance_a dist_a \
    range_a d_a
    """)

  mutating func proposeWide(_ places: [Int], _ table: SampleTable, _ names: [ColumnName]) {
    guard places.count > 1 else { return }
    let values = places.flatMap { table.values($0) }
    let columns = places.map { place in
      ColumnMapping.Column(
        table.titles[place],
        unit: unit(
          of: .range,
          table.units.flatMap { $0[place] }.flatMap(ColumnName.unit(named:)) ?? names[place].unit,
          values))
    }
    mapping.columns[.range] = columns.first
    mapping.others = columns.dropFirst().map { [.range: $0] }
    // A truth or a level beside them is of one anchor, and does not say of which.
    mapping.columns[.truth] = nil
    mapping.columns[.rssi] = nil
    mapping.columns[.peer] = nil
  }
}
