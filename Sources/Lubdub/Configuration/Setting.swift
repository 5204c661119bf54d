public import Haptics

/// The value of one setting, free of where it is written down.
public enum SettingValue: Sendable, Hashable {
  /// Not set; only settings that may be left open have it.
  case none
  /// A finite number in the setting's unit.
  case number(Double)
  /// Several numbers.
  case numbers([Double])
  /// Yes or no.
  case flag(Bool)
  /// A word.
  case text(String)
  /// Several words.
  case texts([String])
  /// The events of a haptic pattern.
  case events([Pattern.Element])
}

/// One key of the configuration: its name, its meaning, the values that it takes, and the place in
/// `Configuration` that it stands for. Files, `--set`, `lubdub preset`, `sweep` and `tune` all work
/// on this one table.
public struct Setting: Sendable {
  /// Where in the configuration a value lives.
  public typealias Path<Value> = any WritableKeyPath<Configuration, Value> & Sendable

  /// The kind of value and where it lives.
  public enum Place: Sendable {
    /// A number within a range.
    case number(Path<Double>, ClosedRange<Double>)
    /// A number within a range, or nothing.
    case optionalNumber(
      get: @Sendable (Configuration) -> Double?,
      set: @Sendable (inout Configuration, Double?) -> Void, ClosedRange<Double>)
    /// A whole number within a range.
    case count(Path<Int>, ClosedRange<Int>)
    /// Numbers, each within a range.
    case numbers(
      get: @Sendable (Configuration) -> [Double],
      set: @Sendable (inout Configuration, [Double]) -> Void, ClosedRange<Double>)
    /// Yes or no.
    case flag(Path<Bool>)
    /// One of several words. `set` returns false for a word that is none of `options`.
    case choice(
      get: @Sendable (Configuration) -> String,
      set: @Sendable (inout Configuration, String) -> Bool, options: [String])
    /// Words.
    case texts(Path<[String]>)
    /// A pattern: the name of one that is built in, or its events.
    case pattern(Path<Pattern>)
  }

  /// The dotted name, such as `zones.dwell`.
  public let key: String
  /// One line that says what it does.
  public let summary: String
  /// The unit's symbol; `nil` for a bare number or a word.
  public let unit: String?
  /// The kind of value and where it lives.
  public let place: Place

  init(_ key: String, _ summary: String, unit: String? = nil, _ place: Place) {
    self.key = key
    self.summary = summary
    self.unit = unit
    self.place = place
  }
}

/// Why a value cannot be given to a key.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The dotted name.
  public let key: String
  /// The rule that was broken.
  public let rule: String

  /// An error from its parts.
  public init(key: String, rule: String) {
    self.key = key
    self.rule = rule
  }

  /// Key and rule in one sentence.
  public var description: String { "\(key) \(rule)" }
}

extension Setting {
  /// The setting's value in a configuration.
  public func value(in configuration: Configuration) -> SettingValue {
    switch place {
    case .number(let path, _): .number(configuration[keyPath: path])
    case .optionalNumber(let get, _, _): get(configuration).map { .number($0) } ?? .none
    case .count(let path, _): .number(Double(configuration[keyPath: path]))
    case .numbers(let get, _, _): .numbers(get(configuration))
    case .flag(let path): .flag(configuration[keyPath: path])
    case .choice(let get, _, _): .text(get(configuration))
    case .texts(let path): .texts(configuration[keyPath: path])
    case .pattern(let path): Self.value(of: configuration[keyPath: path])
    }
  }

  /// Gives the setting a value.
  ///
  /// - Throws: `SettingError` when the value is of another kind or outside the range.
  public func set(
    _ value: SettingValue, in configuration: inout Configuration
  ) throws(SettingError) {
    switch (place, value) {
    case (.number(let path, let range), .number(let number)):
      configuration[keyPath: path] = try checked(number, range)
    case (.optionalNumber(_, let set, _), .none):
      set(&configuration, nil)
    case (.optionalNumber(_, let set, let range), .number(let number)):
      set(&configuration, try checked(number, range))
    case (.count(let path, let range), .number(let number)):
      guard let count = Int(exactly: number), range.contains(count) else {
        throw failure("is \(number), expected \(expectation)")
      }
      configuration[keyPath: path] = count
    case (.numbers(_, let set, let range), .number(let number)):
      set(&configuration, [try checked(number, range)])
    case (.numbers(_, let set, let range), .numbers(let numbers)):
      for number in numbers { _ = try checked(number, range) }
      set(&configuration, numbers)
    case (.flag(let path), .flag(let flag)):
      configuration[keyPath: path] = flag
    case (.choice(_, let set, _), .text(let word)):
      guard set(&configuration, word) else {
        throw failure("is \"\(word)\", expected \(expectation)")
      }
    case (.texts(let path), .texts(let words)):
      configuration[keyPath: path] = words
    case (.texts(let path), .text(let word)):
      configuration[keyPath: path] = [word]
    case (.pattern(let path), .text(let name)):
      guard let pattern = Pattern.named(name) else {
        throw failure("is \"\(name)\", expected \(expectation)")
      }
      configuration[keyPath: path] = pattern
    case (.pattern(let path), .events(let elements)):
      configuration[keyPath: path].name = "custom"
      configuration[keyPath: path].elements = elements
    default:
      throw failure("is \(Self.kind(of: value)), expected \(expectation)")
    }
  }

  /// The values that the setting takes, in words.
  public var expectation: String {
    let amount = unit.map { " in \($0)" } ?? ""
    switch place {
    case .number(_, let range): return "a number\(amount) from \(Self.text(range))"
    case .optionalNumber(_, _, let range):
      return "a number\(amount) from \(Self.text(range)), or null"
    case .count(_, let range):
      return "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .numbers(_, _, let range):
      return "a list of numbers\(amount), each from \(Self.text(range))"
    case .flag: return "true or false"
    case .choice(_, _, let options): return "one of \(options.joined(separator: ", "))"
    case .texts: return "a list of words"
    case .pattern:
      let names = Pattern.builtIn.map(\.name).joined(separator: ", ")
      return "one of \(names), or a list of events"
    }
  }

  private static func value(of pattern: Pattern) -> SettingValue {
    let isBuiltIn = Pattern.named(pattern.name)?.elements == pattern.elements
    return isBuiltIn ? .text(pattern.name) : .events(pattern.elements)
  }

  /// A number in its shortest form, whole numbers without a fraction.
  public static func text(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  private func checked(
    _ number: Double, _ range: ClosedRange<Double>
  ) throws(SettingError) -> Double {
    guard range.contains(number) else {
      throw failure("is \(Self.text(number)), expected \(expectation)")
    }
    return number
  }

  private func failure(_ rule: String) -> SettingError {
    SettingError(key: key, rule: rule)
  }

  private static func kind(of value: SettingValue) -> String {
    switch value {
    case .none: "null"
    case .number(let number): text(number)
    case .numbers: "a list of numbers"
    case .flag(let flag): "\(flag)"
    case .text(let word): "\"\(word)\""
    case .texts: "a list of words"
    case .events: "a list of events"
    }
  }
}
