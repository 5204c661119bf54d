package import Yams

package enum YAMLScalar {
  /// The value of a scalar. A plain word that looks like a number, a truth value, or null becomes that value, and a quoted
  /// word is always text.
  package static func value(_ scalar: Node.Scalar) -> SettingValue {
    guard scalar.style == .plain || scalar.style == .any else { return .text(scalar.string) }
    return value(ofPlain: scalar.string)
  }

  package static func value(ofPlain word: String) -> SettingValue {
    switch word {
    case "", "~", "null": .none
    case "true": .flag(true)
    case "false": .flag(false)
    default: number(word).map { .number($0) } ?? .text(word)
    }
  }

  /// A finite decimal number; `nil` for other words, including hexadecimal numbers and infinities.
  package static func number(_ word: String) -> Double? {
    guard word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    guard let number = Double(word), number.isFinite else { return nil }
    return number
  }
}
