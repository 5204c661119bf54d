/// A number followed by its unit, such as `4.045 m` and `-63dBm`, in a table whose header states no unit.
struct UnitNumber {
  let number: LogText
  let unit: ColumnMapping.Unit

  init?(_ text: LogText) {
    guard let last = text.lastIndex(where: { (0x30...0x39).contains($0) }),
      last + 1 < text.endIndex, (text[text.startIndex] &- 0x2B) < 0x0F,
      !text[..<last].contains(where: { (0x67...0x7A).contains($0 | 0x20) }),
      let unit = ColumnName.unit(behind: text[(last + 1)...].trimmed.string.lowercased())
    else { return nil }
    (number, self.unit) = (text[...last], unit)
  }

  func value(_ role: ColumnRole, isComma: Bool) -> Double? {
    guard let field = ColumnMapping.Field.allCases.first(where: { $0.role == role }),
      field.units.contains(unit)
    else { return nil }
    return (isComma ? number.withDecimalPoint : number).decimal.map { $0 / unit.divisor }
  }
}
