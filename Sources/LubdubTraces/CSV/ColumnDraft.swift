/// The columns of a table that hold times, ranges, and links, as far as names and values show.
package struct ColumnDraft {
  let table: SampleTable
  var mapping = ColumnMapping([:])
  var notes: [String] = []
  var times: [TimeColumn] = []
  /// The columns that are not taken although their names or values suit, each with the reason behind a comma.
  var reasons: [String] = []
  var obstacle: String?
  /// A column of text that may name the links, though it has another name.
  var link: String?
  /// Columns that may be the range, where nothing decides between them.
  var candidates: [String] = []
  let cures: [Cure: String]

  struct TimeColumn {
    var column: ColumnMapping.Column
    var marks: NumberMarks?
    /// Its numbers, where its name does not say their unit.
    var numbers: [Double]?
    var isNamed = true
    var isCounter = false
    var isTick = false
  }

  init(_ table: SampleTable, _ cures: [Cure: String]) {
    (self.table, self.cures) = (table, cures)
    if table.names.allSatisfy({ $0.isEmpty }) { proposePlaces() } else { proposeNames() }
    if table.isHeaderless { notes.add("there is no header; the columns are counted from 1") }
  }

  var isComplete: Bool { mapping.columns[.range] != nil || mapping.columns[.rssi] != nil }

  /// The reason why a table is not read whose columns are not known.
  var reason: String? {
    guard candidates.count > 1 else { return reasons.first.map { "not read is \($0)" } }
    return "the range may be \(candidates.prefix(4).joined(separator: " or "))"
  }

  private mutating func proposeNames() {
    let names = table.names.map { table.isJSON ? ColumnName(path: $0) : ColumnName($0) }
    // The units of length that a column states, row by row.
    let words = names.firstIndex { $0.isUnit }.map { table.values($0) } ?? []
    let stated = Set(
      words.compactMap { ColumnName.unit(behind: $0.string.lowercased()) }.filter { $0.isLength })
    for (place, title) in table.titles.enumerated() {
      let (name, values) = (names[place], table.values(place))
      guard let field = name.field, !values.isEmpty else { continue }
      // `device_ms` is the clock of a device.
      let ending = title.split(separator: "_").dropFirst().last.map { ColumnName(String($0)) }
      let isClock = field == .peer && ending?.field == .time
      let unit = isClock ? ending?.unit : table.unit(place, name)
      guard field != .time && !isClock else {
        if !proposeTime(title, unit, values, name), times.isEmpty {
          reasons.add("\(title), which holds \(Excerpt.quote(values[0])), no time that is read")
        }
        continue
      }
      if let fault = fault(field, values) {
        if !fault.isEmpty { reasons.add(title + fault) }
      } else if mapping.columns[field] == nil {
        propose(field, title, unit ?? stated.first, values)
      } else if field == .peer, Set(values).count > 1, let known = mapping.columns[.peer] {
        // Rows of several links have the name of one end in common, or are named by both ends.
        let isCommon = Set(table.values(titled: known.name)).count < 2
        mapping.columns[.peer] = .init(isCommon ? title : "\(known.name)+\(title)")
      }
    }
    proposeWide(names)
    proposeUnnamed(names)
    proposeSplitTimes()
    if !times.isEmpty { obstacle = nil }
    if stated.count > 1 { obstacle = "rows have several units: write all in one of them" }
    if let truth = mapping.columns[.truth] { notes.add("\(truth.name) is taken for the truth") }
  }

  /// The reason why values are not of a field that a name says; empty where it needs no words.
  private func fault(_ field: ColumnMapping.Field, _ values: [LogText]) -> String? {
    switch field {
    case .peer:
      let isCount = values.count > 8 && Set(values).count == values.count
      return Self.areMeasured(values) || isCount ? ", whose values name no link" : nil
    case .recording: return Self.areRecordings(values) ? nil : ""
    case .event: return values.allSatisfy { LinkEvent(rawValue: $0.string) != nil } ? nil : ""
    case .range, .truth, .rssi:
      let numbers = numbers(values)
      if !Self.areNumbers(values, least: field == .range ? 5 : 9) {
        let word = values.first { Self.number($0, isComma: true) == nil } ?? values[0]
        return ", which holds \(Excerpt.quote(word)), no number"
      }
      if field == .range, Self.areCounts(numbers) { return ", which counts" }
      guard field == .rssi, !Self.areLevels(numbers) else { return nil }
      return ", whose \(values[0].string) is no level: received power is below 0 dBm"
    case .time, .date, .source: return nil
    }
  }

  private static let lengths = 0.01...300.0

  /// Columns whose names say no field: a length that is the only one, links, and times.
  private mutating func proposeUnnamed(_ names: [ColumnName]) {
    if mapping.columns[.range] == nil {
      let lengths = table.titles.indices.filter { place in
        guard let unit = table.unit(place, names[place]), unit.isLength, names[place].mayBeRange,
          Self.areNumbers(table.values(place))
        else { return false }
        let sorted = numbers(table.values(place)).map { $0 / unit.divisor }.inOrder()
        return Self.lengths.contains(sorted[sorted.count / 2])
      }
      candidates = lengths.map { table.titles[$0] }
      if lengths.count == 1, let place = lengths.first {
        let unit = table.unit(place, names[place])
        propose(.range, table.titles[place], unit, table.values(place))
        notes.add("\(table.titles[place]) is taken for the range")
      }
    }
    for (place, title) in table.titles.enumerated()
    where [nil, .recording].contains(names[place].field) && !mapping.names.contains(title) {
      let (name, values) = (names[place], table.values(place))
      let (isNumeric, isStamp) = (Self.areNumbers(values), Self.calendar(values) != nil)
      let isText = !isNumeric && !isStamp && name.mayBeLink
      if link == nil, isText, Self.areLinks(values) { link = title }
      let unit = table.unit(place, name)
      let isTime = unit.map { ColumnMapping.Field.time.units.contains($0) } ?? false
      let isCount = unit == nil && Self.step(numbers(values)) == 1
      if name.isStep, isTime, times.isEmpty {
        obstacle = "\(title) is the time since the row before"
      }
      // Times differ from row to row, but for those of several links.
      let mayBeTime = isTime || name.isCounter && unit == nil && !isCount
      let isClock = mayBeTime && isNumeric && 10 * Set(values).count >= values.count
      if !name.isDuration, isClock || isStamp {
        _ = proposeTime(title, unit, values, name)
      } else if times.isEmpty, Self.rises(numbers(values)),
        isCount || !table.isHeaderless || !proposeTime(title, nil, values, name)
      {
        reasons.add("\(title), which \(isCount ? "counts rows" : "rises like a time")")
      }
    }
  }
}

extension [String] {
  /// As `append`, in few bytes of the page's engine.
  @inline(never) mutating func add(_ text: String) { append(text) }
}
