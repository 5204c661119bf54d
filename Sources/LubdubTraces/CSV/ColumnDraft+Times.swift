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

  mutating func proposeSplitTimes() {
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

  static func calendar(_ values: [LogText]) -> ColumnMapping.Unit? {
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

  private static func dates(_ values: [LogText]) -> ColumnMapping.Unit? {
    guard values.contains(where: { $0.count > 5 && $0.decimal == nil }) else { return nil }
    return form(values) { $1 != .clock && CivilTime.days($0, as: $1) != nil }
  }

  private static func form(
    _ values: [LogText], _ suits: (LogText, CalendarForm) -> Bool
  ) -> ColumnMapping.Unit? {
    guard let first = values.first else { return nil }
    // Days with points come first; with strokes the month does, unless only the other order goes on over midnight.
    let isPoint = first.prefix(3).contains(UInt8(ascii: "."))
    func longestStep(_ form: CalendarForm) -> Double {
      let times = values.compactMap { CivilTime.nanoseconds($0, as: form).map { Double($0) } }
      return zip(times, times.dropFirst()).map { ($1 - $0).magnitude }.max() ?? 0
    }
    let isDayFirst = isPoint || longestStep(.dayFirst) < longestStep(.monthFirst)
    let days: [CalendarForm] = isDayFirst ? [.dayFirst, .monthFirst] : [.monthFirst, .dayFirst]
    return ([.iso, .clock] + days).first { form in
      10 * values.count { suits($0, form) } >= 9 * values.count
    }.flatMap { form in ColumnMapping.Unit.allCases.first { $0.calendar == form } }
  }

  /// Whether a text is a time alone.
  static func isStamp(_ text: LogText) -> Bool {
    text.trimmed.decimal != nil || calendar([text.trimmed]) != nil
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
