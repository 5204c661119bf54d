// The page's engine rejects a value with a short message.
#if !hasFeature(Embedded)
internal import LubdubSupport

extension SettingDomain {
  /// Returns the text to write instead of a value outside the domain; `nil` if the rule is explanation enough.
  func cure(for value: SettingValue, unit: String?) -> String? {
    switch (self, value) {
    case (.choice(let words), .text(let word)), (.pattern(let words), .text(let word)):
      Spelling.question(word, words)
    case (.texts, .text(let text)):
      "write it as [\(text.split(separator: ",").joined(separator: ", "))]"
    case (.numbers, .text(let text)): Self.list(text) ?? Self.number(text, unit)
    case (.numbers(let range, _), .list(let values)):
      values.firstIndex { !contains(.list([$0])) }.flatMap { index in
        let next = index + 1 < values.count ? values[index + 1].number : nil
        return Self.decimals(values[index], next) ?? Self.unit(of: values[index], range, unit)
      }
    case (.number, .text(let text)), (.optionalNumber, .text(let text)), (.count, .text(let text)):
      Self.number(text, unit)
    case (.number(let range), _), (.optionalNumber(let range), _): Self.unit(of: value, range, unit)
    default: nil
    }
  }

  /// Returns a cure for numbers without brackets.
  private static func list(_ text: String) -> String? {
    let parts = text.split { ",; []".contains($0) }
    let isDecimal = parts.count == 2 && parts[0] == "0" && text.contains(",")
    guard parts.count > 1, !isDecimal, parts.allSatisfy({ Double(String($0)) != nil }) else {
      return nil
    }
    return "write it as [\(parts.joined(separator: ", "))]"
  }

  private static func number(_ text: String, _ unit: String?) -> String? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
    guard !digits.isEmpty, Double(String(digits)) != nil else { return nil }
    let rest = text.dropFirst(digits.count)
    if rest.first == ",", Int(String(rest.dropFirst())) != nil {
      return "decimals have a point: \(digits).\(rest.dropFirst())"
    }
    return "write only the number" + (unit.map { ", in \($0)" } ?? "")
  }

  /// Returns a cure for a decimal comma: `0,2` is read as two numbers.
  private static func decimals(_ value: SettingValue, _ next: Double?) -> String? {
    guard value.number == 0, let next, next >= 1 else { return nil }
    return "decimals have a point: 0.\(SettingValue.text(next)), not 0,\(SettingValue.text(next))"
  }

  /// Returns a cure for a missing minus sign, a percentage, a thousandth of the unit, or a number with its unit.
  private static func unit(
    of value: SettingValue, _ range: ClosedRange<Double>, _ unit: String?
  ) -> String? {
    if let text = value.text { return list(text) ?? number(text, unit) }
    guard let number = value.number, number > range.upperBound else { return nil }
    let said = SettingValue.text(number)
    if range.upperBound <= 0, range.contains(-number) {
      return "received power is below 0: -\(said)"
    }
    if range == 0...1, number <= 100 { return "\(said)% are \(SettingValue.text(number / 100))" }
    guard let unit, range.contains(number / 1000) else { return nil }
    return "\(said) m\(unit) are \(SettingValue.text(number / 1000)) \(unit)"
  }
}
#endif
