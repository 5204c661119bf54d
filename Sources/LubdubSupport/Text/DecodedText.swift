/// A text file as UTF-8 without a byte-order mark, converted from its original encoding.
package struct DecodedText {
  package let bytes: [UInt8]
  package let note: String?

  /// Decodes a file: UTF-16 by its mark or its zeros, UTF-8 with or without a mark, and Windows-1252, which is Latin-1 with
  /// more letters, when the bytes are not UTF-8.
  package init(_ file: [UInt8]) {
    if var decoder = UTF16Decoder(mark: file) {
      (bytes, note) = (decoder.decode(file.dropFirst(decoder.markLength)), nil)
    } else if String(utf8: file) != nil {
      (bytes, note) = (Self.withoutMark(file), nil)
    } else {
      (bytes, note) = (
        Self.decodedWindows1252(file), "the text is not UTF-8; it is read as Windows-1252"
      )
    }
  }

  /// One field or line as text; bytes that are not UTF-8 are decoded as Windows-1252.
  package static func string(_ text: LogText) -> String {
    String(utf8: text) ?? String(decoding: decodedWindows1252(Array(text)), as: UTF8.self)
  }

  package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The characters of the bytes from 0x80 to 0x9F (WHATWG Encoding Standard, index windows-1252).
  private static let letters: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static func decodedWindows1252(_ file: [UInt8]) -> [UInt8] {
    let units = file.map { (0x80...0x9F).contains($0) ? letters[Int($0) - 0x80] : UInt16($0) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// Converts UTF-16 in pieces of any size to UTF-8. Unpaired surrogates become U+FFFD.
package struct UTF16Decoder: Sendable {
  private let isBigEndian: Bool
  /// Bytes that wait for the next piece: an odd byte, or the first half of a character.
  private var rest: [UInt8] = []

  /// The number of bytes of the mark: 2, or 0 for a text without a mark.
  package let markLength: Int

  /// A decoder that starts after the mark at the start of a text, or for a text that begins with ASCII letters in two bytes
  /// each; `nil` for other texts.
  package init?(mark: some Sequence<UInt8>) {
    let start = Array(mark.prefix(4))
    func areLetters(_ first: Int) -> Bool {
      start.count == 4
        && [0, 2].allSatisfy { start[$0 + first] &- 0x20 < 0x5F && start[$0 + 1 - first] == 0 }
    }
    markLength = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) ? 2 : 0
    guard markLength == 2 || areLetters(0) || areLetters(1) else { return nil }
    isBigEndian = markLength == 2 ? start[0] == 0xFE : areLetters(1)
  }

  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    rest += bytes
    var count = rest.count / 2 * 2
    // The first half of a character waits for the second.
    if count >= 2, (0xD800...0xDBFF).contains(unit(count - 2)) { count -= 2 }
    let units = stride(from: 0, to: count, by: 2).map(unit)
    rest.removeFirst(count)
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private func unit(_ place: Int) -> UInt16 {
    let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
}
