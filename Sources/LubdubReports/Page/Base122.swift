/// Bytes as text for a script of HTML in UTF-8, seven bits a byte of text: a seventh more than the bytes. After base-122
/// (Albertson 2016), whose characters are those of ASCII.
///
/// Three of them have a meaning in HTML: NUL and the carriage return are changed, and `<` may end the script. Where one
/// of them is due, a character of two bytes says which one, and holds the next seven bits, too.
enum Base122 {
  private static let forbidden: [UInt8] = [0x00, 0x0D, 0x3C]
  /// The first of the characters of two bytes.
  private static let first: UInt16 = 0x100

  /// The bytes as text.
  static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    let groups = groups(of: bytes)
    var text: [UInt16] = []
    text.reserveCapacity(groups.count)
    var place = 0
    while place < groups.count {
      let group = groups[place]
      place += 1
      guard let kind = forbidden.firstIndex(of: group) else {
        text.append(UInt16(group))
        continue
      }
      let isLast = place == groups.count
      text.append(
        first + UInt16(isLast ? kind + forbidden.count : kind) << 7
          + UInt16(isLast ? 0 : groups[place]))
      place += 1
    }
    return String(decoding: text, as: UTF16.self)
  }

  /// The bits by sevens, the highest first; zeros fill the last ones.
  private static func groups(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var groups: [UInt8] = []
    groups.reserveCapacity(bytes.count * 8 / 7 + 1)
    var bits: UInt16 = 0
    var count: UInt16 = 0
    for byte in bytes {
      bits = bits << 8 | UInt16(byte)
      count += 8
      while count >= 7 {
        count -= 7
        groups.append(UInt8(bits >> count & 0x7F))
      }
      bits &= 1 << count - 1
    }
    if count > 0 { groups.append(UInt8(bits << (7 - count) & 0x7F)) }
    return groups
  }
}
