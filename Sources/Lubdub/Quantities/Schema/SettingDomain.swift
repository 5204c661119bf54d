package enum SettingDomain: Sendable, Hashable {
  case number(ClosedRange<Double>)
  case optionalNumber(ClosedRange<Double>)
  case count(ClosedRange<Int>)
  /// Numbers, each within a range. With `takesNull`, an element of the list may be null.
  case numbers(ClosedRange<Double>, takesNull: Bool)
  case choice([String])
  case texts
  /// A haptic pattern: one of several names, or a list of events.
  case pattern([String])

  /// Returns the values in words, such as `a number in s from 0 to 60`.
  package func description(unit: String?) -> String {
    let amount = unit.map { " in \($0)" } ?? ""
    switch self {
    case .number(let range): return "a number\(amount) from \(Self.text(range))"
    case .optionalNumber(let range): return "a number\(amount) from \(Self.text(range)), or null"
    case .count(let range): return "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .numbers(let range, let takesNull):
      let open = takesNull ? ", null for none" : ""
      return "a list of numbers\(amount), each from \(Self.text(range))\(open)"
    case .choice(let words): return "one of \(words.joined(separator: ", "))"
    case .texts: return "a list of words"
    case .pattern(let names):
      return
        "one of \(names.joined(separator: ", ")), a list of events, or a line such as 0:1/0.5 0.15:0.7/0.3"
    }
  }

  /// Returns whether a value is in the domain. A single number or word counts as a list. The events of a pattern are checked
  /// by `Pattern.elements`.
  package func contains(_ value: SettingValue) -> Bool {
    switch (self, value) {
    case (.number(let range), .number(let number)): range.contains(number)
    case (.optionalNumber, .none): true
    case (.optionalNumber(let range), .number(let number)): range.contains(number)
    case (.count(let range), .number(let number)):
      Int(exactly: number).map { range.contains($0) } ?? false
    case (.numbers(let range, _), .number(let number)): range.contains(number)
    case (.numbers(let range, let takesNull), .list(let values)):
      values.allSatisfy { value in
        value == .none ? takesNull : value.number.map { range.contains($0) } ?? false
      }
    case (.choice(let words), .text(let word)): words.contains(word)
    case (.texts, .text(let word)): !word.contains(",")
    case (.texts, .list(let values)): values.allSatisfy { $0.text != nil }
    case (.pattern(let names), .text(let name)): names.contains(name) || name.contains(":")
    case (.pattern, .list): true
    default: false
    }
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(SettingValue.text(range.lowerBound)) to \(SettingValue.text(range.upperBound))"
  }
}
