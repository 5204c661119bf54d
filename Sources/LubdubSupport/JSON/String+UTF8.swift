extension String {
  /// The text of bytes; `nil` when they are not UTF-8. Like `String(validating:as:)`, which Apple provides only from iOS 18 on.
  @inlinable package init?(utf8 bytes: some Collection<UInt8>) {
    // Decoding replaces invalid bytes by a character with other bytes.
    self.init(decoding: bytes, as: UTF8.self)
    guard bytes.allSatisfy({ $0 < 0x80 }) || utf8.elementsEqual(bytes) else { return nil }
  }
}
