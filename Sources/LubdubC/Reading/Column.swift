#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Values in growing memory, which a result adopts without a copy.
struct Column<Value: BitwiseCopyable>: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer?
  private(set) var count = 0

  private var capacity: Int { (memory?.count ?? 0) / MemoryLayout<Value>.stride }

  deinit { memory?.deallocate() }

  mutating func extend(by more: Int, expected: Int) -> UnsafeMutablePointer<Value> {
    let fitting = count + more <= capacity ? memory : nil
    let memory = fitting ?? grow(to: max(count + more, expected, 2 * capacity))
    defer { count += more }
    return memory.assumingMemoryBound(to: Value.self).baseAddress.unsafelyUnwrapped + count
  }

  private mutating func grow(to wanted: Int) -> UnsafeMutableRawBufferPointer {
    let fresh = Self.allocate(max(1, wanted * MemoryLayout<Value>.stride))
    if let memory {
      fresh.copyMemory(from: .init(rebasing: memory[..<(count * MemoryLayout<Value>.stride)]))
      memory.deallocate()
    }
    memory = fresh
    return fresh
  }

  /// Allocates memory of a number of bytes, aligned for doubles; large blocks are in huge pages if the system has them.
  private static func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
    let page = 1 << 21
    let isLarge = count >= 2 * page
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count, alignment: isLarge ? page : 8)
    #if os(Linux)
    if isLarge { madvise(memory.baseAddress, count, MADV_HUGEPAGE) }
    #endif
    return memory
  }

  mutating func take(into result: Result, as name: String) {
    let memory = memory ?? grow(to: 0)
    let size = count * MemoryLayout<Value>.stride
    (self.memory, count) = (nil, 0)
    result.add(name, taking: .init(rebasing: memory[..<size])) { memory.deallocate() }
  }
}
