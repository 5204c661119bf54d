/// Bytes as text in UTF-8, 18% longer than the bytes, while base64 is 33% longer. The engine is most of a page.
///
/// The shortest characters encode the shortest pieces, so that each one uses nearly all bits of its UTF-8 bytes: 96
/// characters of one byte for 7 bits below 96, 1,888 of two bytes for 13 bits, and 20,480 of three bytes for 20 bits. The
/// one-byte characters are the printable ones of ASCII from the space, with `~` instead of `<`, so that nothing ends a
/// script element, and tab and line feed, which browsers keep. The characters of two bytes start at U+00A0, and those of
/// three bytes at U+0800.
enum DenseText {
  private static let (digits, most13Bits, most20Bits) = (UInt32(96), UInt32(1888), UInt32(160))

  static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 16 / 13 + 4) { text in
      var (bits, width, count, next) = (UInt32(0), 0, 0, 0)
      func take(_ length: Int) -> UInt32 {
        defer { (bits, width) = (bits >> length, max(0, width - length)) }
        return bits & (1 << length - 1)
      }
      func write(_ byte: UInt32) {
        text[count] = UInt8(truncatingIfNeeded: byte)
        count += 1
      }
      while next < bytes.count || width > 0 {
        while width < 20, next < bytes.count {
          bits |= UInt32(bytes[next]) << width
          (width, next) = (width + 8, next + 1)
        }
        let first = take(7)
        guard first >= digits else {
          write(Self.character(first))
          continue
        }
        let value = first - digits | take(6) << 5
        guard value >= most13Bits else {
          write(0xC0 | (0xA0 + value) >> 6)
          write(0x80 | (0xA0 + value) & 0x3F)
          continue
        }
        let character = 0x800 + value - most13Bits + most20Bits * take(7)
        write(0xE0 | character >> 12)
        write(0x80 | character >> 6 & 0x3F)
        write(0x80 | character & 0x3F)
      }
      return count
    }
  }

  private static func character(_ digit: UInt32) -> UInt32 {
    switch digit {
    case 28: 0x7E
    case 94: 0x09
    case 95: 0x0A
    default: 0x20 + digit
    }
  }
}
