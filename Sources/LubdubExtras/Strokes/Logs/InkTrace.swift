/// The values of one InkML trace, point by point (InkML 3.2.1). Commas separate points, and spaces separate values if
/// necessary. `!`, `'`, and `"` before values mark explicit values, first differences, and second differences. `*` repeats
/// the previous value, and `?` is a missing value.
struct InkTrace {
  struct Point {
    var values: [Double?]?
    var line: Int
  }

  private enum Mode: UInt8 {
    case explicit = 0x21
    case difference = 0x27
    case secondDifference = 0x22
  }

  private struct State {
    var mode = Mode.explicit
    var written: Double?
    var value: Double?
    var speed = 0.0

    mutating func take(_ number: Double) -> Double? {
      written = number
      switch mode {
      case .explicit:
        speed = value.map { number - $0 } ?? 0
        value = number
      case .difference:
        guard let before = value else { return nil }
        speed = number
        value = before + number
      case .secondDifference:
        guard let before = value else { return nil }
        speed += number
        value = before + speed
      }
      return value
    }
  }

  private let text: LogText
  private let count: Int
  private var line: Int
  private var states: [State]
  private var isBroken = false

  init(_ text: LogText, line: Int, count: Int) {
    self.text = text
    self.line = line
    self.count = count
    states = Array(repeating: State(), count: count)
  }

  /// Calls `body` for each point. After an unreadable point, later points in differences are lost.
  mutating func forEachPoint(_ body: (Point) -> Void) {
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(of: UInt8(ascii: ",")) ?? text.endIndex
      let part = text[start..<end]
      let first = part.firstIndex { $0 > 0x20 }
      line += text[start..<(first ?? end)].count { $0 == 0x0A }
      if first != nil || end < text.endIndex { body(Point(values: values(part), line: line)) }
      line += text[(first ?? end)..<end].count { $0 == 0x0A }
      start = end < text.endIndex ? end + 1 : end
    }
  }

  private mutating func values(_ part: LogText) -> [Double?]? {
    let values = scan(part)
    if values == nil { isBroken = true }
    let needsOthers = states.contains { $0.mode != .explicit }
    return isBroken && needsOthers ? nil : values
  }

  private mutating func scan(_ part: LogText) -> [Double?]? {
    var rest = part.drop { $0 <= 0x20 }
    var values: [Double?] = []
    while let byte = rest.first, byte != UInt8(ascii: ":"), values.count < count {
      var state = states[values.count]
      if let mode = Mode(rawValue: byte) {
        state.mode = mode
        rest = rest.dropFirst().drop { $0 <= 0x20 }
      }
      guard let next = rest.first else { return nil }
      if next == UInt8(ascii: "?") {
        rest = rest.dropFirst()
        values.append(nil)
      } else if next == UInt8(ascii: "*") {
        rest = rest.dropFirst()
        guard let number = state.written, let value = state.take(number) else { return nil }
        values.append(value)
      } else {
        let text = Self.number(rest)
        guard let number = text.decimal, let value = state.take(number) else { return nil }
        rest = rest[text.endIndex...]
        values.append(value)
      }
      states[values.count - 1] = state
      rest = rest.drop { $0 <= 0x20 }
    }
    guard values.count == count, rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
    return values
  }

  /// The number at the beginning of a text. A sign ends it, as a space does.
  private static func number(_ text: LogText) -> LogText {
    var end = text.startIndex
    while end < text.endIndex {
      let byte = text[end]
      let isExponent = end > text.startIndex && (text[end - 1] == 0x65 || text[end - 1] == 0x45)
      let isSign = byte == 0x2B || byte == 0x2D
      guard
        (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x65 || byte == 0x45
          || (isSign && (end == text.startIndex || isExponent))
      else { break }
      end += 1
    }
    return text[..<end]
  }
}
