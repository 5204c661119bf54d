/// Finds where fields and lines end, 64 bytes at a time, without a branch on what the bytes are.
///
/// Eight bytes are compared at once inside a 64-bit word. Langdale and Lemire (2019), "Parsing
/// Gigabytes of JSON per Second", section 3.1, describe the two stages: first an index of the
/// structure, then values that no longer wait for one another.
struct FieldIndex {
  private let separators: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  private static let high: UInt64 = 0x8080_8080_8080_8080

  init(separator: UInt8) {
    separators = UInt64(separator) * Self.ones
  }

  /// Writes the offsets of all separators and of all bytes up to 0x0D: line ends, and control
  /// characters that no row may hold.
  ///
  /// - Parameters:
  ///   - bytes: What is searched; offsets count from here.
  ///   - count: How many bytes, a multiple of 64.
  ///   - offsets: Room for `count` + 8 offsets.
  /// - Returns: The number of offsets.
  @inline(__always)
  func find(
    in bytes: UnsafeRawPointer, count: Int, into offsets: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var found = 0
    var position = 0
    while position < count {
      var bits = bitmap(bytes + position)
      let total = bits.nonzeroBitCount
      var place = offsets + found
      found += total
      var left = total
      while left > 0 {
        // Eight at a time: offsets beyond the last are overwritten by the next ones.
        for step in 0..<8 {
          place[step] = UInt32(truncatingIfNeeded: position &+ bits.trailingZeroBitCount)
          bits &= bits &- 1
        }
        place += 8
        left -= 8
      }
      position += 64
    }
    return found
  }

  /// One bit for each of 64 bytes.
  @inline(__always)
  private func bitmap(_ bytes: UnsafeRawPointer) -> UInt64 {
    var bits: UInt64 = 0
    for word in 0..<8 {
      let value = bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self)
      bits |= marks(UInt64(littleEndian: value)) << UInt64(8 * word)
    }
    return bits
  }

  /// One bit for each of the eight bytes of a word, exact for every byte value.
  @inline(__always)
  private func marks(_ word: UInt64) -> UInt64 {
    let difference = word ^ separators
    let differs = ((difference & Self.low) &+ Self.low) | difference
    let isAbove = ((word & Self.low) &+ (0x72 &* Self.ones)) | word
    let marked = ~(differs & isAbove) & Self.high
    return (marked &* 0x0002_0408_1020_4081) &>> 56
  }
}
