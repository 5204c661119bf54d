extension CSVRow {
  /// The record of a row of plain values with a known link; `nil` for any other row, which `parse` reads.
  func record(
    line: Int, in order: RowOrder?, _ peers: NameTable, _ recent: inout RecentNames
  ) -> TraceRecord? {
    guard !isOpen, fields.count == plan.roles.count else { return nil }
    var record = TraceRecord(Sample(time: Seconds(.nan), radio: .uwb), line: line)
    var radio: Radio?
    for (role, field) in zip(plan.roles, fields) where !field.isEmpty && role != .ignored {
      let text = unsafe bytes(field)
      let isTaken: Bool
      if role == .source {
        radio = unsafe text.count <= 8 ? Radio(simpleName: word(text), count: text.count) : nil
        isTaken = radio != nil
      } else if role == .peer {
        // A quote within quotes is written twice.
        record.peer = unsafe text.contains(UInt8(ascii: "\"")) ? nil : recent.find(text, in: peers)
        isTaken = record.peer != nil
      } else if role == .time, plan.calendar != nil {
        let time = unsafe CivilTime.usualForm(text)
        isTaken = time.map { record.set(role, Double($0) / 1e9, in: order) } ?? false
      } else if case .number(let number) = unsafe DecimalNumber.parse(text, point: plan.decimalMark)
      {
        isTaken = number != -1 && record.set(role, number / plan.divisor(role), in: order)
      } else {
        isTaken = false
      }
      guard isTaken else { return nil }
    }
    return record.takeRadio(radio) ? record : nil
  }

  private func word(_ text: UnsafeRawBufferPointer) -> UInt64 {
    unsafe text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
