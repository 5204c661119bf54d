import Lubdub
internal import LubdubGround

/// One line of a CSV trace, field by field: rows of any form, and every check.
struct CSVRow: TraceFields {
  private let line: LogText
  /// Where the fields stand, without blanks and one pair of quotes around each.
  private let fields: [Range<Int>]
  private let plan: CSVPlan

  /// The fields of a line, without its end. A separator between quotes separates nothing where the line has
  /// another number of fields with it.
  init(_ line: LogText, _ plan: CSVPlan) {
    self.line = line
    self.plan = plan
    guard plan.separator != UInt8(ascii: " ") else {
      self.fields = line.split { $0 == 0x20 || $0 == 0x09 }.map { $0.startIndex..<$0.endIndex }
      return
    }
    let fields = Self.fields(of: line, plan, readsQuotes: false)
    let isWhole = fields.count == plan.roles.count
    self.fields = isWhole ? fields : Self.fields(of: line, plan, readsQuotes: true)
  }

  private static func fields(
    of line: LogText, _ plan: CSVPlan, readsQuotes: Bool
  ) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    fields.reserveCapacity(plan.roles.count)
    var start = line.startIndex
    var isQuoted = false
    for place in line.indices {
      if line[place] == UInt8(ascii: "\""), readsQuotes { isQuoted.toggle() }
      guard line[place] == plan.separator, !isQuoted else { continue }
      fields.append(bare(start..<place, in: line))
      start = place + 1
    }
    fields.append(bare(start..<line.endIndex, in: line))
    return fields
  }

  /// The field without blanks and one pair of quotes around it.
  private static func bare(_ field: Range<Int>, in line: LogText) -> Range<Int> {
    func isBlank(_ place: Int) -> Bool { line[place] == 0x20 || line[place] == 0x09 }
    var (start, end) = (field.lowerBound, field.upperBound)
    while start < end, isBlank(start) { start += 1 }
    while start < end, isBlank(end - 1) { end -= 1 }
    let quote = UInt8(ascii: "\"")
    let isQuoted = end - start >= 2 && line[start] == quote && line[end - 1] == quote
    return isQuoted ? start + 1..<end - 1 : start..<end
  }

  /// Whether all columns of the row's link are empty, as in a table with some for each link.
  var isOfAnotherLink: Bool {
    plan.link != nil && fields.count >= plan.roles.count && field(.range) == nil
      && field(.rssi) == nil
  }

  /// Reads the row.
  func parse(else time: Double?, days: inout DayCount) -> Result<TraceRow, TraceRow.Fault> {
    do throws(TraceRow.Fault) {
      let count = plan.roles.count
      guard fields.count >= count,
        plan.isMapped || fields.dropFirst(count).allSatisfy({ $0.isEmpty })
      else {
        throw TraceRow.Fault(
          reason: .columnCount,
          found: "\(counted(fields.count, "column")) where the header has \(count)")
      }
      guard let time = plan.has(.time) ? try self.time(&days) : time else {
        throw TraceRow.Fault(reason: .missingTime, found: "")
      }
      return .success(try TraceRow(self, at: time))
    } catch {
      return .failure(error)
    }
  }

  private func time(_ days: inout DayCount) throws(TraceRow.Fault) -> Double? {
    guard let form = plan.column(.time)?.calendar else { return try number(.time) }
    guard let text = field(.time) else { return nil }
    let date = plan.column(.date)?.calendar.map { (text: field(.date) ?? [], form: $0) }
    guard let time = days.seconds(text, form, date) else {
      throw TraceRow.Fault(reason: .notATime, found: found(.time))
    }
    return time
  }

  /// The field of a role, if it holds anything. `NaN` counts as something where a time or a
  /// measurement is expected.
  private func field(_ role: ColumnRole) -> LogText? {
    guard let place = plan.column(role)?.place, !fields[place].isEmpty else { return nil }
    let field = line[fields[place]]
    switch MissingWord(field) {
    case nil: return field
    case .noValue: return nil
    case .nan: return role == .time || role.isMeasured ? field : nil
    }
  }

  func number(_ role: ColumnRole) throws(TraceRow.Fault) -> Double? {
    guard let field = field(role), let column = plan.column(role) else { return nil }
    switch decimal(field) {
    // -1 stands for no measurement in every unit.
    case .number(-1) where role == .range || role == .truth: return -1
    case .number(let number): return number / column.divisor
    case .notFinite where role.isMeasured && Self.isNaN(field.trimmed): return .nan
    case .notFinite: throw TraceRow.Fault(reason: .notFinite, found: found(role))
    case .malformed:
      let (more, cure) = nearlyNumber(field)
      throw TraceRow.Fault(reason: .notANumber, found: found(role) + more, cure: cure)
    }
  }

  func angle(_ role: ColumnRole) -> Degrees? {
    guard let field = field(role) else { return nil }
    guard case .number(let number) = decimal(field) else { return Degrees(.nan) }
    return Degrees(number)
  }

  func word(_ role: ColumnRole) -> String? { field(role)?.string }

  func text(_ role: ColumnRole) throws(TraceRow.Fault) -> String? {
    if role == .peer, let link = plan.link { return link }
    guard let field = field(role) else { return nil }
    let decoded =
      plan.isMapped ? DecodedText.string(field) : String(utf8: field)
    guard !field.contains(0), let text = decoded else {
      throw TraceRow.Fault(
        reason: .notText, found: "\(role.rawValue) holds bytes that are no text")
    }
    return Self.single(text)
  }

  func found(_ role: ColumnRole) -> String {
    "\(plan.column(role)?.name ?? role.rawValue) is \(Excerpt.quote(field(role) ?? []))"
  }

  /// What a field is as a number, with the decimal mark of the file or a point.
  private func decimal(_ field: LogText) -> DecimalNumber.Parsed {
    var text = field.trimmed
    let mark = plan.decimalMark
    if let thousands = plan.thousandsMark { text = text.filter { $0 != thousands }[...] }
    guard mark != UInt8(ascii: "."), text.contains(mark) else { return text.parsedDecimal }
    return text.map { $0 == mark ? UInt8(ascii: ".") : $0 }[...].parsedDecimal
  }

  /// Whether a text is `NaN`, with or without a sign.
  private static func isNaN(_ text: LogText) -> Bool {
    let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
    return MissingWord(isSigned ? text.dropFirst() : text) == .nan
  }

  /// What is said of text that is nearly a number, and what cures it.
  private func nearlyNumber(_ field: LogText) -> (text: String, cure: Cure?) {
    let comma = UInt8(ascii: ",")
    if field.count(where: { $0 == comma }) == 1, plan.decimalMark != comma,
      case .number = field.filter({ $0 != comma })[...].parsedDecimal
    {
      let isDecimal = field.suffix(3).contains(comma)
      return (
        isDecimal ? " with a decimal comma" : " with a comma; decimals have a point", .decimalMark
      )
    }
    let text = Array(field.prefix(10))
    let isDate =
      text.count == 10 && text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-")
      && text[0] &- 0x30 < 10
    return isDate ? (", a date; write seconds", .dates) : ("", nil)
  }

  /// The text with every doubled quote (RFC 4180) as a single one.
  private static func single(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return text }
    var isSecond = false
    let bytes = text.utf8.filter { byte in
      isSecond = byte == UInt8(ascii: "\"") && !isSecond
      return byte != UInt8(ascii: "\"") || isSecond
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
