/// A column of a sample: the meaning of its name, and the properties of its values.
struct SampleColumn {
  let title: String
  let name: ColumnName
  /// The unit that the name, a row of units, or a comment states.
  let unit: ColumnMapping.Unit?
  /// The values, without words for a missing value.
  let values: [LogText]
  /// The number of different values.
  let variety: Int
  let marks: NumberMarks
  /// The values that are numbers.
  let numbers: [Double]

  /// The number of different numbers that may name links without a condition, and the number of rows that each number needs
  /// if there are more of them.
  private static let (fewLinks, rowsOfLink) = (8, 4)

  init(
    _ title: String, _ name: ColumnName, _ unit: ColumnMapping.Unit?, _ values: [LogText]
  ) {
    (self.title, self.name, self.unit, self.values) = (title, name, unit, values)
    variety = Set(values).count
    let marks = NumberMarks(values)
    self.marks = marks
    numbers = values.compactMap { marks.number($0) }
  }

  /// Whether at least `tenths` tenths of the values are numbers.
  func isNumeric(tenths: Int = 9) -> Bool {
    !numbers.isEmpty && 10 * numbers.count >= tenths * values.count
  }

  var median: Double { numbers.inOrder()[numbers.count / 2] }

  var rises: Bool {
    numbers.count > 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
      && numbers.first != numbers.last
  }

  /// The median step, or the median step of the sorted numbers if most don't rise.
  var step: Double? {
    func steps(_ numbers: [Double]) -> [Double] {
      zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
    }
    let asWritten = steps(numbers)
    let isInOrder = 20 * asWritten.count { $0 > 0 } >= 19 * asWritten.count
    let lengths = (isInOrder ? asWritten : steps(numbers.inOrder())).map { $0.magnitude }.inOrder()
    return lengths.isEmpty ? nil : lengths[lengths.count / 2]
  }

  /// Whether the numbers are flags, or count rows.
  var areCounts: Bool {
    numbers.count > 8
      && (numbers.allSatisfy { $0 == 0 || $0 == 1 }
        || rises && step == 1 && numbers[0] == numbers[0].rounded())
  }

  var areLevels: Bool {
    let measured = numbers.filter { !Plausibility.isAbsentLevel($0) }
    return 2 * measured.count(where: Plausibility.isLevel) >= measured.count
  }

  /// Whether the values are measurements or counts and therefore don't name links.
  var nameNoLink: Bool {
    isNumeric() && variety > max(Self.fewLinks, values.count / Self.rowsOfLink)
      || values.count > 8 && variety == values.count
  }

  /// Whether the column has several values, and rows with equal values of another column have equal numbers in it.
  func isFunction(of other: SampleColumn) -> Bool {
    guard other.values.count == values.count, other.variety > 4, variety > 4,
      Self.rowsOfLink * other.variety <= values.count
    else { return false }
    var found: [LogText: LogText] = [:]
    return zip(other.values, values).allSatisfy { key, value in
      defer { found[key] = value }
      return found[key] ?? value == value
    }
  }

  /// Whether the numbers rise and fall with the numbers of another column: their correlation is above 0.9.
  func goes(with other: SampleColumn) -> Bool {
    guard other.title != title, numbers.count == other.numbers.count, variety > 8, !rises else {
      return false
    }
    let count = Double(numbers.count)
    let own = numbers.reduce(0, +) / count
    let others = other.numbers.reduce(0, +) / count
    var (square, product, otherSquare) = (0.0, 0.0, 0.0)
    for (number, known) in zip(numbers, other.numbers) {
      square += (number - own) * (number - own)
      otherSquare += (known - others) * (known - others)
      product += (number - own) * (known - others)
    }
    return product > 0 && product * product > 0.81 * square * otherSquare
  }

  /// Whether there are few names with many rows each.
  var areLinks: Bool { variety > 1 && Self.rowsOfLink * variety <= values.count }

  /// Whether the rows of each name are consecutive, and there are several names.
  var areRecordings: Bool {
    areLinks && variety == zip(values, values.dropFirst()).count { $0 != $1 } + 1
  }
}

// MARK: Units and forms

extension SampleColumn {
  /// The stated unit, unless it is the usual unit; for whole numbers without a unit, the unit that their size shows.
  func unit(
    as field: ColumnMapping.Field, stated unit: ColumnMapping.Unit?
  ) -> ColumnMapping.Unit? {
    if let unit, field.units.contains(unit) { return unit == field.units[0] ? nil : unit }
    guard field == .range || field == .truth, !numbers.isEmpty, areWhole else { return nil }
    return median >= 1000 ? .millimetres : median >= 30 ? .centimetres : nil
  }

  /// The unit with which the values are times since 1970, or the unit that the step shows: ranges arrive up to 200 times per
  /// second, levels of Bluetooth up to 10 times, and clock ticks rarely more than 30 times. Steps of less than a millisecond
  /// are days or hours.
  func timeUnit(besideRanges: Bool) -> ColumnMapping.Unit? {
    guard let step else { return nil }
    let middle = median
    // From 2001 to 2036, with rows at most an hour apart; counters of smaller units rise faster.
    let epoch = [ColumnMapping.Unit.seconds, .milliseconds, .microseconds, .nanoseconds].first {
      (1e9..<2.1e9).contains(middle / $0.divisor) && step <= 3600 * $0.divisor
    }
    if let epoch { return epoch == .seconds ? nil : epoch }
    let limits = besideRanges ? (5.0, 1e4, 1e7) : (100, 1e5, 1e8)
    switch step {
    case limits.2... where (1e11..<1.1e12).contains(middle): return .milliseconds
    case limits.2...: return .nanoseconds
    case limits.1...: return .microseconds
    case _ where (1e11..<2.1e11).contains(middle): return .centiseconds
    case limits.0... where name.isTick && step < 30: return .centiseconds
    case limits.0...: return .milliseconds
    case ..<1e-3 where step * 86_400 > 5e-3 && middle < 1e6:
      return middle < 3e5 ? (1..<24).contains(middle) ? .hours : .excel : .matlab
    default: return nil
    }
  }

  var areWhole: Bool { numbers.allSatisfy { $0 == $0.rounded() } }

  /// The form of dates with a time of day, or of times of day.
  var calendar: ColumnMapping.Unit? { Self.calendar(values) }

  static func calendar(_ values: [LogText]) -> ColumnMapping.Unit? {
    let hasDurations = values.contains(where: isDuration)
    // Go writes a duration below a minute as seconds, whose unit is already removed.
    let stamps = hasDurations ? values.filter { $0.decimal == nil } : values
    return form(of: stamps) { text, form in
      let isStamp =
        hasDurations || text.contains(UInt8(ascii: ":")) || CivilTime.isCompact(text)
        || text.dropFirst(8).first == UInt8(ascii: "T") || CivilTime.clockWithPoints(text) != nil
      return isStamp && CivilTime.nanoseconds(text, as: form) != nil
    }
  }

  /// Whether a text is a duration, which the page does not read.
  private static func isDuration(_ text: LogText) -> Bool {
    #if hasFeature(Embedded)
    false
    #else
    CivilTime.duration(text) != nil
    #endif
  }

  /// The form of dates without a time of day.
  var dates: ColumnMapping.Unit? {
    guard values.contains(where: { $0.count > 5 && $0.decimal == nil }) else { return nil }
    return Self.form(of: values) { $1 != .clock && CivilTime.days($0, as: $1) != nil }
  }

  /// The first form that fits nine tenths of the values.
  private static func form(
    of values: [LogText], _ suits: (LogText, CalendarForm) -> Bool
  ) -> ColumnMapping.Unit? {
    guard let first = values.first else { return nil }
    // With points, the day is first; with slashes, the month is, unless only the other order continues over midnight.
    let isPoint = first.prefix(3).contains(UInt8(ascii: "."))
    func longestStep(_ form: CalendarForm) -> Double {
      let times = values.compactMap { CivilTime.nanoseconds($0, as: form).map { Double($0) } }
      return zip(times, times.dropFirst()).map { ($1 - $0).magnitude }.max() ?? 0
    }
    let isDayFirst = isPoint || longestStep(.dayFirst) < longestStep(.monthFirst)
    let days: [CalendarForm] = isDayFirst ? [.dayFirst, .monthFirst] : [.monthFirst, .dayFirst]
    return ([.iso, .clock] + days).first { form in
      10 * values.count { suits($0, form) } >= 9 * values.count
    }.flatMap { ColumnMapping.Unit(rawValue: $0.rawValue) }
  }
}
