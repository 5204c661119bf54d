/// The form of lines that aren't a table, such as `t={t:s} *range={range:m}`.
///
/// Literal text matches itself. `*` matches any text, and `{range:cm}` a value with its unit; both end before the first
/// occurrence of the literal text that follows, or at the end of the line. A line may continue after the pattern. In the
/// pattern and in the line, a run of spaces and tabs counts as one space; a line is trimmed and then ends with a space.
/// Colors of a terminal are skipped. `{{` and `**` are a literal brace and a literal star.
public struct LinePattern: Sendable, Hashable {
  /// A fault of the text of a pattern.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the fault, in characters from 1.
    public let column: Int
    /// The place, the rule, and the cure.
    public let description: String
  }

  struct Field: Sendable, Hashable {
    let field: ColumnMapping.Field
    let unit: ColumnMapping.Unit?
  }

  /// Text that must occur, with the length of the longest border of each of its prefixes (Knuth, Morris, and Pratt).
  private struct Literal: Sendable, Hashable {
    var bytes: [UInt8] = []
    private(set) var borders: [Int] = []

    mutating func close() {
      borders = [Int](repeating: 0, count: bytes.count)
      var length = 0
      for place in bytes.indices.dropFirst() {
        while length > 0, bytes[length] != bytes[place] { length = borders[length - 1] }
        if bytes[length] == bytes[place] { length += 1 }
        borders[place] = length
      }
    }
  }

  /// A value or `*`, and the literal that ends it; empty at the end of the pattern.
  private struct Part: Sendable, Hashable {
    let isField: Bool
    var end = Literal()
  }

  /// The original text of the pattern.
  public let text: String
  /// Whether decimals are written with a comma.
  public var usesDecimalComma = false
  /// The mark between thousands and hundreds: a comma, a point, an apostrophe, or a blank; `nil` if there is no mark.
  public var thousandsMark: Character?
  private(set) var fields: [Field] = []
  private var start = Literal()
  private var parts: [Part] = []

  /// A pattern from its text. Throws `Fault` for an unknown or repeated field or unit, an unclosed brace, two values without
  /// text between them, and a pattern without a measurement.
  public init(_ text: String) throws(Fault) {
    self.text = text
    let bytes = Array(text.utf8)[...].trimmed
    var place = bytes.startIndex
    var literal = Literal()
    while place < bytes.endIndex {
      let byte = bytes[place]
      let isMark = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "*")
      let isDoubled = bytes[(place + 1)...].first == byte
      guard isMark, !isDoubled else {
        let isBlank = byte == 0x20 || byte == 0x09
        if !isBlank || literal.bytes.last != 0x20 { literal.bytes.append(isBlank ? 0x20 : byte) }
        place += isMark ? 2 : 1
        continue
      }
      close(&literal)
      guard parts.last?.end.bytes.isEmpty != true else {
        throw Self.fault(bytes, place, "a value or * follows another; write the text between them")
      }
      parts.append(Part(isField: byte == UInt8(ascii: "{")))
      guard byte == UInt8(ascii: "{") else {
        place += 1
        continue
      }
      guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else {
        throw Self.fault(bytes, place, "this brace is not closed; write } after the field")
      }
      try add(bytes[(place + 1)..<end].trimmed.string, at: place, of: bytes)
      place = end + 1
    }
    close(&literal)
    guard fields.contains(where: { [.range, .rssi, .event].contains($0.field) }) else {
      throw Self.fault(
        bytes, bytes.endIndex, "the pattern measures nothing; add {range}, {rssi}, or {event}")
    }
  }

  /// Ends the current literal and appends it to the previous part.
  private mutating func close(_ literal: inout Literal) {
    literal.close()
    if parts.isEmpty { start = literal } else { parts[parts.count - 1].end = literal }
    literal = Literal()
  }

  private mutating func add(
    _ text: String, at place: Int, of pattern: LogText
  ) throws(Fault) {
    let colon = text.firstIndex(of: ":")
    let name = colon.map { String(text[..<$0]) } ?? text
    guard let field = ColumnMapping.Field(rawValue: name) else {
      throw Self.fault(pattern, place, ColumnMapping.unknownField(name))
    }
    guard !fields.contains(where: { $0.field == field }) else {
      throw Self.fault(pattern, place, "{\(name)} appears twice; replace one with *")
    }
    var unit: ColumnMapping.Unit?
    if let colon {
      let word = String(text[text.index(after: colon)...])
      unit = ColumnMapping.Unit(rawValue: word)
      guard let unit, field.units.contains(unit) else {
        throw Self.fault(pattern, place, ColumnMapping.unknownUnit(word, of: field))
      }
    }
    fields.append(Field(field: field, unit: unit))
  }

  private static func fault(_ pattern: LogText, _ place: Int, _ rule: String) -> Fault {
    let column = 1 + pattern[..<place].count { $0 & 0xC0 != 0x80 }
    return Fault(column: column, description: "column \(column): \(rule)")
  }

  /// Finds the values in a line. The time is linear in the length of the line.
  func match(_ match: inout LineMatch) -> Bool {
    match.places.removeAll(keepingCapacity: true)
    guard match.text.starts(with: start.bytes) else { return false }
    var place = start.bytes.count
    for part in parts {
      guard let end = Self.end(of: part.end, from: place, in: &match) else { return false }
      if part.isField { match.places.append(place..<(end - part.end.bytes.count)) }
      place = end
    }
    return true
  }

  /// The end of the first occurrence of a literal, or of the line for an empty literal.
  private static func end(of literal: Literal, from start: Int, in match: inout LineMatch) -> Int? {
    guard !literal.bytes.isEmpty else { return match.text.count }
    var length = 0
    for place in start..<match.text.count {
      let byte = match.text[place]
      while length > 0, literal.bytes[length] != byte {
        length = literal.borders[length - 1]
        match.steps += 1
      }
      if literal.bytes[length] == byte { length += 1 }
      match.steps += 1
      if length == literal.bytes.count { return place + 1 }
    }
    return nil
  }
}

/// One line in the form that is compared with a pattern, and the places of its values. Its storage is reused.
struct LineMatch: Sendable {
  private(set) var text: [UInt8] = []
  fileprivate(set) var places: [Range<Int>] = []
  /// The comparisons so far.
  fileprivate(set) var steps = 0

  /// Reads the next line: its runs of blanks become one space, and control sequences of a terminal are removed.
  mutating func take(_ line: some Sequence<UInt8>) {
    text.removeAll(keepingCapacity: true)
    var (isEscape, isSequence) = (false, false)
    for byte in line {
      if isSequence {
        isSequence = !(0x40...0x7E).contains(byte)
      } else if isEscape || byte == 0x1B {
        (isEscape, isSequence) = (byte == 0x1B, isEscape && byte == UInt8(ascii: "["))
      } else if byte != 0x20 && byte != 0x09 {
        text.append(byte)
      } else if let last = text.last, last != 0x20 {
        text.append(0x20)
      }
    }
    if text.last != 0x20 { text.append(0x20) }
  }
}
