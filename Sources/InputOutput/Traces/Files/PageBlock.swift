/// Bytes that begin where a page of memory does.
///
/// The kernel copies a file out of pages. Into memory that begins 16 bytes behind a page, as an array may, it
/// copies a quarter slower: the processor takes a load for one of what was stored 4,096 bytes before.
@safe struct PageBlock: ~Copyable {
  private static let pageSize = 4096

  /// The bytes; zeros at first.
  let bytes: UnsafeMutableRawBufferPointer

  /// A block of so many bytes.
  init(count: Int) {
    unsafe bytes = .allocate(byteCount: count, alignment: Self.pageSize)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { unsafe bytes.deallocate() }
}
