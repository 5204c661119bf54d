/// Questions about the start of a text log, for recognising its format.
public enum TextPrefix {
  /// The complete lines of a prefix: those closed by LF, CR LF or CR, without their ends.
  public static func lines(_ prefix: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let end = prefix.lastIndex(where: isLineEnd) else { return [] }
    return prefix[...end].split(whereSeparator: isLineEnd)
  }

  /// The first complete line that is neither blank nor a comment starting with `#`.
  public static func firstRow(_ prefix: [UInt8]) -> ArraySlice<UInt8>? {
    lines(prefix).first { isRow($0) }
  }

  /// Whether a line is neither blank nor a comment starting with `#` nor Excel's `sep=;`.
  package static func isRow(_ line: some Sequence<UInt8>) -> Bool {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
    return first != UInt8(ascii: "#") && !isSeparatorLine(line)
  }

  /// Whether a line tells Excel the separator of those below it, such as `sep=;`.
  private static func isSeparatorLine(_ line: some Sequence<UInt8>) -> Bool {
    line.starts(with: "sep=".utf8) && line.dropFirst(5).first { _ in true } == nil
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == 0x0A || byte == 0x0D
  }
}
