/// Bytes as text of 96 characters, 21 % longer than the bytes, where base64 is 33 % longer: the engine is most of a page.
///
/// Two characters hold 13 bits, or 14 where the value allows, as in basE91 by Joachim Henke. The digits are the printable
/// characters of ASCII from the space on, with `~` in place of `<`, so that nothing ends a script element, then tab and line
/// feed, which browsers keep.
enum Base96 {
  /// Two digits have 9216 values: 8192 of 13 bits, of which the first 1024 stand for 14 bits as well.
  private static let (radix, most14Bits) = (UInt32(96), UInt32(96 * 96 - 8192 - 1))

  static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 16 / 13 + 2) { text in
      var (bits, width, count) = (UInt32(0), 0, 0)
      func write(_ digit: UInt32) {
        text[count] =
          switch digit {
          case 28: UInt8(ascii: "~")
          case 94: UInt8(ascii: "\t")
          case 95: UInt8(ascii: "\n")
          default: UInt8(ascii: " ") + UInt8(digit)
          }
        count += 1
      }
      for byte in bytes {
        bits |= UInt32(byte) << width
        width += 8
        guard width > 13 else { continue }
        let isLong = bits & 0x1FFF <= most14Bits
        let value = bits & (isLong ? 0x3FFF : 0x1FFF)
        bits >>= isLong ? 14 : 13
        width -= isLong ? 14 : 13
        write(value % radix)
        write(value / radix)
      }
      if width > 0 { write(bits % radix) }
      if width > 7 || bits >= radix { write(bits / radix) }
      return count
    }
  }
}
