/// Which columns of a table hold what, as far as names and values show.
package struct ColumnDraft {
  let table: SampleTable
  var mapping = ColumnMapping([:])
  var notes: [String] = []
  var times: [TimeColumn] = []
  var leftOut: [String] = []
  var obstacle: String?
  var otherPeer: String?
  /// A column of text that may name the links, though it is not called so.
  var link: String?
  /// A column of few numbers, which names the links if each of them has levels or ranges of its own.
  var number: String?
  let cures: [Cure: String]
  /// The range, where the name of its column does not say so.
  let range: String?

  struct TimeColumn {
    var column: ColumnMapping.Column
    var marks: NumberMarks?
    /// Its numbers, where its name does not say their unit.
    var numbers: [Double]?
    var isNamed = true
    var isCounter = false
    var isTick = false
  }

  init(_ table: SampleTable, _ cures: [Cure: String], range: String?) {
    (self.table, self.cures, self.range) = (table, cures, range)
    if table.names.allSatisfy({ $0.isEmpty }) { proposePlaces(table) } else { proposeNames(table) }
    if table.isHeaderless { notes.add("there is no header; the columns are counted from 1") }
  }

  var isComplete: Bool { mapping.columns[.range] != nil || mapping.columns[.rssi] != nil }

  mutating func proposeNames(_ table: SampleTable) {
    let names = zip(table.names, table.titles).map { text, title in
      let name = table.isJSON ? ColumnName(path: text) : ColumnName(text)
      return title == range ? ColumnName("range \(name.unit?.rawValue ?? "")") : name
    }
    // The units of length that a column states, row by row, or a word behind a number.
    let words =
      names.indices.first { place in
        names[place].isUnit || table.isHeaderless && place > 0 && names[place - 1].field == .range
      }.map { table.values($0) } ?? []
    let stated = Set(
      words.compactMap { ColumnName.unit(behind: $0.string.lowercased()) }.filter { $0.isLength })
    var wide: [Int] = []
    for (place, title) in table.titles.enumerated() {
      let name = names[place]
      let values = table.values(place)
      let unit = table.unit(place, name)
      if let stem = Self.linkStem(name, title, table),
        wide.first.map({ Self.linkStem(names[$0], table.titles[$0], table) == stem }) ?? true
      {
        if Self.areNumbers(values) {
          wide.append(place)
        } else {
          leftOut.add("\(title), without a number")
        }
      }
      guard let field = name.field, !values.isEmpty else { continue }
      // `device_ms` is the clock of a device.
      let ending = title.split(separator: "_").dropFirst().last.map { ColumnName(String($0)) }
      let isClock = field == .peer && ending?.field == .time
      if field == .time || isClock {
        if !proposeTime(title, isClock ? ending?.unit : unit, values, name), times.isEmpty {
          leftOut.add("\(title), which holds \(Excerpt.quote(values[0])), no time that is read")
        }
        continue
      }
      if field == .peer,
        Self.areMeasured(values)
          || values.count > 8 && Set(values.map { $0.string }).count == values.count
      {
        leftOut.add("\(title), whose values name no link")
        continue
      }
      if field == .recording, !Self.areRecordings(values) { continue }
      if field == .peer, let known = mapping.columns[.peer] {
        otherPeer = otherPeer ?? title
        // Rows of several links have the name of one end in common.
        if Set(values).count > 1, Set(table.values(titled: known.name)).count < 2 {
          (mapping.columns[.peer], otherPeer) = (nil, known.name)
        }
      }
      let isNumber = field.units.isEmpty || Self.areNumbers(values, least: field == .range ? 5 : 9)
      guard mapping.columns[field] == nil, isNumber,
        field != .event || values.allSatisfy({ LinkEvent(rawValue: $0.string) != nil })
      else {
        if field != .event, field != .source {
          let word = values.first { Self.number($0, isComma: true) == nil }
          leftOut.add(
            title + (isNumber ? "" : ", which holds \(Excerpt.quote(word ?? values[0])), no number")
          )
        }
        continue
      }
      let isLate = field == .range && table.isLate(place)
      if isLate || field == .range && Self.areCounts(numbers(values)) {
        leftOut.add(title + (isLate ? ", the value of the row before" : ", which counts"))
        continue
      }
      if field == .rssi, !Self.areLevels(numbers(values)) {
        leftOut.add(
          "\(title), whose \(values[0].string) is no level: received power is below 0 dBm")
        continue
      }
      propose(field, title, unit ?? stated.first, values)
    }
    proposeWide(wide, table, names)
    proposeUnnamed(table, names)
    proposeSplitTimes(table)
    let taken = mapping.names
    leftOut.removeAll { taken.contains($0) }
    if stated.count > 1 { obstacle = "rows have several units: write all in one of them" }
    guard let truth = mapping.columns[.truth] else { return }
    notes.add("\(truth.name) is taken for the truth")
  }

  private static let longestRange = 300.0

  mutating func proposeUnnamed(_ table: SampleTable, _ names: [ColumnName]) {
    func unit(_ place: Int) -> ColumnMapping.Unit? { table.unit(place, names[place]) }
    let ranges = table.titles.indices.filter { place in
      guard names[place].mayBeRange, let unit = unit(place), mapping.columns[.range] == nil,
        unit.isLength, Self.areNumbers(table.values(place)), !table.isLate(place)
      else { return false }
      let lengths = numbers(table.values(place)).map { $0 / unit.divisor }.inOrder()
      return (0.01...Self.longestRange).contains(lengths[lengths.count / 2])
    }
    if ranges.count == 1, let place = ranges.first {
      propose(.range, table.titles[place], unit(place), table.values(place))
      notes.add("\(table.titles[place]) is taken for the range")
    } else if mapping.columns[.range] == nil {
      leftOut += table.titles.indices.filter { place in
        names[place].field == nil && unit(place)?.isLength ?? false
      }.map {
        "\(table.titles[$0]), a length" + (ranges.contains($0) ? " that may be the range" : "")
      }
    }
    proposeLevel(table, names)
    defer { if !times.isEmpty { obstacle = nil } }
    for (place, title) in table.titles.enumerated()
    where [nil, .recording].contains(names[place].field) && !mapping.names.contains(title) {
      // What follows `RSSI:` names no link.
      let label = place > 0 && table.isHeaderless ? table.values(place - 1).first : nil
      let isMeasured = label.map { $0.last == 0x3A && ColumnName($0.string).field != nil } ?? false
      if names[place].mayBeLink, !isMeasured, let links = Self.links(table.values(place)) {
        let isText =
          !Self.areNumbers(table.values(place)) && Self.calendar(table.values(place)) == nil
        if isText, link == nil { link = title }
        if !isText, number == nil, links <= Self.fewLinks { number = title }
      }
      let (name, values) = (names[place], table.values(place))
      let isTime = unit(place).map { ColumnMapping.Field.time.units.contains($0) } ?? false
      let isCount = unit(place) == nil && Self.step(numbers(values)) == 1
      // Times differ from row to row, but for those of several links.
      let isNumber =
        (isTime || name.isCounter && unit(place) == nil) && !isCount && Self.areNumbers(values)
        && 10 * Set(values.map { $0.string }).count >= values.count
      if name.isDuration, isTime, times.isEmpty || title.split(separator: ".").contains("0") {
        leftOut.add("\(title), a time of each part")
        if name.isStep, times.isEmpty, !table.isJSON, !table.isHeaderless {
          obstacle = "\(title) is the time since the row before"
          #if !hasFeature(Embedded)
          let (field, unit) = ("$\(place + 1)", unit(place)?.rawValue ?? "s")
          obstacle? +=
            ": awk -F, -v OFS=, 'NR==1{\(field)=\"t_\(unit)\"}NR>1{\(field)=t+=\(field)}1' FILE adds them up"
          #endif
        }
      }
      if !name.isDuration, isNumber || Self.calendar(values) != nil {
        _ = proposeTime(title, unit(place), values, name)
      } else if times.isEmpty, Self.rises(numbers(values)),
        isCount || !table.isHeaderless || !proposeTime(title, nil, values, name)
      {
        leftOut.add("\(title), which \(isCount ? "counts rows" : "rises like a time")")
      }
    }
  }

  private mutating func proposeLevel(_ table: SampleTable, _ names: [ColumnName]) {
    let levels = table.titles.indices.filter { place in
      let numbers = self.numbers(table.values(place))
      return names[place].mayBeRange && names[place].unit == nil && Set(numbers).count > 2
        && numbers.count == table.values(place).count && numbers.allSatisfy(Self.levels.contains)
    }
    guard mapping.columns[.rssi] == nil, let place = levels.first else { return }
    guard levels.count == 1, mapping.columns[.range] != nil, mapping.others.isEmpty else {
      leftOut += levels.map { "\(table.titles[$0]), which may be the level" }
      return
    }
    propose(.rssi, table.titles[place], nil, table.values(place))
    notes.add("\(table.titles[place]) is taken for the level")
  }

  static func links(_ values: [LogText]) -> Int? {
    let count = Set(values.map { $0.string }).count
    return count > 1 && rowsOfLink * count <= values.count ? count : nil
  }
}

extension [String] {
  /// As `append`, in few bytes of the page's engine.
  @inline(never) mutating func add(_ text: String) { append(text) }
}
