import LubdubSupport
import Testing

@Suite("Base64") struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 follows the test vectors of RFC 4648`(plain: String, text: String) {
    #expect(Base64.encode(Array(plain.utf8)) == text)
    #expect(Base64.decode(text) == Array(plain.utf8))
  }

  @Test(arguments: [
    "Zg=", "Zg", "Z===", "====", "Zh==", "Zm9=", "Zg==Zg==", "Zm 9", "Zm9v\n", "Zm-_",
  ])
  func `Base64 that is not canonical is rejected`(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
