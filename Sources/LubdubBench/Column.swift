#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Values that grow in memory of their own, which a result takes over without a copy.
struct Column<Value: BitwiseCopyable>: ~Copyable {
  private var storage: UnsafeMutablePointer<Value>?
  private var capacity = 0
  private(set) var count = 0

  deinit { storage?.deallocate() }

  /// Room for so many more values, which the caller fills.
  ///
  /// - Parameters:
  ///   - more: How many.
  ///   - expected: How many values there will be in all, as far as is known.
  /// - Returns: Where they go.
  mutating func extend(by more: Int, expected: Int) -> UnsafeMutablePointer<Value> {
    let fitting = count + more <= capacity ? storage : nil
    let base = fitting ?? grow(to: max(count + more, expected, 2 * capacity))
    defer { count += more }
    return base + count
  }

  private mutating func grow(to wanted: Int) -> UnsafeMutablePointer<Value> {
    let bytes = allocate(max(1, wanted) * MemoryLayout<Value>.stride)
    let fresh = bytes.bindMemory(to: Value.self, capacity: max(1, wanted))
    if let storage {
      fresh.update(from: storage, count: count)
      storage.deallocate()
    }
    storage = fresh
    capacity = max(1, wanted)
    return fresh
  }

  /// Hands over the memory; the column is empty then.
  mutating func take() -> UnsafeMutableRawBufferPointer {
    let base = storage ?? grow(to: 1)
    defer { (storage, count, capacity) = (nil, 0, 0) }
    return UnsafeMutableRawBufferPointer(start: base, count: count * MemoryLayout<Value>.stride)
  }
}

/// Memory aligned for doubles. Much of it comes in huge pages where the system has them, for small ones take as
/// long to make as the text takes to read.
private func allocate(_ count: Int) -> UnsafeMutableRawPointer {
  let page = 1 << 21
  guard count >= 2 * page else { return .allocate(byteCount: count, alignment: 8) }
  let bytes = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: page)
  #if os(Linux)
    madvise(bytes, count, MADV_HUGEPAGE)
  #endif
  return bytes
}
