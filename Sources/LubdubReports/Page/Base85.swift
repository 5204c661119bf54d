/// Five characters for four bytes, which is a sixteenth less than base64: the engine is most of a page. The digits are
/// the characters from `#` on, with `x` in place of `<`, so that nothing ends a script element.
enum Base85 {
  private static let digits = (0..<85).map { digit in
    digit == 25 ? UInt8(ascii: "x") : UInt8(ascii: "#") + UInt8(digit)
  }

  /// A rest of n bytes has n + 1 characters.
  static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    let groups = (bytes.count + 3) / 4
    let count = groups * 5 - (groups * 4 - bytes.count)
    return String(unsafeUninitializedCapacity: groups * 5) { text in
      for group in 0..<groups {
        var word: UInt32 = 0
        for place in 4 * group..<4 * group + 4 {
          word = word << 8 | (place < bytes.count ? UInt32(bytes[place]) : 0)
        }
        for place in stride(from: 5 * group + 4, through: 5 * group, by: -1) {
          text[place] = digits[Int(word % 85)]
          word /= 85
        }
      }
      return count
    }
  }
}
