/// Turns UTF-16 that comes in pieces of any size into UTF-8. Halves of characters that stand alone become
/// U+FFFD.
package struct UTF16Decoder: Sendable {
  private let isBigEndian: Bool
  /// Bytes that wait for what follows them: an odd one, or the first half of a character.
  private var rest: [UInt8] = []

  /// A decoder behind the mark at the start of a text; `nil` where there is none.
  package init?(mark: some Sequence<UInt8>) {
    if mark.starts(with: [0xFF, 0xFE]) {
      isBigEndian = false
    } else if mark.starts(with: [0xFE, 0xFF]) {
      isBigEndian = true
    } else {
      return nil
    }
  }

  /// The text of the next bytes, as far as it is whole.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    rest += bytes
    var count = rest.count / 2 * 2
    if count >= 2, Self.isFirstHalf(unit(count - 2)) { count -= 2 }
    let units = stride(from: 0, to: count, by: 2).map(unit)
    rest.removeFirst(count)
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private func unit(_ place: Int) -> UInt16 {
    let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  private static func isFirstHalf(_ unit: UInt16) -> Bool { (0xD800...0xDBFF).contains(unit) }
}
