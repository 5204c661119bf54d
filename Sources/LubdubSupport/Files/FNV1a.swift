/// The 64-bit hash FNV-1a (Fowler, Noll, and Vo, http://www.isthe.com/chongo/tech/comp/fnv), which distinguishes contents.
/// It is not cryptographic.
@usableFromInline package struct FNV1a {
  @usableFromInline package var value: UInt64

  @inlinable package init() { value = 0xCBF2_9CE4_8422_2325 }

  @inlinable package mutating func combine(_ bits: UInt64) {
    value = (value ^ bits) &* 0x100_0000_01B3
  }
}
