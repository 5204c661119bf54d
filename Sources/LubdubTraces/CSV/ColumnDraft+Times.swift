extension ColumnDraft {
  mutating func proposeTime(
    _ title: String, _ unit: ColumnMapping.Unit?, _ values: [LogText], _ name: ColumnName
  ) -> Bool {
    if let form = Self.calendar(values) {
      let column = TimeColumn(column: .init(title, unit: form))
      let clock = times.firstIndex { $0.column.unit == .clock }
      times.insert(column, at: form == .clock ? times.count : clock ?? times.count)
      return true
    }
    if let form = Self.dates(values) {
      guard mapping.columns[.date] == nil else { return false }
      mapping.columns[.date] = .init(title, unit: form)
      return true
    }
    guard Self.areNumbers(values) else { return false }
    // .NET and Windows count so since the years 1 and 1601.
    if unit == nil, let first = numbers(values).first, (1e17..<1e18).contains(first) {
      obstacle = "\(title) counts 100 ns: drop the last digit of each, and it is in us"
      return true
    }
    times.append(
      TimeColumn(
        column: .init(title, unit: self.unit(of: .time, unit, values)), marks: NumberMarks(values),
        numbers: unit == nil ? numbers(values) : nil,
        isNamed: name.field == .time && !name.isDuration, isCounter: name.isCounter,
        isTick: name.isTick))
    return true
  }

  mutating func proposeSplitTimes(_ table: SampleTable) {
    func values(_ time: TimeColumn) -> [LogText] { table.values(titled: time.column.name) }
    for fine in times {
      let parts = numbers(values(fine))
      guard let unit = ColumnName(path: fine.column.name).unit, unit == fine.column.unit,
        unit.divisor > 1, !Self.rises(parts),
        parts.allSatisfy({ $0 == $0.rounded() && (0..<unit.divisor).contains($0) }),
        let whole = times.first(where: { time in
          let isSeconds = (time.column.unit ?? .seconds) == .seconds
          return time.column.unit?.calendar != nil
            || isSeconds && numbers(values(time)).allSatisfy { $0 == $0.rounded() }
        })
      else { continue }
      let name = "\(whole.column.name)+\(fine.column.name)"
      times.insert(TimeColumn(column: .init(name, unit: whole.column.unit)), at: 0)
      return
    }
  }

  /// Why times are not read whose fractions lack their first zeros: within a second they rise as whole numbers alone.
  var unpadded: String? {
    let ranges = mapping.columns[.range].flatMap { table.titles.firstIndex(of: $0.name) }
    return ranges.flatMap { unpaddedRanges($0) }
      ?? times.lazy.compactMap { time in table.titles.firstIndex(of: time.column.name) }
      .compactMap { unpadded($0) }.first
  }

  private func unpadded(_ column: Int) -> String? {
    var last: (whole: LogText, part: LogText)?
    var (falls, digits): (LogText?, Int) = (nil, 3)
    for value in table.values(column) {
      guard let point = value.lastIndex(of: UInt8(ascii: ".")) else { continue }
      let (whole, part) = (value[..<point], value[(point + 1)...])
      if part.count > 3 { digits = 6 }
      if let last, last.whole.elementsEqual(whole) {
        guard last.part.unsignedInteger ?? .max <= part.unsignedInteger ?? 0 else { return nil }
        if part.lexicographicallyPrecedes(last.part) { falls = last.part }
      }
      last = (whole, part)
    }
    return falls.map { lacking($0, digits, column) }
  }

  /// The same of ranges: with the zero, they go on from the row before.
  private func unpaddedRanges(_ column: Int) -> String? {
    #if !hasFeature(Embedded)
    let values = table.values(column).map { $0.split(separator: UInt8(ascii: ".")) }
    let digits = values.map { $0.last?.count ?? 0 }.max() ?? 0
    var last: Double?
    var (short, better) = ([LogText](), 0)
    for value in values {
      guard value.count == 2, let whole = value[0].unsignedInteger, 2...3 ~= digits,
        let part = value[1].unsignedInteger, value[1].count == 1 || value[1].first != 0x30
      else { return nil }
      let (scale, own) = (digits == 2 ? 100.0 : 1000, [10.0, 100, 1000][value[1].count - 1])
      let (right, read) = (Double(whole) + Double(part) / scale, Double(whole) + Double(part) / own)
      if let last, right != read {
        short.append(value[1])
        if (right - last).magnitude < (read - last).magnitude { better += 1 }
      }
      last = right
    }
    guard short.count > 4, 5 * better >= 4 * short.count, let first = short.first else {
      return nil
    }
    return lacking(first, digits, column)
    #else
    return nil
    #endif
  }

  private func lacking(_ part: LogText, _ digits: Int, _ column: Int) -> String {
    let text = "the fractions of \(table.titles[column]) lack their first zeros, as \(part.string)"
    #if hasFeature(Embedded)
    return text
    #else
    let (zeros, place) = (String(repeating: "0", count: max(0, digits - part.count)), column + 1)
    return "\(text) for \(zeros)\(part.string): awk -F, -v OFS=, "
      + "'NR>1{split($\(place),a,\".\");$\(place)=sprintf(\"%s.%0\(digits)d\",a[1],a[2])}1' FILE writes them"
    #endif
  }

  static func calendar(_ values: [LogText]) -> ColumnMapping.Unit? {
    if isBareClock(values) { return .clock }
    #if !hasFeature(Embedded)
    // Single units are cut off already.
    if values.contains(where: { CivilTime.duration($0) != nil }),
      values.allSatisfy({ $0.decimal != nil || CivilTime.duration($0) != nil })
    {
      return .clock
    }
    #endif
    guard
      values.contains(where: { $0.contains(UInt8(ascii: ":")) })
        || !values.isEmpty
          && values.allSatisfy({
            CivilTime.isCompact($0) || $0.dropFirst(8).first == UInt8(ascii: "T")
              || CivilTime.clockWithPoints($0) != nil
          })
    else { return nil }
    return form(values) { CivilTime.nanoseconds($0, as: $1) != nil }
  }

  /// Whether six digits are hours, minutes and seconds, as in NMEA 0183: all can be, and a minute goes by.
  private static func isBareClock(_ values: [LogText]) -> Bool {
    var minutes: Set<Int64> = []
    for value in values {
      let whole = value.prefix { $0 != UInt8(ascii: ".") }
      guard whole.count == 6, let number = whole.unsignedInteger, number < 240_000,
        number / 100 % 100 < 60, number % 100 < 60
      else { return false }
      minutes.insert(number / 100)
    }
    return minutes.count > 1
  }

  static func dates(_ values: [LogText]) -> ColumnMapping.Unit? {
    guard values.contains(where: { $0.count > 5 && $0.decimal == nil }) else { return nil }
    return form(values) { $1 != .clock && CivilTime.days($0, as: $1) != nil }
  }

  static func form(
    _ values: [LogText], _ suits: (LogText, CalendarForm) -> Bool
  ) -> ColumnMapping.Unit? {
    guard let first = values.first else { return nil }
    // Days with points come first; with strokes the month does, unless a row shows otherwise.
    let isPoint = first.prefix(3).contains(UInt8(ascii: "."))
    let days: [CalendarForm] = isPoint ? [.dayFirst] : [.monthFirst, .dayFirst]
    // Over midnight only one of the two goes on.
    let leaps = days.map { form in
      longestStep(values.compactMap { CivilTime.nanoseconds($0, as: form).map { Double($0) } })
    }
    let isDayFirst = leaps.count > 1 && leaps[1] < leaps[0]
    let forms: [CalendarForm] = [.iso, .clock] + (isDayFirst ? days.reversed() : days)
    return forms.first { form in 10 * values.count { suits($0, form) } >= 9 * values.count }
      .flatMap { form in ColumnMapping.Unit.allCases.first { $0.calendar == form } }
  }

  /// By the age of the epoch, or by the step: ranges come up to 200 times a second, levels of Bluetooth up to 10 times,
  /// and what ticks of a clock count, seldom more often than 30 times. Steps of less than a millisecond are days, or hours.
  static func timeUnit(_ numbers: [Double], hasRanges: Bool, isTick: Bool) -> ColumnMapping.Unit? {
    guard let step = step(numbers) else { return nil }
    let middle = numbers.inOrder()[numbers.count / 2]
    // From 2001 to 2036, with rows at most an hour apart; counters of smaller units go on faster.
    let epoch = [ColumnMapping.Unit.seconds, .milliseconds, .microseconds, .nanoseconds].first {
      (1e9..<2.1e9).contains(middle / $0.divisor) && step <= 3600 * $0.divisor
    }
    if let epoch { return epoch == .seconds ? nil : epoch }
    let limits = hasRanges ? (5.0, 1e4, 1e7) : (100, 1e5, 1e8)
    switch step {
    case limits.2... where (1e11..<1.1e12).contains(middle): return .milliseconds
    case limits.2...: return .nanoseconds
    case limits.1...: return .microseconds
    case _ where (1e11..<2.1e11).contains(middle): return .centiseconds
    case limits.0... where isTick && step < 30: return .centiseconds
    case limits.0...: return .milliseconds
    case ..<1e-3 where step * 86_400 > 5e-3 && middle < 1e6:
      return middle < 3e5 ? (1..<24).contains(middle) ? .hours : .excel : .matlab
    default: return nil
    }
  }
}
