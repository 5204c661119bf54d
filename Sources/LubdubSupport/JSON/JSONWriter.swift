/// Writes JSON in one canonical form: members sorted by name, numbers in the shortest form that
/// reads back as the same `Double`, whole numbers without a fraction.
///
/// An array or object that fits on one line is written on one line, so that a list of events reads like a table.
public struct JSONWriter: Sendable {
  /// The bytes written so far, UTF-8.
  public private(set) var bytes: [UInt8] = []
  /// The longest line for a packed array or object; `nil` for only one line.
  public let lineLength: Int?
  /// The byte count beyond which packing onto one line has failed and may stop.
  private var packingEnd = Int.max

  /// A writer of indented text, or of a single line when `lineLength` is `nil`.
  public init(lineLength: Int? = 100) { self.lineLength = lineLength }

  /// The document as bytes, with a line feed at the end.
  public static func encode(_ value: JSONValue, lineLength: Int? = 100) -> [UInt8] {
    var writer = JSONWriter(lineLength: lineLength)
    writer.write(value)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
  }

  /// Appends one value.
  ///
  /// A number that is not finite has no form in JSON and is written as `null`; callers reject such numbers at their source.
  public mutating func write(_ value: JSONValue) { write(value, depth: 0, column: 0) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ value: JSONValue, depth: Int, column: Int) {
    guard let lineLength, isContainer(value) else { return writePacked(value) }
    let start = bytes.count
    // Packing ends as soon as the line is full, so that nested values are not packed at every depth.
    packingEnd = start + lineLength - column
    writePacked(value)
    packingEnd = .max
    guard bytes.count - start + column > lineLength else { return }
    bytes.removeSubrange(start...)
    switch value {
    case .array(let elements):
      writeLines("[", "]", count: elements.count, depth: depth) { writer, index in
        writer.write(elements[index], depth: depth + 1, column: 2 * depth + 3)
      }
    case .object(let members):
      let sorted = members.inOrder { $0.key < $1.key }
      writeLines("{", "}", count: sorted.count, depth: depth) { writer, index in
        let before = writer.bytes.count
        writer.writeString(sorted[index].key)
        writer.bytes.append(contentsOf: ": ".utf8)
        let width = writer.bytes.count - before
        writer.write(sorted[index].value, depth: depth + 1, column: 2 * depth + 3 + width)
      }
    case .null, .bool, .number, .string: writePacked(value)
    }
  }

  private func isContainer(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    case .null, .bool, .number, .string: false
    }
  }

  private mutating func writeLines(
    _ open: String, _ close: String, count: Int, depth: Int, body: (inout JSONWriter, Int) -> Void
  ) {
    bytes.append(contentsOf: open.utf8)
    for index in 0..<count {
      bytes.append(contentsOf: index == 0 ? "\n".utf8 : ",\n".utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth + 2))
      body(&self, index)
    }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    bytes.append(contentsOf: close.utf8)
  }

  private mutating func writePacked(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: bool ? "true".utf8 : "false".utf8)
    case .number(let number): bytes.append(contentsOf: Self.text(of: number).utf8)
    case .string(let string): writeString(string)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() where bytes.count <= packingEnd {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        writePacked(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.inOrder(by: { $0.key < $1.key }).enumerated()
      where bytes.count <= packingEnd {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        writeString(member.key)
        bytes.append(contentsOf: ": ".utf8)
        writePacked(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The shortest text that reads back as the same number, without a fraction if it is whole;
  /// `null` for a number that is not finite.
  public static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if let whole = Int64(exactly: number), abs(number) < 9_007_199_254_740_992,
      !(whole == 0 && number.sign == .minus)
    {
      return String(whole)
    }
    return number.description
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private mutating func writeString(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      // A printed document then cannot move the cursor or reverse text.
      case _ where scalar.isHidden:
        bytes.append(contentsOf: "\\u".utf8)
        for shift in [12, 8, 4, 0] as [UInt32] {
          bytes.append(Self.digits[Int(scalar.value >> shift & 0xF)])
        }
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// Writes a large JSON object whose long arrays are created element by element, so that only one element is a `JSONValue` at
/// a time. The text is like the text of `JSONWriter`: sorted members, one element per line.
public enum JSONObjectWriter {
  /// The value of a member.
  public enum Member {
    /// A value that is already available.
    case value(JSONValue)
    /// An array of `count` elements; each is requested once, in order.
    case elements(count: Int, (Int) -> JSONValue)
  }

  /// The document as bytes, with a line feed at the end.
  public static func encode(_ members: [String: Member], lineLength: Int = 100) -> [UInt8] {
    var writer = JSONWriter(lineLength: lineLength)
    writer.append("{")
    for (index, member) in members.inOrder(by: { $0.key < $1.key }).enumerated() {
      writer.append(index == 0 ? "\n  " : ",\n  ")
      writer.write(.string(member.key))
      writer.append(": ")
      let column = 5 + member.key.utf8.count
      switch member.value {
      case .value(let value): writer.write(value, depth: 1, column: column)
      case .elements(0, _): writer.append("[]")
      case .elements(let count, let element):
        for index in 0..<count {
          writer.append(index == 0 ? "[\n    " : ",\n    ")
          writer.write(element(index), depth: 2, column: 5)
        }
        writer.append("\n  ]")
      }
    }
    writer.append(members.isEmpty ? "}\n" : "\n}\n")
    return writer.bytes
  }
}
