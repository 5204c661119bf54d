/// Reads numbers, one per line or several separated by spaces, commas, or semicolons.
enum TextReader {
  static func read(_ bytes: [UInt8], into sink: inout PulseSink) throws(ReadError) {
    var lines: [(number: Int, text: LogText)] = []
    for (number, line) in TextLines(bytes) {
      if line.first == UInt8(ascii: "#") { sink.ignore() } else { lines.append((number, line)) }
    }
    // The sample numbers of peaks are whole, so commas separate them.
    let comma = sink.sampleRate == nil ? CommaMeaning(lines.map(\.text)) : .separator
    if let note = comma.note { sink.warn(note) }
    var values = NumberedValues()
    let rows = lines.map { comma.numbers($0.text) }
    let haveTimes = sink.sampleRate == nil && areTimesAndIntervals(rows)
    if haveTimes { sink.warn("the first number of each line is used as the time of the beat") }
    for (line, row) in zip(lines, rows) {
      for part in haveTimes ? row.suffix(1) : row { values.add(part, line: line.number) }
    }
    if let rate = sink.sampleRate {
      values.putPeaks(into: &sink, series: "", rate: rate)
    } else {
      try values.putIntervals(into: &sink, series: "")
    }
  }

  /// Whether each line contains a time and the interval before it or after it. Kubios writes both forms.
  private static func areTimesAndIntervals(_ rows: [[LogText]]) -> Bool {
    let pairs = rows.compactMap { row -> (time: Double, interval: Double)? in
      guard row.count == 2, let time = row[0].decimal, let interval = row[1].decimal else {
        return nil
      }
      return (time, interval)
    }
    guard pairs.count >= 3, pairs.count == rows.count else { return false }
    let fitting = zip(pairs, pairs.dropFirst()).count { last, next in
      [last, next].contains { (next.time - last.time - $0.interval).magnitude < $0.interval / 5 }
    }
    // The interval does not fit the times at a pause, so a tenth of the lines may differ.
    return 10 * fitting >= 9 * (pairs.count - 1)
  }

  static func isNumbers(_ line: LogText) -> Bool {
    let parts = CommaMeaning.separator.numbers(line)
    return !parts.isEmpty && parts.allSatisfy { $0.decimal != nil }
  }
}

enum CommaMeaning {
  case separator
  case decimal
  /// The comma probably separates two numbers, but this is not certain.
  case doubtful

  /// Finds the meaning of commas. If most numbers have one comma, and the digits on its two sides cannot be two intervals,
  /// it is a decimal comma: `0,812` and `812,5` are one number, but `812,790` may be two. A few words that are not numbers,
  /// or a few whole numbers, do not affect the result.
  init(_ lines: some Sequence<LogText>) {
    let sides = lines.flatMap { Self.words($0) }.map { $0.parts(separatedBy: ",") }
    let pairs = sides.compactMap { parts -> (first: Int64, second: Int64)? in
      guard parts.count == 2, let first = parts[0].unsignedInteger,
        let second = parts[1].unsignedInteger
      else { return nil }
      return (first, second)
    }
    guard 2 * pairs.count > sides.count, sides.allSatisfy({ $0.count <= 2 }) else {
      self = .separator
      return
    }
    // Two consecutive intervals have similar sizes.
    let apart = pairs.count { pair in
      max(pair.first, pair.second) / 3 >= max(1, min(pair.first, pair.second))
    }
    // An interval is never zero.
    let isDecimal = 2 * apart > pairs.count || pairs.contains { $0.first == 0 }
    self = isDecimal ? .decimal : apart == 0 ? .separator : .doubtful
  }

  var note: String? {
    switch self {
    case .separator: nil
    case .decimal: "the commas are decimal commas"
    case .doubtful:
      "commas are read as separators of numbers; write decimal points if they are decimal commas"
    }
  }

  func numbers(_ line: LogText) -> [LogText] {
    switch self {
    case .decimal: Self.words(line).map(\.withDecimalPoint)
    case .separator, .doubtful: line.split { Self.blanks.contains($0) || $0 == UInt8(ascii: ",") }
    }
  }

  private static let blanks: [UInt8] = [0x20, 0x09, UInt8(ascii: ";")]

  private static func words(_ line: LogText) -> [LogText] {
    line.split { blanks.contains($0) }
  }
}
