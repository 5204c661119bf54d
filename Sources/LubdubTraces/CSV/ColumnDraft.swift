/// The columns of a table with times, ranges, and links, derived from names and values.
package struct ColumnDraft {
  let table: SampleTable
  let columns: [SampleColumn]
  let cures: [Cure: String]
  var mapping = ColumnMapping([:])
  var notes: [String] = []
  var times: [TimeColumn] = []
  /// The suitable columns that are not used, each with the reason after a comma.
  var reasons: [String] = []
  var obstacle: String?
  /// A column of text that may name the links, although its own name doesn't state it.
  var link: String?
  /// Columns that may be the range, if their order of preference is unclear.
  private var candidates: [String] = []

  init(_ table: SampleTable, _ cures: [Cure: String]) {
    (self.table, self.cures, columns) = (table, cures, table.columns)
    if table.names.allSatisfy({ $0.isEmpty }) { proposePlaces() } else { proposeNames() }
    if table.isHeaderless { notes.add("there is no header; the columns are counted from 1") }
  }

  var isComplete: Bool { mapping.columns[.range] != nil || mapping.columns[.rssi] != nil }

  /// The reason why a table with unknown columns cannot be read.
  var reason: String? {
    guard candidates.count > 1 else { return reasons.first.map { "not read: \($0)" } }
    return "the range may be \(candidates.prefix(4).joined(separator: " or "))"
  }

  // MARK: Names

  private mutating func proposeNames() {
    // The units of length that a column states, row by row.
    let words = columns.first { $0.name.isUnit }?.values ?? []
    let stated = Set(
      words.compactMap { ColumnName.unit(behind: $0.string.lowercased()) }.filter { $0.isLength })
    for column in columns {
      guard let field = column.name.field, let first = column.values.first else { continue }
      // `device_ms` is the clock of a device.
      let ending = column.title.split(separator: "_").dropFirst().last.map {
        ColumnName(String($0))
      }
      let isClock = field == .peer && ending?.field == .time
      if field == .time || isClock {
        let isNamed = field == .time && !column.name.isDuration
        let unit = isClock ? ending?.unit : column.unit
        if !proposeTime(column, unit, isNamed: isNamed), times.isEmpty {
          let found = Excerpt.quote(first)
          reasons.add("\(column.title), which has \(found), not a known time")
        }
      } else if let fault = fault(of: column, as: field) {
        if !fault.isEmpty { reasons.add(column.title + fault) }
      } else if mapping.columns[field] == nil {
        propose(field, column, column.unit ?? stated.first)
      } else if field == .peer, column.variety > 1, let known = mapping.columns[.peer] {
        // Rows of several links have a common name of one end, or the names of both ends.
        let varies = columns.contains { $0.title == known.name && $0.variety > 1 }
        mapping.columns[.peer] = .init(varies ? "\(known.name)+\(column.title)" : column.title)
      }
    }
    proposeWide()
    proposeOnlyLength()
    for column in columns where [nil, .recording].contains(column.name.field) {
      if !mapping.names.contains(column.title) { proposeUnnamed(column) }
    }
    proposeSplitTimes()
    if !times.isEmpty { obstacle = nil }
    if stated.count > 1 { obstacle = "rows have several units: write all in one unit" }
    if let truth = mapping.columns[.truth] { notes.add("\(truth.name) is used as the truth") }
  }

  /// The reason why values don't fit the field in the column's name; empty if it needs no message.
  private func fault(of column: SampleColumn, as field: ColumnMapping.Field) -> String? {
    let values = column.values
    switch field {
    case .peer: return column.nameNoLink ? ", whose values name no link" : nil
    case .recording: return column.areRecordings ? nil : ""
    case .event: return values.allSatisfy { LinkEvent(rawValue: $0.string) != nil } ? nil : ""
    case .range, .truth, .rssi:
      if !column.isNumeric(tenths: field == .range ? 5 : 9) {
        let word = values.first { $0.withDecimalPoint.decimal == nil } ?? values[0]
        return ", which has \(Excerpt.quote(word)), not a number"
      }
      if field == .range, column.areCounts { return ", a counter" }
      if field == .range, isDerived(column) { return ", which a program derived from the level" }
      if field == .rssi, column.name.isReference { return ", the level at one meter" }
      guard field == .rssi, !column.areLevels else { return nil }
      return ", whose \(values[0].string) is not a level: received power is below 0 dBm"
    case .time, .date, .source: return nil
    }
  }

  /// Whether a program derived a distance from the level in the same row: it needs the level at one meter, or gives one
  /// distance to all rows with one level.
  private func isDerived(_ distance: SampleColumn) -> Bool {
    let levels = columns.filter { $0.name.field == .rssi && $0.areLevels }
    return columns.contains { $0.name.isReference } && !levels.isEmpty
      || levels.contains { distance.isFunction(of: $0) }
  }

  private mutating func propose(
    _ field: ColumnMapping.Field, _ column: SampleColumn, _ unit: ColumnMapping.Unit?
  ) {
    if !field.units.isEmpty {
      mapping.take(NumberMarks(column.values, areWhole: unit == .millimetres))
    }
    mapping.columns[field] = .init(column.title, unit: column.unit(as: field, stated: unit))
  }

  private static let lengths = 0.01...300.0

  /// Proposes the only column of a length, or the only column that correlates with the truth, if its name doesn't state a
  /// field.
  private mutating func proposeOnlyLength() {
    guard mapping.columns[.range] == nil else { return }
    let truth = mapping.columns[.truth].flatMap { known in
      columns.first { $0.title == known.name }
    }
    let lengths = columns.filter { column in
      guard column.name.mayBeRange else { return false }
      if let truth, column.goes(with: truth) { return true }
      guard let unit = column.unit, unit.isLength else { return false }
      return column.isNumeric() && Self.lengths.contains(column.median / unit.divisor)
    }
    candidates = lengths.map { $0.title }
    guard lengths.count == 1, let column = lengths.first else { return }
    propose(.range, column, column.unit)
    notes.add("\(column.title) is used as the range")
  }

  /// Proposes a column whose name doesn't state a field as a link or a time.
  private mutating func proposeUnnamed(_ column: SampleColumn) {
    let (title, name, isStamp) = (column.title, column.name, column.calendar != nil)
    let isText = !column.isNumeric() && !isStamp && name.mayBeLink
    if link == nil, isText, column.areLinks { link = title }
    let isTime = column.unit.map { ColumnMapping.Field.time.units.contains($0) } ?? false
    let isCount = column.unit == nil && column.step == 1
    if name.isStep, isTime, times.isEmpty {
      obstacle = "\(title) is the time since the row before"
    }
    // Times differ from row to row, except for times of several links.
    let mayBeTime = isTime || name.isCounter && column.unit == nil && !isCount
    let isClock = mayBeTime && column.isNumeric() && 10 * column.variety >= column.values.count
    if !name.isDuration, isClock || isStamp {
      _ = proposeTime(column, column.unit, isNamed: false)
    } else if times.isEmpty, column.rises,
      isCount || !table.isHeaderless || !proposeTime(column, nil, isNamed: false)
    {
      reasons.add("\(title), which \(isCount ? "counts rows" : "rises like a time")")
    }
  }

  // MARK: Places

  private static let levels = -120.0...(-20.0)
  private static let ranges = Sample.lowestRange.value.nextUp...50_000

  /// Proposes the columns of a table without names, if only one column can be the time, and only one can be the range.
  private mutating func proposePlaces() {
    let numeric = columns.filter { !$0.numbers.isEmpty && $0.numbers.count == $0.values.count }
    let levels = numeric.filter { $0.numbers.allSatisfy(Self.levels.contains) }
    let others = numeric.filter { column in
      column.calendar == nil && !column.numbers.allSatisfy(Self.levels.contains)
    }
    let stamps = columns.filter { $0.calendar != nil }
    let rising = others.filter { $0.rises }
    // A stamp is the time, rather than a counter of rows or another clock.
    let clocks = rising.count > 1 ? rising.filter { $0.step != 1 } : rising
    let times = stamps.isEmpty ? clocks : stamps
    // The only number next to times and a level may be constant.
    let isOnly = levels.count == 1 && columns.count == times.count + 2
    let ranges = others.filter { column in
      !column.rises && column.numbers.allSatisfy(Self.ranges.contains)
        && (isOnly || Self.moves(column))
    }
    candidates = ranges.map { $0.title }
    guard times.count == 1, levels.count < 2,
      ranges.count == 1 || ranges.isEmpty && levels.count == 1,
      proposeTime(times[0], nil, isNamed: true)
    else { return }
    if let range = ranges.first { propose(.range, range, nil) }
    if let level = levels.first { propose(.rssi, level, nil) }
  }

  /// Whether numbers vary widely in small steps, like ranges.
  private static func moves(_ column: SampleColumn) -> Bool {
    let (least, most) = (column.numbers.min() ?? 0, column.numbers.max() ?? 0)
    let span = most - least
    return most <= 50 && column.numbers.contains { $0 != $0.rounded() } && span >= 0.5
      || 3 * span >= most && column.step ?? 0 < span / 5 && !column.areCounts
  }
}

extension [String] {
  /// Appends a text, with less code than `append` in the page's engine.
  @inline(never) mutating func add(_ text: String) { append(text) }
}
