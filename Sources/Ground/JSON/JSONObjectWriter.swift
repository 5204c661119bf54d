/// Writes a big JSON object whose long arrays are made element by element, so that only one element
/// is a `JSONValue` at a time. The text is that of `JSONWriter`: sorted members, one element a line.
public enum JSONObjectWriter {
  /// What a member holds.
  public enum Member {
    /// A value that is at hand.
    case value(JSONValue)
    /// An array of `count` elements; each is asked for once, in order.
    case elements(count: Int, (Int) -> JSONValue)
  }

  /// The document as bytes, closed by a line feed.
  public static func encode(_ members: [String: Member], lineLength: Int = 100) -> [UInt8] {
    var writer = JSONWriter(lineLength: lineLength)
    writer.append("{")
    for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
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
