/// The fields of a line, which borrow its bytes. Only fields that aren't plain numbers or names get a separate text.
@safe struct CSVRow: TraceFields {
  private let line: UnsafeRawBufferPointer
  let fields: [Range<Int>]
  let plan: CSVPlan
  let isOpen: Bool

  /// - fields: A buffer that is reused for every line.
  init(_ line: UnsafeRawBufferPointer, _ plan: CSVPlan, cutBy fields: inout [Range<Int>]) {
    fields.removeAll(keepingCapacity: true)
    isOpen = unsafe Self.cut(line, plan.separator, into: &fields)
    if fields.count == plan.roles.count + 1, plan.separator != UInt8(ascii: " ") {
      fields = unsafe TimeComma.joined(fields, in: LogText(line))
    }
    unsafe self.line = unsafe line
    self.fields = fields
    self.plan = plan
  }

  /// Cuts a line into fields. Returns whether a quote is not closed.
  private static func cut(
    _ line: UnsafeRawBufferPointer, _ separator: UInt8, into fields: inout [Range<Int>]
  ) -> Bool {
    guard separator != UInt8(ascii: " ") else {
      var start = 0
      for place in 0...line.count where unsafe place == line.count || Self.isBlank(line[place]) {
        if start < place { fields.append(start..<place) }
        start = place + 1
      }
      return false
    }
    var place = 0
    while true {
      let start = place
      while unsafe place < line.count && line[place] != separator && isBlank(line[place]) {
        place += 1
      }
      // A quote within quotes is written twice, which ends the quotes and begins them again.
      while unsafe place < line.count && line[place] == UInt8(ascii: "\"") {
        repeat { place += 1 } while unsafe place < line.count && line[place] != UInt8(ascii: "\"")
        guard place < line.count else {
          unsafe fields.append(bare(start..<line.count, in: line))
          return true
        }
        place += 1
      }
      while unsafe place < line.count && line[place] != separator { place += 1 }
      unsafe fields.append(bare(start..<place, in: line))
      guard place < line.count else { return false }
      place += 1
    }
  }

  /// A row with fields at known places, in the order of the columns of its plan.
  init(_ line: UnsafeRawBufferPointer, _ fields: [Range<Int>], _ plan: CSVPlan) {
    unsafe self.line = unsafe line
    (self.plan, isOpen) = (plan, false)
    self.fields = fields.map { unsafe Self.bare($0, in: line) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func bare(_ field: Range<Int>, in line: UnsafeRawBufferPointer) -> Range<Int> {
    var (start, end) = (field.lowerBound, field.upperBound)
    while start < end, unsafe isBlank(line[start]) { start += 1 }
    while start < end, unsafe isBlank(line[end - 1]) { end -= 1 }
    let quote = UInt8(ascii: "\"")
    let isQuoted = unsafe end - start >= 2 && line[start] == quote && line[end - 1] == quote
    return isQuoted ? start + 1..<end - 1 : start..<end
  }

  func bytes(_ field: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: line[field])
  }

  private func text(_ field: Range<Int>) -> LogText { unsafe LogText(bytes(field)) }

  var isOfAnotherLink: Bool {
    plan.link != nil && fields.count >= plan.roles.count
      && [ColumnRole.range, .rssi].allSatisfy { field($0).map(Self.isNaN) ?? true }
  }

  func parse(else time: Double?, days: inout DayCount) throws(RowFault) -> TraceRow {
    let count = plan.roles.count
    guard !isOpen else { throw RowFault(.damaged, "a quote is not closed in its line") }
    guard fields.count >= count, fields.dropFirst(count).allSatisfy({ $0.isEmpty }) else {
      throw RowFault(
        .columnCount,
        "\(counted(fields.count, "column")) where the \(plan.isHeaderless ? "first row" : "header") has "
          + "\(count)", mayHaveDecimalCommas ? .decimalCommas : nil)
    }
    guard let time = plan.has(.time) ? try self.time(&days) : time else {
      throw RowFault(.missingTime)
    }
    return try row(at: time)
  }

  private var mayHaveDecimalCommas: Bool {
    plan.separator == UInt8(ascii: ",") && 2 * fields.count > 3 * plan.roles.count - 1
      && fields.dropFirst(plan.roles.count).allSatisfy { text($0).decimal != nil }
  }

  private func time(_ days: inout DayCount) throws(RowFault) -> Double? {
    guard var time = try whole(&days) else { return nil }
    guard plan.hasTimeInParts, let column = plan.column(.time) else { return time }
    for (place, divisor) in zip(column.others, column.finer) {
      guard let text = field(at: place, .time), case .number(let part) = decimal(text) else {
        throw RowFault(.notATime, "\(column.name) lacks a part")
      }
      time += part / divisor
    }
    return time
  }

  private func whole(_ days: inout DayCount) throws(RowFault) -> Double? {
    guard let form = plan.calendar else { return try number(.time) }
    guard let text = field(.time) else { return nil }
    let date = plan.column(.date)?.calendar.map { (text: field(.date) ?? [], form: $0) }
    guard let time = days.seconds(text, form, date) else { throw RowFault(.notATime, found(.time)) }
    return time
  }

  private func field(_ role: ColumnRole) -> LogText? {
    plan.place(role).flatMap { field(at: $0, role) }
  }

  private func field(at place: Int, _ role: ColumnRole) -> LogText? {
    let text = text(fields[place])
    return role.value(
      role.isName ? text : plan.isHeaderless ? Self.unnamed(text.plain) : text.plain)
  }

  /// The text after a name or in brackets, as in a log without a header: `RSSI=-66`, `[09:10:00`, `(100)`.
  static func unnamed(_ text: LogText) -> LogText {
    func isBracket(_ byte: UInt8?) -> Bool {
      byte == 0x28 || byte == 0x29 || byte == 0x5B || byte == 0x5D
    }
    var text = text
    // The checksum of NMEA 0183.
    if text.count > 3, text[text.endIndex - 3] == UInt8(ascii: "*") { text.removeLast(3) }
    while isBracket(text.last) { text.removeLast() }
    while isBracket(text.first) { text.removeFirst() }
    let rest = text.drop { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_") }
    let isNamed =
      rest.count > 1 && rest.count < text.count && Array("=:".utf8).contains(rest[rest.startIndex])
    return isNamed ? rest.dropFirst() : text
  }

  func number(_ role: ColumnRole) throws(RowFault) -> Double? {
    guard let place = plan.place(role) else { return nil }
    if let number = plainNumber(place) { return value(number, role) }
    guard let field = field(at: place, role) else { return nil }
    switch decimal(field) {
    case .number(let number): return value(number, role)
    case .notFinite where role.isMeasured && Self.isNaN(field.trimmed): return .nan
    case .notFinite: throw RowFault(.notFinite, found(role))
    case .malformed:
      let isComma = plan.decimalMark == UInt8(ascii: ",")
      if plan.isMapped, let number = UnitNumber(field.trimmed)?.value(role, isComma: isComma) {
        return number
      }
      let (more, cure) = nearlyNumber(field)
      throw RowFault(.notANumber, found(role) + more, cure)
    }
  }

  /// The number of a field that contains only a number, without copying its text.
  private func plainNumber(_ place: Int) -> Double? {
    guard plan.thousandsMark == nil,
      case .number(let number) = unsafe DecimalNumber.parse(
        bytes(fields[place]), point: plan.decimalMark)
    else { return nil }
    return number
  }

  private func value(_ number: Double, _ role: ColumnRole) -> Double {
    // -1 means no measurement in every unit.
    number == -1 && (role == .range || role == .truth) ? -1 : number / plan.divisor(role)
  }

  func angle(_ role: ColumnRole) -> Degrees? {
    guard let place = plan.place(role) else { return nil }
    if let number = plainNumber(place) { return Degrees(number) }
    guard let field = field(at: place, role) else { return nil }
    guard case .number(let number) = decimal(field) else { return Degrees(.nan) }
    return Degrees(number)
  }

  func word(_ role: ColumnRole) -> String? { field(role)?.string }

  func text(_ role: ColumnRole) throws(RowFault) -> String? {
    if role == .peer, let link = plan.link { return link }
    guard let place = plan.place(role) else { return nil }
    guard plan.hasNamesInParts, let column = plan.column(role) else {
      return try text(at: place, role)
    }
    var names: [String] = []
    for place in [place] + column.others {
      if let text = try text(at: place, role) { names.append(text) }
    }
    return names.isEmpty ? nil : names.joined(separator: "+")
  }

  private func text(at place: Int, _ role: ColumnRole) throws(RowFault) -> String? {
    let bytes = unsafe bytes(fields[place])
    guard unsafe !bytes.isEmpty, unsafe MissingWord(bytes) == nil else { return nil }
    var decoded = unsafe String(utf8: bytes)
    if decoded == nil, plan.isMapped { decoded = DecodedText.string(text(fields[place])) }
    guard let text = decoded, unsafe !bytes.contains(0) else {
      throw RowFault(.notText, "\(role.rawValue) has bytes that are not text")
    }
    return unsafe bytes.contains(UInt8(ascii: "\"")) ? Self.single(text) : text
  }

  func found(_ role: ColumnRole) -> String {
    "\(plan.column(role)?.name ?? role.rawValue) is \(Excerpt.quote(field(role) ?? []))"
  }

  private func decimal(_ field: LogText) -> DecimalNumber.Parsed {
    var text = field.trimmed
    let (mark, point) = (plan.decimalMark, UInt8(ascii: "."))
    if let thousands = plan.thousandsMark {
      guard Self.areGroups(text.prefix { $0 != mark }, thousands) else { return .malformed }
      text = text.filter { $0 != thousands }[...]
    } else if mark != point, text.contains(point), Self.areGroups(text, point) {
      return .malformed
    }
    guard mark != UInt8(ascii: "."), text.contains(mark) else { return text.parsedDecimal }
    return text.map { $0 == mark ? UInt8(ascii: ".") : $0 }[...].parsedDecimal
  }

  /// Whether each thousands mark precedes three digits.
  private static func areGroups(_ text: LogText, _ mark: UInt8) -> Bool {
    var count = 0
    for byte in text.reversed() {
      if byte == mark, count != 3 { return false }
      count = byte == mark ? 0 : count + 1
    }
    return true
  }

  private static func isNaN(_ text: LogText) -> Bool {
    let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
    return MissingWord(isSigned ? text.dropFirst() : text) == .nan
  }

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
    if plan.decimalMark == comma, plan.thousandsMark == nil, field.contains(UInt8(ascii: ".")) {
      return (" with a point, as between thousands", .thousands)
    }
    let text = Array(field.prefix(10))
    let isDate =
      text.count == 10 && text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-")
      && text[0] &- 0x30 < 10
    return isDate ? (", a date; write seconds", .dates) : ("", nil)
  }

  private static func single(_ text: String) -> String {
    var isSecond = false
    let bytes = text.utf8.filter { byte in
      isSecond = byte == UInt8(ascii: "\"") && !isSecond
      return byte != UInt8(ascii: "\"") || isSecond
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
