/// A JSON document in memory.
public enum JSONValue: Sendable, Hashable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number; finite, unless the reader allowed other numbers.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members; written in the order of their names.
  case object([String: JSONValue])

  /// Whether the value is `null`, without a comparison of all its contents.
  package var isNull: Bool { if case .null = self { true } else { false } }

  /// Whether another object has the same numbers for the same names, without a comparison of all contents.
  package func hasNumbers(of other: JSONValue?) -> Bool {
    guard case .object(let own) = self, case .object(let others) = other else { return false }
    return own.allSatisfy { others[$0.key]?.number == $0.value.number }
  }

  /// The member with a name; `nil` if the member does not exist or the value is not an object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The number, if the value is a number.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The text, if the value is a text.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The truth value, if the value is a truth value.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The elements, if the value is an array.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if the value is an object.
  public var object: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Creates an object; of two members with the same name, the last is used.
  public init(members: some Sequence<(String, JSONValue)>) {
    // `Dictionary(_:uniquingKeysWith:)` casts an error and so does not compile in embedded mode.
    var object: [String: JSONValue] = [:]
    for (name, value) in members { object[name] = value }
    self = .object(object)
  }

  /// The text, or `null` for `nil`.
  public static func optional(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  /// The number, or `null` for `nil`.
  public static func optional(_ number: Double?) -> JSONValue {
    number.map { .number($0) } ?? .null
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Values in order.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Members; of two members with the same name, the last is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(members: elements) }
}
