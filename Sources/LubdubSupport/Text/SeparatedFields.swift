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

/// The fields of one line of separated text (RFC 4180), without surrounding blanks and quotes. Quotes count only at the start
/// of a field, and a field can't continue on the next line.
package func csvFields(_ line: LogText, separator: UInt8 = UInt8(ascii: ",")) -> [LogText]? {
  let quote = UInt8(ascii: "\"")
  guard line.contains(quote) else {
    return line.split(separator: separator, omittingEmptySubsequences: false).map { $0.trimmed }
  }
  var fields: [LogText] = []
  var start = line.startIndex
  var isQuoted = false
  for index in line.indices {
    let byte = line[index]
    if byte == quote {
      // A quote within quotes is written twice, which ends the quotes and begins them again.
      let mayBegin = line[start..<index].isBlank || line[index - 1] == quote
      isQuoted = !isQuoted && mayBegin
    } else if byte == separator, !isQuoted {
      fields.append(line[start..<index].unquoted)
      start = index + 1
    }
  }
  fields.append(line[start...].unquoted)
  return isQuoted ? nil : fields
}

extension LogText {
  fileprivate var unquoted: LogText {
    let quote = UInt8(ascii: "\"")
    let field = trimmed
    guard field.count >= 2, field.first == quote, field.last == quote else { return field }
    var isSecond = false
    let text = field.dropFirst().dropLast()
    guard text.contains(quote) else { return text.trimmed }
    return text.filter { byte in
      isSecond = byte == quote && !isSecond
      return byte != quote || isSecond
    }[...].trimmed
  }
}
