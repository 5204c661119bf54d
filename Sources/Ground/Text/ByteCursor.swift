/// Reads integers from binary records and never past their end.
package struct ByteCursor {
  /// What is still to be read.
  package private(set) var rest: ArraySlice<UInt8>

  /// At the start of some bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The next bytes; `nil` when there are fewer, which leaves the cursor where it was.
  package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Passes over bytes.
  ///
  /// - Returns: Whether there were as many.
  package mutating func skip(_ count: Int) -> Bool { take(count) != nil }

  /// The next byte.
  package mutating func byte() -> UInt8? { take(1)?.first }

  /// The next byte, as a signed number.
  package mutating func signedByte() -> Int8? { byte().map { Int8(bitPattern: $0) } }

  /// An unsigned integer, lowest byte first.
  package mutating func little<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) -> Value?
  {
    take(Value.bitWidth / 8)?.reversed().reduce(0) { $0 << 8 | Value($1) }
  }

  /// An unsigned integer, highest byte first.
  package mutating func big<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) -> Value? {
    take(Value.bitWidth / 8)?.reduce(0) { $0 << 8 | Value($1) }
  }
}
