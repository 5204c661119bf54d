/// Finds where fields and lines end, 64 bytes at a time, without a branch on what the bytes are.
///
/// Eight bytes are compared at once inside a 64-bit word. Langdale and Lemire (2019), "Parsing
/// Gigabytes of JSON per Second", section 3.1, describe the two stages: first an index of the
/// structure, then values that no longer wait for one another.
struct FieldIndex {
  private let separators: SIMD2<UInt64>

  init(separator: UInt8) {
    separators = SIMD2(repeating: UInt64(separator) * 0x0101_0101_0101_0101)
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
      found &+= total
      var left = total
      while left > 0 {
        // Four at a time: offsets beyond the last are overwritten by the next ones.
        for step in 0..<4 {
          place[step] = UInt32(truncatingIfNeeded: position &+ bits.trailingZeroBitCount)
          bits &= bits &- 1
        }
        place += 4
        left &-= 4
      }
      position &+= 64
    }
    return found
  }

  /// One bit for each of 64 bytes.
  ///
  /// The bits of pairs, fours and eights of bytes are joined, those of four vectors side by side.
  @inline(__always)
  private func bitmap(_ bytes: UnsafeRawPointer) -> UInt64 {
    let pairs01 = pairs(bytes, 0) | pairs(bytes, 1) &<< 8
    let pairs23 = pairs(bytes, 2) | pairs(bytes, 3) &<< 8
    let fours = Self.fours(pairs01) | Self.fours(pairs23) &<< 16
    let eights = (fours | fours &>> 28) & 0xFFFF_FFFF
    return eights[0] | eights[1] &<< 32
  }

  @inline(__always)
  private static func fours(_ pairs: SIMD2<UInt64>) -> SIMD2<UInt64> {
    (pairs | pairs &>> 14) & 0x0000_0F0F_0000_0F0F
  }

  /// The bits of 8 bytes of the first half and of 8 of the second one, joined in pairs.
  @inline(__always)
  private func pairs(_ bytes: UnsafeRawPointer, _ group: Int) -> SIMD2<UInt64> {
    let words = SIMD2(
      bytes.loadUnaligned(fromByteOffset: 8 &* group, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: 32 &+ 8 &* group, as: UInt64.self))
    let bits = marks(words) &>> 7
    return (bits | bits &>> 7) & 0x0003_0003_0003_0003
  }

  /// The upper bit of each byte that counts, exact for every byte value.
  @inline(__always)
  private func marks(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = words ^ separators
    let differs = ((difference & low) &+ low) | difference
    let isAbove = ((words & low) &+ 0x7272_7272_7272_7272) | words
    return ~(differs & isAbove) & ~low
  }
}
