/// A text as one field of a line of CSV; line ends in it become spaces.
package func csvField(_ text: String) -> String {
  let special: [UInt8] = [0x20, 0x22, 0x2C, 0x0A, 0x0D]
  guard text.utf8.contains(where: special.contains) else { return text }
  let quote = UInt8(ascii: "\"")
  var bytes = [quote]
  for byte in text.utf8 {
    if byte == quote { bytes.append(quote) }
    bytes.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte)
  }
  bytes.append(quote)
  return String(decoding: bytes, as: UTF8.self)
}

/// The fields of one line of separated text (RFC 4180), without quotes.
///
/// - Parameters:
///   - line: The line, without its end.
///   - separator: What stands between two fields.
/// - Returns: `nil` when a quoted field is not closed.
package func csvFields(_ line: LogText, separator: UInt8 = UInt8(ascii: ",")) -> [LogText]? {
  guard line.contains(UInt8(ascii: "\"")) else {
    return line.split(separator: separator, omittingEmptySubsequences: false).map(\.trimmed)
  }
  var fields: [LogText] = []
  var field: [UInt8] = []
  var isQuoted = false
  var index = line.startIndex
  while index < line.endIndex {
    let byte = line[index]
    index += 1
    if byte == UInt8(ascii: "\"") {
      let isDoubled = isQuoted && index < line.endIndex && line[index] == byte
      if isDoubled {
        field.append(byte)
        index += 1
      } else {
        isQuoted.toggle()
      }
    } else if byte == separator, !isQuoted {
      fields.append(field[...].trimmed)
      field = []
    } else {
      field.append(byte)
    }
  }
  fields.append(field[...].trimmed)
  return isQuoted ? nil : fields
}
