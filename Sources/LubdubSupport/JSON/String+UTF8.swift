extension String {
  /// The text of bytes; `nil` where they are not UTF-8. As `String(validating:as:)`, which Apple has from iOS 18 on only.
  @inlinable package init?(utf8 bytes: some Collection<UInt8>) {
    // What is not UTF-8 is replaced by a character that its bytes do not spell.
    self.init(decoding: bytes, as: UTF8.self)
    guard bytes.allSatisfy({ $0 < 0x80 }) || utf8.elementsEqual(bytes) else { return nil }
  }
}
