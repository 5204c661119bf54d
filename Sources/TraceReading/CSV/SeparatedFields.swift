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
