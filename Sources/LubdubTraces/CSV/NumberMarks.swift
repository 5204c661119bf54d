struct NumberMarks {
  let hasDecimalComma: Bool
  let thousands: Character?

  /// Examines the numbers of one column: a single mark before three digits is a thousands mark if other numbers show it.
  init(_ values: [LogText], areWhole: Bool = false) {
    let points = [UInt8(ascii: ","), UInt8(ascii: ".")]
    // Decimals follow another mark.
    func whole(_ value: LogText, _ mark: UInt8) -> LogText {
      let end = value.lastIndex { points.contains($0) && $0 != mark }
      guard let end, end > value.lastIndex(of: mark) ?? -1 else { return value }
      return value[..<end]
    }
    let blanks = [UInt8(ascii: "'"), UInt8(ascii: " ")]
    let marked = (points + blanks).map { mark in
      (
        mark: mark,
        groups: values.filter { $0.contains(mark) }.map {
          whole($0, mark).split(separator: mark, omittingEmptySubsequences: false)
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
        areWhole && groups.count == values.count || groups.contains { $0.count > 2 }
        || groups.count < values.count || blanks.contains(mark)
        || values.contains { $0.contains(mark) && whole($0, mark).count < $0.count }
      let others = values.filter { !$0.contains(mark) }.map { whole($0, mark) }
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

  /// The number that a text states with these marks.
  func number(_ text: LogText) -> Double? {
    var text = text
    if let mark = thousands?.asciiValue { text = text.filter { $0 != mark }[...] }
    return (hasDecimalComma ? text.withDecimalPoint : text).decimal
  }
}
