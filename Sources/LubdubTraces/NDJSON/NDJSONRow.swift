struct NDJSONRow: TraceFields {
  let value: JSONValue
  let recordingMember: String?
  var mapping: ColumnMapping?
  var link: String?

  var isOther: Bool {
    mapping != nil && member(.range) == nil && member(.rssi) == nil && member(.event) == nil
  }

  func parse(else time: Double?, days: inout DayCount) throws(RowFault) -> TraceRow {
    guard value.object != nil else { throw RowFault(.notJSON) }
    guard let time = try self.time(&days) ?? time else { throw RowFault(.missingTime) }
    return try row(at: time)
  }

  private func time(_ days: inout DayCount) throws(RowFault) -> Double? {
    guard let column = column(.time), column.name.utf8.contains(UInt8(ascii: "+")),
      let finer = column.finer, var time = try whole(&days)
    else { return try whole(&days) }
    for (name, divisor) in finer {
      guard let part = value.member(at: name).flatMap({ $0.number ?? written($0) }) else {
        throw RowFault(.notATime, "\(column.name) lacks a part")
      }
      time += part / divisor
    }
    return time
  }

  private func whole(_ days: inout DayCount) throws(RowFault) -> Double? {
    guard let form = column(.time)?.unit?.calendar, let text = member(.time)?.string else {
      return try number(.time)
    }
    let date = column(.date).map {
      (text: Array((member(.date)?.string ?? "").utf8)[...], form: $0.unit?.calendar ?? .iso)
    }
    guard let time = days.seconds(Array(text.utf8)[...], form, date) else {
      throw RowFault(.notATime, found(.time))
    }
    return time
  }

  private func column(_ role: ColumnRole) -> ColumnMapping.Column? {
    mapping?.columns.first { $0.key.role == role }?.value
  }

  private func name(of role: ColumnRole) -> String? {
    if mapping != nil {
      let column = column(role)
      let isSplit = role == .time && column?.name.utf8.contains(UInt8(ascii: "+")) ?? false
      return isSplit ? column?.parts.first : column?.name
    }
    return role == .recording ? recordingMember : role.rawValue
  }

  private func member(_ role: ColumnRole) -> JSONValue? {
    guard let name = name(of: role),
      let value = mapping == nil ? value[name] : value.member(at: name), !value.isNull
    else { return nil }
    guard let text = value.string else {
      return value.number?.isNaN == true && !role.mayBeNaN ? nil : value
    }
    let field = Array(text.utf8)[...]
    return role.value(role.isName ? field : field.trimmed).map { .string($0.string) }
  }

  func number(_ role: ColumnRole) throws(RowFault) -> Double? {
    guard let value = member(role) else { return nil }
    guard let number = value.number ?? written(value) else {
      if let mapping, let text = value.string,
        let number = UnitNumber(Array(text.utf8)[...])?
          .value(role, isComma: mapping.usesDecimalComma)
      {
        return number
      }
      throw RowFault(.notANumber, "\(name(of: role) ?? role.rawValue) is not a number")
    }
    // -1 means no measurement in every unit.
    guard let divisor = column(role)?.unit?.divisor, number != -1 else { return number }
    return number / divisor
  }

  private func written(_ value: JSONValue) -> Double? {
    guard let text = value.string else { return nil }
    let bytes = Array(text.utf8)[...].plain.trimmed
    return (mapping?.usesDecimalComma == true ? bytes.withDecimalPoint : bytes).decimal
  }

  func angle(_ role: ColumnRole) -> Degrees? {
    member(role).map { Degrees($0.number ?? written($0) ?? .nan) }
  }

  func word(_ role: ColumnRole) throws(RowFault) -> String? { try text(role) }

  func text(_ role: ColumnRole) throws(RowFault) -> String? {
    if role == .peer, let link { return link }
    if let joined = joined(role) { return joined }
    guard let value = member(role) else { return nil }
    guard let text = Self.text(value) else {
      throw RowFault(.notText, "\(name(of: role) ?? role.rawValue) is not a text")
    }
    return text
  }

  private func joined(_ role: ColumnRole) -> String? {
    guard role == .peer, let parts = column(role)?.parts, parts.count > 1 else { return nil }
    let texts = parts.compactMap { value.member(at: $0).flatMap(Self.text) }
    return texts.count == parts.count ? texts.joined(separator: "+") : nil
  }

  private static func text(_ value: JSONValue) -> String? {
    let number = value.number.flatMap { $0.isFinite ? $0 : nil }
    return value.string ?? number.map { JSONWriter.text(of: $0) }
  }

  func found(_ role: ColumnRole) -> String {
    let value = member(role) ?? .null
    if role == .channel, let number = value.number { return "\(role.rawValue) is \(number)" }
    return "\(role.rawValue) is \(Excerpt.quote((Self.text(value) ?? "").utf8))"
  }
}
