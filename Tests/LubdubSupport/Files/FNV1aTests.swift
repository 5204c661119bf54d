import LubdubSupport
import Testing

@Suite struct FNV1aTests {
  @Test(arguments: [
    ("", 0xCBF2_9CE4_8422_2325 as UInt64), ("a", 0xAF63_DC4C_8601_EC8C),
    ("foobar", 0x8594_4171_F739_67E8),
  ])
  func `The hash matches the published values`(text: String, value: UInt64) {
    var hash = FNV1a()
    for byte in text.utf8 { hash.combine(UInt64(byte)) }
    #expect(hash.value == value)
  }
}
