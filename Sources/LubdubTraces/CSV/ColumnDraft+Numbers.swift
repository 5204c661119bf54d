extension ColumnDraft {
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

  func numbers(_ values: [LogText]) -> [Double] {
    let marks = NumberMarks(values)
    return values.compactMap { Self.number($0, isComma: marks.hasDecimalComma, marks.thousands) }
  }

  static func areMeasured(_ values: [LogText]) -> Bool {
    guard areNumbers(values) else { return false }
    return Set(values.map { $0.string }).count > max(fewLinks, values.count / rowsOfLink)
  }

  static func areLevels(_ numbers: [Double]) -> Bool {
    let measured = numbers.filter { !Plausibility.isAbsentLevel($0) }
    return 2 * measured.count(where: Plausibility.isLevel) >= measured.count
  }

  /// Whether the rows of each name stand together, and there are several.
  static func areRecordings(_ values: [LogText]) -> Bool {
    #if hasFeature(Embedded)
    return false
    #else
    let starts = zip(values, values.dropFirst()).count { $0 != $1 } + 1
    return starts > 1 && rowsOfLink * starts <= values.count
      && starts == Set(values.map { $0.string }).count
    #endif
  }

  package static func areCounts(_ numbers: [Double]) -> Bool {
    numbers.count > 8
      && (numbers.allSatisfy { $0 == 0 || $0 == 1 }
        || rises(numbers) && step(numbers) == 1 && numbers[0] == numbers[0].rounded())
  }

  /// So many links may be named by numbers in any case, and of more each has as many rows.
  static let (fewLinks, rowsOfLink) = (8, 4)

  static func areNumbers(_ values: [LogText], least: Int = 9) -> Bool {
    let marks = NumberMarks(values)
    let numbers = values.count {
      number($0, isComma: marks.hasDecimalComma, marks.thousands) != nil
    }
    return numbers > 0 && 10 * numbers >= least * values.count
  }

  static func number(_ value: LogText, isComma: Bool, _ thousands: Character? = nil) -> Double? {
    var text = value
    if let mark = thousands?.asciiValue { text = text.filter { $0 != mark }[...] }
    return (isComma ? text.withDecimalPoint : text).decimal
  }

  static func step(_ numbers: [Double]) -> Double? {
    func steps(_ numbers: [Double]) -> [Double] {
      zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
    }
    let asWritten = steps(numbers)
    let isInOrder = 20 * asWritten.count { $0 > 0 } >= 19 * asWritten.count
    let lengths = (isInOrder ? asWritten : steps(numbers.inOrder())).map { $0.magnitude }.inOrder()
    return lengths.isEmpty ? nil : lengths[lengths.count / 2]
  }

  static func longestStep(_ numbers: [Double]) -> Double {
    zip(numbers, numbers.dropFirst()).map { ($1 - $0).magnitude }.max() ?? 0
  }

  static func lengthUnit(_ numbers: [Double]) -> ColumnMapping.Unit? {
    let sorted = numbers.inOrder()
    guard !sorted.isEmpty, numbers.allSatisfy({ $0 == $0.rounded() }) else { return nil }
    let middle = sorted[sorted.count / 2]
    return middle >= 1000 ? .millimetres : middle >= 30 ? .centimetres : nil
  }
}
