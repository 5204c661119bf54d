/// The lines of a text with their numbers, from 1, without blanks at both ends; lines end with LF, CR LF, or CR.
package struct TextLines: Sequence, IteratorProtocol {
  private let text: [UInt8]
  private var start = 0
  private var number = 0

  package init(_ text: [UInt8]) { self.text = text }

  package mutating func next() -> (number: Int, text: LogText)? {
    guard start < text.count else { return nil }
    var end = start
    while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
    let line = text[start..<end].trimmed
    let isPair = end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A
    start = end + (isPair ? 2 : 1)
    number += 1
    return (number, line)
  }
}

/// Functions that examine the start of a text log to detect its format.
public enum TextPrefix {
  /// The complete lines of a prefix, closed by LF, CR LF, or CR, without their ends.
  public static func lines(_ prefix: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let end = prefix.lastIndex(where: isLineEnd) else { return [] }
    return prefix[...end].split(whereSeparator: isLineEnd)
  }

  /// The first complete line that is neither blank nor a comment starting with `#`.
  public static func firstRow(_ prefix: [UInt8]) -> ArraySlice<UInt8>? {
    lines(prefix).first { isRow($0) }
  }

  /// Whether a line is a row: not blank, not a comment starting with `#`, and not Excel's `sep=;`.
  @inlinable package static func isRow(_ line: some Sequence<UInt8>) -> Bool {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
    return first != UInt8(ascii: "#")
      && (first != UInt8(ascii: "s") || separator(statedBy: line) == nil)
  }

  /// The separator that a line such as `sep=;` states for Excel; `nil` for other lines.
  @usableFromInline package static func separator(statedBy line: some Sequence<UInt8>) -> UInt8? {
    guard line.starts(with: Array("sep=".utf8)) else { return nil }
    var rest = line.dropFirst(4).makeIterator()
    let separator = rest.next()
    return rest.next() == nil ? separator : nil
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
