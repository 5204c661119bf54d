/// The reason why a text is not JSON, and its place.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the fault, from 1.
  public let line: Int
  /// The byte within the line, from 1.
  public let column: Int
  /// The broken rule.
  public let rule: String

  /// Line, column, and rule in one sentence.
  public var description: String { "line \(line), column \(column): \(rule)" }
}

/// Reads JSON exactly as RFC 8259 defines it: no trailing comma, no duplicate member, no text after
/// the end, no number beyond the range of `Double`. A byte-order mark at the start is skipped.
public struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// The deepest nesting allowed; deeper input is rejected.
  public static let depthLimit = Bound.depth.usual

  private let allowsNonFinite: Bool
  private let allowsTrailingCommas: Bool

  /// Reads one document.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - allowsTrailingCommas: Whether a comma may precede `]` and `}`, as in Apple's reader.
  /// - Returns: The document.
  /// - Throws: `JSONError` with the place and the broken rule.
  public static func parse(
    _ bytes: some Sequence<UInt8>, allowsTrailingCommas: Bool = false
  ) throws(JSONError) -> JSONValue {
    try parse(
      JSONParser(
        bytes: Array(bytes), allowsNonFinite: false, allowsTrailingCommas: allowsTrailingCommas))
  }

  /// Reads a line of a log, in which numbers may be NaN or infinite: `NaN`, `nan`, `-nan`, `Infinity`, and `inf`, as Python
  /// and C write them, which JSON does not allow. A number beyond the range of `Double` is also infinite.
  ///
  /// - Throws: `JSONError` like `parse`.
  public static func line(_ bytes: some Sequence<UInt8>) throws(JSONError) -> JSONValue {
    try parse(JSONParser(bytes: Array(bytes), allowsNonFinite: true, allowsTrailingCommas: false))
  }

  private static func parse(_ parser: JSONParser) throws(JSONError) -> JSONValue {
    var parser = parser
    guard parser.bytes.count <= Bound.json.most else {
      throw JSONError(
        line: 1, column: 1, rule: "there are \(parser.bytes.count) bytes, \(Bound.json.rule)")
    }
    if parser.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == parser.bytes.count else {
      throw parser.failure("nothing may follow the end of the document")
    }
    return value
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The error for a broken rule and its place; white space at the end of the text does not move the place to a later line.
  private func failure(_ rule: String, at place: Int? = nil) -> JSONError {
    var before = bytes[..<min(place ?? position, bytes.count)]
    if before.count == bytes.count {
      let end = before.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? 0
      before = before[..<end]
    }
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    return JSONError(line: line, column: before.count - lineStart + 1, rule: rule)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func skipSpace() {
    while let byte = current, Self.isSpace(byte) { position += 1 }
  }

  /// Returns whether a comma continues the list; false if the bracket ends the list. Skips spaces around the comma.
  private mutating func goesOn(until bracket: Unicode.Scalar) throws(JSONError) -> Bool {
    let end = position
    skipSpace()
    if accept(bracket) { return false }
    let comma = position
    guard accept(",") else {
      let isOnLine = !bytes[end..<position].contains(UInt8(ascii: "\n"))
      throw failure("expected \",\" or \"\(bracket)\"", at: isOnLine ? nil : end)
    }
    skipSpace()
    guard current == UInt8(ascii: bracket) else { return true }
    guard allowsTrailingCommas else {
      throw failure("a comma is not allowed before \"\(bracket)\"", at: comma)
    }
    position += 1
    return false
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    guard let byte = current else { throw failure("the document ends where a value is expected") }
    switch byte {
    case UInt8(ascii: "{"): return try nested(Self.object)
    case UInt8(ascii: "["): return try nested(Self.array)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n") where bytes[position...].hasPrefix("null"):
      return try word("null", .null)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default:
      if allowsNonFinite, let (number, length) = nonFinite {
        position += length
        return .number(number)
      }
      guard byte == UInt8(ascii: "-") else { throw failure("expected a value") }
      return .number(try number())
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < Self.depthLimit else {
      throw failure("nesting is deeper than \(Self.depthLimit)")
    }
    depth += 1
    defer { depth -= 1 }
    position += 1
    skipSpace()
    return try body(&self)
  }

  private static func array(_ parser: inout JSONParser) throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    if parser.accept("]") { return .array([]) }
    repeat { elements.append(try parser.value()) } while try parser.goesOn(until: "]")
    return .array(elements)
  }

  private static func object(_ parser: inout JSONParser) throws(JSONError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    if parser.accept("}") { return .object([:]) }
    repeat {
      let place = parser.position
      guard parser.current == UInt8(ascii: "\"") else {
        throw parser.failure("expected a member name in double quotes")
      }
      let name = try parser.string()
      parser.skipSpace()
      guard parser.accept(":") else { throw parser.failure("expected \":\"") }
      parser.skipSpace()
      let value = try parser.value()
      guard members.updateValue(value, forKey: name) == nil else {
        throw parser.failure("the member \"\(name)\" appears twice", at: place)
      }
    } while try parser.goesOn(until: "}")
    return .object(members)
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func word(_ text: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].hasPrefix(text) else { throw failure("expected a value") }
    position += text.utf8.count
    return value
  }

  /// The word for a number that is not finite, and its length in bytes.
  private var nonFinite: (number: Double, length: Int)? {
    let isNegative = current == UInt8(ascii: "-")
    let start = position + (isNegative ? 1 : 0)
    let word = bytes[start...].prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    let number: Double
    switch String(decoding: word, as: UTF8.self).lowercased() {
    case "nan": number = .nan
    case "inf", "infinity": number = isNegative ? -.infinity : .infinity
    default: return nil
    }
    return (number, word.endIndex - position)
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = position
    _ = accept("-")
    if accept("0") {
      if let byte = current, isDigit(byte) { throw failure("a number may not start with 0") }
    } else {
      try digits()
    }
    if accept(".") { try digits() }
    if accept("e") || accept("E") {
      if !accept("+") { _ = accept("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite || allowsNonFinite else {
      throw failure("\(text) is beyond the range of a number", at: start)
    }
    return number
  }

  private mutating func digits() throws(JSONError) {
    guard let first = current, isDigit(first) else { throw failure("expected a digit") }
    while let byte = current, isDigit(byte) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(utf8: text) else {
          throw failure("the text is not valid UTF-8", at: start)
        }
        return string
      case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
      case 0..<0x20: throw failure("a control character must be escaped", at: position - 1)
      default: text.append(byte)
      }
    }
    throw failure("the text has no closing quote", at: start)
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    guard let byte = current else { throw failure("the document ends inside an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(Character(try unicodeEscape())).utf8)
    default: throw failure("unknown escape", at: position - 1)
    }
  }

  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let place = position - 2
    let high = try fourHexDigits()
    guard (0xD800..<0xDC00).contains(high) else {
      guard let scalar = Unicode.Scalar(high) else {
        throw failure("a surrogate needs its partner", at: place)
      }
      return scalar
    }
    guard accept("\\"), accept("u") else {
      throw failure("a surrogate needs its partner", at: place)
    }
    let low = try fourHexDigits()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    else { throw failure("a surrogate needs its partner", at: place) }
    return scalar
  }

  private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw failure("expected four hexadecimal digits") }
    let text = bytes[position..<position + 4]
    guard text.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
      let code = UInt32(String(decoding: text, as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    position += 4
    return code
  }
}
