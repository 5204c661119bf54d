internal import Lubdub
internal import LubdubGround

extension ReadError.Proposal {
  /// The proposal for a log that starts so: columns by their names and values, checked by reading these rows
  /// with them.
  static func proposed(for start: [UInt8]) -> ReadError.Proposal? {
    guard
      let table = SampleTable(
        start, isWhole: start.last == 0x0A || start.count < FormatDetection.limit),
      let draft = ColumnDraft(table)
    else { return nil }
    return draft.checked(on: start)
  }
}

/// Which columns of a table hold what, as far as names and values show.
struct ColumnDraft {
  private var mapping = ColumnMapping([:])
  private var notes: [String] = []

  /// A draft for the first rows of a log; `nil` where neither a range nor a level shows.
  init?(_ table: SampleTable) {
    if table.isHeaderless {
      guard proposePlaces(table) else { return nil }
    } else {
      proposeNames(table)
    }
    guard mapping.columns[.range] != nil || mapping.columns[.rssi] != nil else { return nil }
  }

  private mutating func proposeNames(_ table: SampleTable) {
    let names = table.titles.map { table.isJSON ? ColumnName(path: $0) : ColumnName($0) }
    var wide: [Int] = []
    for (place, title) in table.titles.enumerated() {
      let name = names[place]
      let values = table.values(place)
      let unit = table.units.flatMap { $0[place] }.flatMap(ColumnName.unit(named:)) ?? name.unit
      if let stem = Self.linkStem(name, title, table), Self.areNumbers(values),
        wide.first.map({ Self.linkStem(names[$0], table.titles[$0], table) == stem }) ?? true
      {
        wide.append(place)
      }
      guard let field = name.field, mapping.columns[field] == nil || field == .time else {
        continue
      }
      guard field != .time || proposeTime(title, unit, values) else { continue }
      guard field != .time else { continue }
      guard field.units.isEmpty || Self.areNumbers(values),
        field != .event || values.allSatisfy({ LinkEvent(rawValue: $0.string) != nil })
      else { continue }
      propose(field, title, unit, values)
    }
    proposeWide(wide, table, names)
    guard let truth = mapping.columns[.truth] else { return }
    notes.append("\(truth.name) is taken for the truth")
  }

  // MARK: One column an anchor

  /// The name of a column of one anchor without its number: `anchor1_m` and `d2` have `anchor` and `d`.
  private static func linkStem(
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

  private mutating func proposeWide(_ places: [Int], _ table: SampleTable, _ names: [ColumnName]) {
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

  // MARK: No header

  /// Levels of radios, in dBm.
  private static let levels = -120.0...(-20.0)

  /// Takes a rising column for the time and one of distances for the range, where no other could be either.
  private mutating func proposePlaces(_ table: SampleTable) -> Bool {
    let columns = table.titles.indices.map { table.values($0) }
    let numbers = columns.map { $0.compactMap { Self.number($0, isComma: false) } }
    let times = columns.indices.filter { place in
      let values = numbers[place]
      if columns[place].contains(where: { Self.calendar([$0]) != nil }) { return true }
      if values.allSatisfy(Self.levels.contains) { return false }
      return values.count == columns[place].count && values.count > 2
        && zip(values, values.dropFirst()).allSatisfy { $0 <= $1 } && values.first != values.last
    }
    let levels = numbers.indices.filter { place in
      !numbers[place].isEmpty && numbers[place].allSatisfy(Self.levels.contains)
    }
    let ranges = numbers.indices.filter { place in
      let values = numbers[place]
      return !times.contains(place) && !values.isEmpty && values.count == columns[place].count
        && values.allSatisfy { (0...50).contains($0) } && values.contains { $0 != $0.rounded() }
    }
    guard times.count == 1, ranges.count == 1, levels.count < 2 else { return false }
    guard proposeTime(table.titles[times[0]], nil, columns[times[0]]) else { return false }
    propose(.range, table.titles[ranges[0]], nil, columns[ranges[0]])
    if let level = levels.first { propose(.rssi, table.titles[level], nil, columns[level]) }
    notes.append("there is no header; the columns are counted from 1")
    return true
  }

  // MARK: Times

  /// Takes a column of times: dates and times of day may stand in two.
  private mutating func proposeTime(
    _ title: String, _ unit: ColumnMapping.Unit?, _ values: [LogText]
  ) -> Bool {
    let other = mapping.columns[.time]
    if let form = Self.calendar(values) {
      let column = ColumnMapping.Column(title, unit: form)
      if form != .clock {
        guard other == nil || other?.unit == .clock else { return false }
        mapping.columns[.time] = column
        return true
      }
      guard other == nil else { return false }
      mapping.columns[.time] = column
      return true
    }
    if let form = Self.dates(values) {
      guard mapping.columns[.date] == nil else { return false }
      mapping.columns[.date] = .init(title, unit: form)
      return true
    }
    guard other == nil, Self.areNumbers(values) else { return false }
    propose(.time, title, unit, values)
    return true
  }

  /// How dates with times of day, or times of day alone, are written; `nil` for other text.
  private static func calendar(_ values: [LogText]) -> ColumnMapping.Unit? {
    guard values.contains(where: { $0.contains(UInt8(ascii: ":")) }) else { return nil }
    return form(values) { CivilTime.nanoseconds($0, as: $1) != nil }
  }

  /// How dates alone are written; `nil` for other text.
  private static func dates(_ values: [LogText]) -> ColumnMapping.Unit? {
    guard values.contains(where: { $0.count > 5 && $0.decimal == nil }) else { return nil }
    return form(values) { $1 != .clock && CivilTime.days($0, as: $1) != nil }
  }

  private static func form(
    _ values: [LogText], _ suits: (LogText, CalendarForm) -> Bool
  ) -> ColumnMapping.Unit? {
    guard let first = values.first else { return nil }
    // Days with points come first; with strokes the month does, unless a row shows otherwise.
    let isPoint = first.prefix(3).contains(UInt8(ascii: "."))
    let forms: [CalendarForm] =
      [.iso, .clock] + (isPoint ? [.dayFirst] : [.monthFirst, .dayFirst])
    return forms.first { form in values.allSatisfy { suits($0, form) } }
      .flatMap { form in ColumnMapping.Unit.allCases.first { $0.calendar == form } }
  }

  // MARK: Numbers

  private mutating func propose(
    _ field: ColumnMapping.Field, _ title: String, _ unit: ColumnMapping.Unit?, _ values: [LogText]
  ) {
    let marks = NumberMarks(values)
    if !field.units.isEmpty {
      if marks.hasDecimalComma { mapping.usesDecimalComma = true }
      if let mark = marks.thousands { mapping.thousandsMark = mark }
    }
    mapping.columns[field] = .init(title, unit: self.unit(of: field, unit, values))
  }

  private func unit(
    of field: ColumnMapping.Field, _ unit: ColumnMapping.Unit?, _ values: [LogText]
  ) -> ColumnMapping.Unit? {
    if let unit, field.units.contains(unit) { return unit == field.units[0] ? nil : unit }
    let marks = NumberMarks(values)
    let numbers = values.compactMap {
      Self.number($0, isComma: marks.hasDecimalComma, marks.thousands)
    }
    switch field {
    case .time: return Self.timeUnit(numbers)
    case .range, .truth: return Self.lengthUnit(numbers)
    default: return nil
    }
  }

  private static func areNumbers(_ values: [LogText]) -> Bool {
    let marks = NumberMarks(values)
    let numbers = values.count {
      number($0, isComma: marks.hasDecimalComma, marks.thousands) != nil
    }
    return numbers > 0 && 10 * numbers >= 9 * values.count
  }

  private static func number(
    _ value: LogText, isComma: Bool, _ thousands: Character? = nil
  ) -> Double? {
    var text = value
    if let mark = thousands?.asciiValue { text = text.filter { $0 != mark }[...] }
    return (isComma ? text.withDecimalPoint : text).decimal
  }

  /// By the age of the epoch, or by the step: readings come more often than every 5 s.
  private static func timeUnit(_ numbers: [Double]) -> ColumnMapping.Unit? {
    guard let first = numbers.first, let last = numbers.last, numbers.count > 1 else { return nil }
    switch first {
    case 1e17...: return .nanoseconds
    case 1e14...: return .microseconds
    case 1e11...: return .milliseconds
    default: break
    }
    let step = abs(last - first) / Double(numbers.count - 1)
    switch step {
    case 1e6...: return .nanoseconds
    case 5e3...: return .microseconds
    case 5...: return .milliseconds
    default: return nil
    }
  }

  /// Whole numbers that are too large for metres indoors.
  private static func lengthUnit(_ numbers: [Double]) -> ColumnMapping.Unit? {
    let sorted = numbers.sorted()
    guard !sorted.isEmpty, numbers.allSatisfy({ $0 == $0.rounded() }) else { return nil }
    switch sorted[sorted.count / 2] {
    case 1000...: return .millimetres
    case 30...: return .centimetres
    default: return nil
    }
  }

  // MARK: The check

  /// Fewer of the rows than this share is no way to read a log.
  private static let leastShare = 0.9
  /// Ranges whose median is longer, in m, are no ranges of radios.
  private static let longest = 2_000.0
  /// Rows that come more seldom, in s, are stamped by a clock of another kind.
  private static let slowest = 3_600.0

  /// The proposal, once the rows can be read with it.
  func checked(on start: [UInt8]) -> ReadError.Proposal? {
    var options = ReadOptions()
    options.columns = mapping
    let needsRate = mapping.columns[.time] == nil
    if needsRate { options.period = 0.1 }
    var parser = TraceParser(options: options)
    var records: [TraceRecord] = []
    let end =
      start.count < FormatDetection.limit ? start.count : (start.lastIndex(of: 0x0A) ?? 0) + 1
    guard (try? parser.feed(Array(start[..<end]))) != nil, (try? parser.finish()) != nil else {
      return nil
    }
    parser.take(into: &records)
    let report = parser.report
    let count = report.accepted + report.rejected
    guard report.accepted > 0, Double(report.accepted) >= Self.leastShare * Double(count),
      isPlausible(records)
    else { return nil }
    let read = "reads \(report.accepted) of the first \(count) rows"
    let newest = report.warnings.filter { $0 == TraceSink.newestFirst }
    return ReadError.Proposal(
      columns: mapping.text, usesDecimalComma: mapping.usesDecimalComma, needsRate: needsRate,
      thousandsMark: mapping.thousandsMark, notes: [read] + notes + newest)
  }

  private func isPlausible(_ records: [TraceRecord]) -> Bool {
    let times = records.map { $0.sample.time.value }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard steps.isEmpty || steps[steps.count / 2] < Self.slowest else { return false }
    let ranges = records.compactMap { $0.sample.range?.value }.sorted()
    return ranges.isEmpty || ranges[ranges.count / 2] < Self.longest
  }
}

/// How the numbers of a column are written.
struct NumberMarks {
  /// Whether a comma stands for the decimal point.
  let hasDecimalComma: Bool
  /// What stands between thousands and hundreds.
  let thousands: Character?

  /// Looks at the numbers of one column. A single mark before three digits is one of thousands where numbers
  /// below a thousand have none, or one number has several; else it is a decimal mark.
  init(_ values: [LogText]) {
    let marked = [UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "'")].map { mark in
      (
        mark: mark,
        groups: values.filter { $0.contains(mark) }.map {
          $0.split(separator: mark, omittingEmptySubsequences: false)
        }
      )
    }
    func areGroups(_ parts: [LogText]) -> Bool {
      parts.dropFirst().allSatisfy { $0.count == 3 && $0.unsignedInteger != nil }
        && (1...3).contains(parts[0].count) && parts[0].unsignedInteger.map { $0 > 0 } ?? false
    }
    let found = marked.first { mark, groups in
      guard !groups.isEmpty else { return false }
      let isMixed =
        groups.contains { $0.count > 2 } || groups.count < values.count || mark == UInt8(ascii: "'")
      let others = values.filter { !$0.contains(mark) }
      let areSmall = others.allSatisfy { $0.unsignedInteger.map { $0 < 1000 } ?? false }
      return isMixed && areSmall && groups.allSatisfy { areGroups($0.map { LogText($0) }) }
    }
    thousands = found.map { Character(Unicode.Scalar($0.mark)) }
    let comma = UInt8(ascii: ",")
    hasDecimalComma =
      found?.mark != comma
      && values.contains { value in
        let parts = value.split(separator: comma, omittingEmptySubsequences: false)
        return parts.count == 2
          && (parts[0].decimal != nil || found != nil) && parts[1].unsignedInteger != nil
      }
  }
}
