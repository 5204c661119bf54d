extension ColumnDraft {
  /// A column that may contain the times.
  struct TimeColumn {
    let name: String
    let unit: ColumnMapping.Unit?
    let source: SampleColumn
    var isNamed = true
    /// Whether only the numbers show the unit.
    var isGuess = false

    var isStamp: Bool { unit?.calendar != nil }
    var isCounter: Bool { !isStamp && source.name.isCounter }

    /// The number of different times in one column whose name states a time, or whose values rise; otherwise 0.
    var variety: Int {
      let isTime = isNamed || !isGuess && source.rises
      return isTime && name == source.title ? source.variety : 0
    }
  }

  mutating func proposeTime(
    _ column: SampleColumn, _ unit: ColumnMapping.Unit?, isNamed: Bool
  ) -> Bool {
    if let form = column.calendar {
      let clock = times.firstIndex { $0.unit == .clock }
      let place = form == .clock ? times.count : clock ?? times.count
      times.insert(TimeColumn(name: column.title, unit: form, source: column), at: place)
      return true
    }
    if let form = column.dates {
      guard mapping.columns[.date] == nil else { return false }
      mapping.columns[.date] = .init(column.title, unit: form)
      return true
    }
    guard column.isNumeric() else { return false }
    // .NET and Windows count in this unit since the years 1 and 1601.
    if unit == nil, (1e17..<1e18).contains(column.numbers[0]) {
      obstacle = "\(column.title) counts 100 ns: drop the last digit of each to get us"
      return true
    }
    times.append(
      TimeColumn(
        name: column.title, unit: column.unit(as: .time, stated: unit), source: column,
        isNamed: isNamed, isGuess: unit == nil))
    return true
  }

  /// Adds the fractions of a second that are in a separate column.
  mutating func proposeSplitTimes() {
    for fine in times {
      guard let unit = ColumnName(path: fine.name).unit, unit == fine.unit, unit.divisor > 1,
        !fine.source.rises, fine.source.areWhole,
        fine.source.numbers.allSatisfy({ (0..<unit.divisor).contains($0) }),
        let whole = times.first(where: { time in
          time.isStamp || (time.unit ?? .seconds) == .seconds && time.source.areWhole
        })
      else { continue }
      let name = "\(whole.name)+\(fine.name)"
      times.insert(TimeColumn(name: name, unit: whole.unit, source: whole.source), at: 0)
      return
    }
  }

  /// Whether a text is only a time.
  static func isStamp(_ text: LogText) -> Bool {
    text.trimmed.decimal != nil || SampleColumn.calendar([text.trimmed]) != nil
  }
}
