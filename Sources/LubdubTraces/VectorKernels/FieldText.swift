import CTraceText

@safe struct FieldText {
  private(set) var start: UnsafePointer<UInt8>
  private(set) var count: Int

  @inline(__always) init(_ start: UnsafePointer<UInt8>, count: Int) {
    unsafe self.start = unsafe start
    self.count = count
  }

  @inline(__always) var bare: FieldText {
    let isPlain = unsafe count > 0 && start[0] > 0x22 && start[count &- 1] > 0x22
    return isPlain ? self : stripped
  }

  @inline(never) private var stripped: FieldText {
    var field = self
    while field.count > 0, unsafe Self.isBlank(field.start[0]) { field.dropFirst() }
    while field.count > 0, unsafe Self.isBlank(field.start[field.count - 1]) { field.count -= 1 }
    let quote = UInt8(ascii: "\"")
    guard field.count > 1, unsafe field.start[0] == quote,
      unsafe field.start[field.count - 1] == quote
    else { return field }
    field.dropFirst()
    field.count -= 1
    return field
  }

  @inline(never) var isTorn: Bool {
    var field = self
    while field.count > 0, unsafe Self.isBlank(field.start[0]) { field.dropFirst() }
    guard field.count > 0, unsafe field.start[0] == UInt8(ascii: "\"") else { return false }
    let bytes = unsafe UnsafeBufferPointer(start: field.start, count: field.count)
    return unsafe !bytes.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
  }

  @inline(__always) var isMissingWord: Bool {
    unsafe MissingWord.first(of: LineBytes.word(start))?.length == count
  }

  private static let keyLength = 7

  /// The text as one number for `text_find_words`; `nil` for more than seven characters.
  var key: UInt64? {
    guard count <= Self.keyLength else { return nil }
    return unsafe Self.key(UnsafeBufferPointer(start: start, count: count))
  }

  static func key(_ text: StaticString) -> UInt64 { text.withUTF8Buffer(unsafe key) }

  private static func key(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    unsafe text.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(text.count) << 56
  }

  private mutating func dropFirst() {
    unsafe start += 1
    count -= 1
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension text_fields {
  @inline(__always) subscript(row: Int) -> FieldText {
    let start = unsafe Int(starts[row &* Int(start_stride)]) &+ 1
    let end = unsafe Int(ends[row &* Int(end_stride)]) &- Int(gap)
    return unsafe FieldText(origin + start, count: end &- start)
  }
}
