internal import JSON
import Observations
import Quantities
internal import Text

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

  /// Reads the row.
  ///
  /// - Parameter time: When it is, in s, where there is no column of times.
  /// - Returns: What it says, or why it is no row.
  func parse(else time: Double?) -> Result<TraceRow, TraceRow.Fault> {
    do throws(TraceRow.Fault) {
      let count = plan.roles.count
      guard fields.count >= count,
        plan.isMapped || fields.dropFirst(count).allSatisfy(\.isEmpty)
      else {
        throw TraceRow.Fault(
          reason: .columnCount,
          found: "\(counted(fields.count, "column")) where the header has \(count)")
      }
      guard let time = plan.has(.time) ? try self.time() : time else {
        throw TraceRow.Fault(reason: .missingTime, found: "")
      }
      return .success(try TraceRow(self, at: time))
    } catch {
      return .failure(error)
    }
  }

  private func time() throws(TraceRow.Fault) -> Double? {
    guard plan.column(.time)?.isCalendar == true else { return try number(.time) }
    guard let text = field(.time) else { return nil }
    guard let nanoseconds = CivilTime.nanoseconds(text) else {
      throw TraceRow.Fault(reason: .notATime, found: found(.time))
    }
    return Double(nanoseconds) / 1e9
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
      throw TraceRow.Fault(reason: .notANumber, found: found(role) + cure(for: field))
    }
  }

  func angle(_ role: ColumnRole) -> Degrees? {
    guard let field = field(role) else { return nil }
    guard case .number(let number) = decimal(field) else { return Degrees(.nan) }
    return Degrees(number)
  }

  func word(_ role: ColumnRole) -> String? { field(role)?.string }

  func text(_ role: ColumnRole) throws(TraceRow.Fault) -> String? {
    guard let field = field(role) else { return nil }
    guard !field.contains(0), let text = String(utf8: field) else {
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
    let text = field.trimmed
    let mark = plan.decimalMark
    guard mark != UInt8(ascii: "."), text.contains(mark) else { return text.parsedDecimal }
    return text.map { $0 == mark ? UInt8(ascii: ".") : $0 }[...].parsedDecimal
  }

  /// Whether a text is `NaN`, with or without a sign.
  private static func isNaN(_ text: LogText) -> Bool {
    let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
    return MissingWord(isSigned ? text.dropFirst() : text) == .nan
  }

  /// What to do about text that is nearly a number.
  private func cure(for field: LogText) -> String {
    let comma = UInt8(ascii: ",")
    if field.count(where: { $0 == comma }) == 1, plan.decimalMark != comma,
      case .number = field.filter({ $0 != comma })[...].parsedDecimal
    {
      return field.suffix(3).contains(comma)
        ? " with a decimal comma" : " with a comma; decimals have a point"
    }
    let text = Array(field.prefix(10))
    let isDate =
      text.count == 10 && text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-")
      && text[0] &- 0x30 < 10
    return isDate ? ", a date; write seconds" : ""
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
