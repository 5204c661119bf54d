/// A table in columns, as in data frames: its rows follow the rules of every trace. Rows count from 0.
package struct TraceTable {
  package enum Values {
    /// NaN means no value.
    case numbers([Double])
    /// The place of each row's text in a list; -1 for no text.
    case texts([Int32], [[UInt8]])
  }

  package struct Fault: Error, CustomStringConvertible { package let description: String }

  fileprivate struct Column {
    let name: String
    let values: Values
    let divisor: Double

    var isEmpty: Bool {
      switch values {
      case .numbers(let numbers): numbers.allSatisfy { $0.isNaN }
      case .texts(let places, _): places.allSatisfy { $0 < 0 }
      }
    }

    var plain: Values? {
      guard case .numbers = values, divisor == 1 else { return nil }
      return values
    }
  }

  private let rows: Int
  private let period: Double?
  private let mapping: ColumnMapping?
  private var columns: [ColumnRole: Column] = [:]

  package init(
    rows: Int, columns found: [(name: String, values: Values)], _ options: ReadOptions
  ) throws(Fault) {
    (self.rows, period, mapping) = (rows, options.period?.value, options.columns)
    if let mapping, mapping.needsEveryColumn {
      let names = found.map { $0.name.lowercased() }
      for field in ColumnMapping.Field.allCases where field != .truth {
        guard let column = mapping.columns[field], column.places(in: names) == nil else { continue }
        throw Fault(description: ColumnMapping.missing(column, field))
      }
    }
    for (name, values) in found {
      guard let (role, unit) = try Self.role(of: name, options), columns[role] == nil else {
        continue
      }
      columns[role] = Column(name: name, values: values, divisor: unit?.divisor ?? 1)
    }
    let measured: [ColumnRole] = [.range, .rssi, .event]
    guard columns[.time] != nil || period != nil, measured.contains(where: { columns[$0] != nil })
    else {
      let names = found.map { $0.name }.joined(separator: ", ")
      throw Fault(
        description: "a trace has times, and ranges, received powers, or events; the columns are "
          + (names.isEmpty ? "none" : names))
    }
  }

  private static func role(
    of name: String, _ options: ReadOptions
  ) throws(Fault) -> (ColumnRole, ColumnMapping.Unit?)? {
    guard let mapping = options.columns, mapping != .tidyWithDecimalComma else {
      if options.recordingColumns.contains(name) { return (.recording, nil) }
      return ColumnRole.named.first { $0.rawValue == name }.map { ($0, nil) }
    }
    guard mapping.others.isEmpty else {
      throw Fault(
        description: "Lubdub reads one link of a table at a time; name the columns of one")
    }
    let match = mapping.columns.first { $0.value.name.lowercased() == name.lowercased() }
    guard let (field, column) = match else { return nil }
    guard column.unit?.calendar == nil else {
      throw Fault(description: "\(name) has dates as text; convert them to dates or seconds first")
    }
    return (field.role, column.unit)
  }

  /// The radio of each row, if all rows can be accepted unchanged; `nil` if they are examined one by one.
  package var plainRadios: [Radio]? {
    let words: [ColumnRole] = [.event, .peer, .recording]
    guard words.allSatisfy({ columns[$0]?.isEmpty ?? true }),
      mapping == nil, case .numbers(let times)? = columns[.time]?.plain, let named = plainSources,
      arePlain, Self.areTaken(times)
    else { return nil }
    let (ranges, powers) = (numbers(.range), numbers(.rssi))
    return (0..<rows).map { row in
      if !named.isEmpty, let radio = named[row] { return radio }
      let isRange = !ranges.isEmpty && !ranges[row].isNaN
      return !isRange && !powers.isEmpty && !powers[row].isNaN ? .ble : .uwb
    }
  }

  private static func areTaken(_ times: [Double]) -> Bool {
    var clock = ClockMending()
    var waiting = 0
    func takesAll(_ verdict: ClockMending.Verdict) -> Bool {
      verdict.jump == nil && verdict.settled.map { $0 == 0..<waiting } ?? true
    }
    for time in times {
      guard Plausibility.holds(time, .time) else { return false }
      if clock.pass(time) { continue }
      let verdict = clock.judge(time)
      guard takesAll(verdict) else { return false }
      if verdict.settled != nil { waiting = 0 }
      switch verdict.place {
      case .take: break
      case .wait: waiting += 1
      case .late, .newestFirst: return false
      }
    }
    let end = clock.finish()
    return end.place == .take && takesAll(end) && (end.settled != nil || waiting == 0)
  }

  private func numbers(_ role: ColumnRole) -> [Double] {
    guard case .numbers(let values)? = columns[role]?.values else { return [] }
    return values
  }

  private var arePlain: Bool {
    let measured: [ColumnRole] = [
      .range, .rssi, .firstPathPower, .truth, .deviation, .channel, .azimuth, .elevation,
    ]
    return measured.allSatisfy { role in
      guard let column = columns[role] else { return true }
      guard case .numbers(let values)? = column.plain else { return false }
      return values.allSatisfy { $0.isNaN || Plausibility.holds($0, role) }
    }
  }

  private var plainSources: [Radio?]? {
    guard let column = columns[.source] else { return [] }
    guard case .texts(let places, let texts) = column.values else { return nil }
    let radios = texts.map { Radio(rawValue: String(decoding: $0, as: UTF8.self)) }
    guard places.allSatisfy({ $0 < 0 || radios[Int($0)] != nil }) else { return nil }
    return places.map { $0 < 0 ? nil : radios[Int($0)] }
  }

  package func read(into sink: inout TraceSink) throws(ReadError) {
    sink.report.unit = .row
    if let truth = mapping?.columns[.truth], columns[.truth] == nil,
      mapping?.needsEveryColumn == true
    {
      sink.warn("there is no column \(truth.name), so the rows have no truth")
    }
    sink.report.carriesAngles = columns[.azimuth] != nil || columns[.elevation] != nil
    sink.report.carriesDeviations = columns[.deviation] != nil
    for row in 0..<rows {
      let found: TraceRow
      do throws(RowFault) {
        found = try parse(row)
      } catch {
        try sink.reject(error.reason, line: row, error.found, error.cure)
        continue
      }
      try sink.accept(found, line: row)
    }
    try sink.flush()
    if sink.report.accepted == 0 { sink.warn("no row could be used") }
  }

  private func parse(_ row: Int) throws(RowFault) -> TraceRow {
    let fields = TableRow(
      columns: columns, row: row, usesDecimalComma: mapping?.usesDecimalComma ?? false)
    let time = columns[.time] == nil ? period.map { $0 * Double(row) } : try fields.number(.time)
    guard let time else { throw RowFault(.missingTime) }
    return try fields.row(at: time)
  }
}

private struct TableRow: TraceFields {
  let columns: [ColumnRole: TraceTable.Column]
  let row: Int
  let usesDecimalComma: Bool

  private func decimal(_ text: LogText) -> LogText {
    usesDecimalComma ? text.withDecimalPoint : text
  }

  private func field(_ role: ColumnRole) -> LogText? {
    guard case .texts(let places, let texts)? = columns[role]?.values, places[row] >= 0 else {
      return nil
    }
    return role.value(texts[Int(places[row])][...].trimmed)
  }

  func number(_ role: ColumnRole) throws(RowFault) -> Double? {
    guard let column = columns[role] else { return nil }
    var number = 0.0
    if case .numbers(let values) = column.values {
      guard !values[row].isNaN else { return nil }
      number = values[row]
    } else {
      guard let text = field(role) else { return nil }
      switch decimal(text).parsedDecimal {
      case .number(let found): number = found
      case .notFinite where role.isMeasured && MissingWord(text) == .nan: return .nan
      case .notFinite: throw RowFault(.notFinite, found(role))
      case .malformed: throw RowFault(.notANumber, found(role))
      }
    }
    guard number.isFinite else { throw RowFault(.notFinite, found(role)) }
    // -1 means no measurement in every unit.
    return number == -1 && (role == .range || role == .truth) ? -1 : number / column.divisor
  }

  func angle(_ role: ColumnRole) -> Degrees? {
    guard let column = columns[role] else { return nil }
    if case .numbers(let values) = column.values {
      return values[row].isNaN ? nil : Degrees(values[row])
    }
    return field(role).map { Degrees(decimal($0).decimal ?? .nan) }
  }

  func word(_ role: ColumnRole) throws(RowFault) -> String? { text(role) }

  func text(_ role: ColumnRole) -> String? {
    if case .numbers(let values)? = columns[role]?.values {
      let value = values[row]
      return value.isNaN ? nil : value.isFinite ? JSONWriter.text(of: value) : "\(value)"
    }
    return field(role)?.string
  }

  func found(_ role: ColumnRole) -> String {
    "\(columns[role]?.name ?? role.rawValue) is \(Excerpt.quote((text(role) ?? "").utf8))"
  }
}
