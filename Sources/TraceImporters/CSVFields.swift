import TraceReading

/// The fields of one line of comma-separated text (RFC 4180), without quotes.
///
/// - Returns: `nil` when a quoted field is not closed.
func csvFields(_ line: LogText) -> [LogText]? {
  guard line.contains(UInt8(ascii: "\"")) else {
    return line.parts(separatedBy: ",").map(\.trimmed)
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
    } else if byte == UInt8(ascii: ","), !isQuoted {
      fields.append(field[...].trimmed)
      field = []
    } else {
      field.append(byte)
    }
  }
  fields.append(field[...].trimmed)
  return isQuoted ? nil : fields
}

/// Columns found by their names, in whatever case; the first of two with one name counts.
struct CSVColumns {
  private var places: [String: Int] = [:]
  let count: Int

  init(header: [LogText]) {
    count = header.count
    for (place, name) in header.enumerated() {
      let name = name.string.lowercased()
      if places[name] == nil { places[name] = place }
    }
  }

  /// The place of the first of the names that there is.
  func place(of names: String...) -> Int? {
    names.lazy.compactMap { places[$0.lowercased()] }.first
  }
}

extension [LogText] {
  /// The field at a place; `nil` when the row is too short or has no such column.
  func field(_ place: Int?) -> LogText? {
    guard let place, indices.contains(place) else { return nil }
    return self[place]
  }
}

extension LogText {
  /// Whether a field says that there is no value.
  var isMissingValue: Bool {
    isEmpty || MissingWord(self) == .noValue
  }
}
