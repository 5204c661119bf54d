package indirect enum SettingValue: Sendable, Hashable {
  case none
  case number(Double)
  case flag(Bool)
  case text(String)
  case list([SettingValue])
  /// Named values, in the order in which they are written.
  case record([Member])

  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: SettingValue

    package init(_ name: String, _ value: SettingValue) { (self.name, self.value) = (name, value) }
  }

  package static func numbers(_ numbers: [Double]) -> SettingValue {
    .list(numbers.map { .number($0) })
  }

  package static func texts(_ words: [String]) -> SettingValue { .list(words.map { .text($0) }) }

  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var list: [SettingValue]? {
    if case .list(let values) = self { values } else { nil }
  }

  /// The numbers of a list of numbers, or a single number as a list of one; `nil` for every other kind of value.
  package var numbers: [Double]? {
    let values = list ?? [self]
    let numbers = values.compactMap { $0.number }
    return numbers.count == values.count ? numbers : nil
  }

  package var kind: String {
    switch self {
    case .none: "null"
    case .number(let number): Self.text(number)
    case .flag(let flag): flag ? "true" : "false"
    case .text(let word): "\"\(word)\""
    case .list: numbers == nil ? "a list" : "a list of numbers"
    case .record: "a group of values"
    }
  }

  /// Returns a number in its shortest form, whole numbers without a fraction.
  package static func text(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
