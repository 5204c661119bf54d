extension ColumnDraft {
  /// Up to this many numbers may name links; beyond it each needs as many rows.
  static let (fewLinks, rowsOfLink) = (8, 4)

  mutating func propose(
    _ field: ColumnMapping.Field, _ title: String, _ unit: ColumnMapping.Unit?, _ values: [LogText]
  ) {
    if !field.units.isEmpty { mapping.take(NumberMarks(values, areWhole: unit == .millimetres)) }
    mapping.columns[field] = .init(title, unit: self.unit(of: field, unit, values))
  }

  func unit(
    of field: ColumnMapping.Field, _ unit: ColumnMapping.Unit?, _ values: [LogText]
  ) -> ColumnMapping.Unit? {
    if let unit, field.units.contains(unit) { return unit == field.units[0] ? nil : unit }
    return field == .range || field == .truth ? Self.lengthUnit(numbers(values)) : nil
  }

  /// The unit of whole numbers, by their size.
  private static func lengthUnit(_ numbers: [Double]) -> ColumnMapping.Unit? {
    let sorted = numbers.inOrder()
    guard !sorted.isEmpty, numbers.allSatisfy({ $0 == $0.rounded() }) else { return nil }
    let middle = sorted[sorted.count / 2]
    return middle >= 1000 ? .millimetres : middle >= 30 ? .centimetres : nil
  }

  func numbers(_ values: [LogText]) -> [Double] {
    let marks = NumberMarks(values)
    return values.compactMap { Self.number($0, isComma: marks.hasDecimalComma, marks.thousands) }
  }

  static func number(_ value: LogText, isComma: Bool, _ thousands: Character? = nil) -> Double? {
    var text = value
    if let mark = thousands?.asciiValue { text = text.filter { $0 != mark }[...] }
    return (isComma ? text.withDecimalPoint : text).decimal
  }

  /// Whether as many tenths of the values are numbers.
  static func areNumbers(_ values: [LogText], least: Int = 9) -> Bool {
    let marks = NumberMarks(values)
    let numbers = values.count {
      number($0, isComma: marks.hasDecimalComma, marks.thousands) != nil
    }
    return numbers > 0 && 10 * numbers >= least * values.count
  }

  static func areMeasured(_ values: [LogText]) -> Bool {
    areNumbers(values) && Set(values).count > max(fewLinks, values.count / rowsOfLink)
  }

  static func areLevels(_ numbers: [Double]) -> Bool {
    let measured = numbers.filter { !Plausibility.isAbsentLevel($0) }
    return 2 * measured.count(where: Plausibility.isLevel) >= measured.count
  }

  static func areCounts(_ numbers: [Double]) -> Bool {
    numbers.count > 8
      && (numbers.allSatisfy { $0 == 0 || $0 == 1 }
        || rises(numbers) && step(numbers) == 1 && numbers[0] == numbers[0].rounded())
  }

  static func rises(_ numbers: [Double]) -> Bool {
    numbers.count > 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
      && numbers.first != numbers.last
  }

  /// The median step, between numbers in order where most do not rise.
  static func step(_ numbers: [Double]) -> Double? {
    func steps(_ numbers: [Double]) -> [Double] {
      zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
    }
    let asWritten = steps(numbers)
    let isInOrder = 20 * asWritten.count { $0 > 0 } >= 19 * asWritten.count
    let lengths = (isInOrder ? asWritten : steps(numbers.inOrder())).map { $0.magnitude }.inOrder()
    return lengths.isEmpty ? nil : lengths[lengths.count / 2]
  }

  // MARK: Tables without names

  private static let levels = -120.0...(-20.0)

  mutating func proposePlaces() {
    let columns = table.titles.indices.map { table.values($0) }
    let numbers = columns.map { $0.compactMap { $0.decimal } }
    func isWhole(_ place: Int) -> Bool {
      !columns[place].isEmpty && numbers[place].count == columns[place].count
    }
    let levels = columns.indices.filter { place in
      isWhole(place) && numbers[place].allSatisfy(Self.levels.contains)
    }
    let stamps = columns.indices.filter { Self.calendar(columns[$0]) != nil }
    let rising = columns.indices.filter { place in
      isWhole(place) && !levels.contains(place) && Self.rises(numbers[place])
    }
    // A stamp is the time, not what counts rows or a clock beside it.
    let clocks = rising.count > 1 ? rising.filter { Self.step(numbers[$0]) != 1 } : rising
    let times = stamps.isEmpty ? clocks : stamps
    candidates = columns.indices.filter { place in
      let (span, most) = (Self.span(numbers[place]), numbers[place].max() ?? 0)
      let isOther = stamps.contains(place) || rising.contains(place) || levels.contains(place)
      guard isWhole(place), !isOther, numbers[place].allSatisfy({ (0...50_000).contains($0) })
      else { return false }
      // Ranges move by much, in small steps; the only number beside times and a level may rest.
      let isOnly = levels.count == 1 && columns.count == times.count + 2
      return isOnly || most <= 50 && numbers[place].contains { $0 != $0.rounded() } && span >= 0.5
        || 3 * span >= most && Self.step(numbers[place]) ?? 0 < span / 5
          && !Self.areCounts(numbers[place])
    }.map { table.titles[$0] }
    let range = table.titles.indices.first { [table.titles[$0]] == candidates }
    guard times.count == 1, let time = times.first, levels.count < 2,
      range != nil || candidates.isEmpty && levels.count == 1,
      proposeTime(table.titles[time], nil, columns[time], ColumnName("t"))
    else { return }
    if let range { propose(.range, table.titles[range], nil, columns[range]) }
    if let level = levels.first { propose(.rssi, table.titles[level], nil, columns[level]) }
  }

  private static func span(_ numbers: [Double]) -> Double {
    (numbers.max() ?? 0) - (numbers.min() ?? 0)
  }
}
