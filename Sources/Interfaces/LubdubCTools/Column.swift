internal import LubdubC

/// Values that grow in memory of their own, which a result takes over without a copy.
struct Column<Value: BitwiseCopyable>: ~Copyable {
  private var memory: ColumnMemory?
  private(set) var count = 0

  private var capacity: Int { (memory?.capacity ?? 0) / MemoryLayout<Value>.stride }

  deinit { memory?.release() }

  /// Room for so many more values, which the caller fills.
  ///
  /// - Parameters:
  ///   - more: How many.
  ///   - expected: How many values there will be in all, as far as is known.
  /// - Returns: Where they go.
  mutating func extend(by more: Int, expected: Int) -> UnsafeMutablePointer<Value> {
    let fitting = count + more <= capacity ? memory : nil
    let memory = fitting ?? grow(to: max(count + more, expected, 2 * capacity))
    defer { count += more }
    return memory.base.assumingMemoryBound(to: Value.self) + count
  }

  private mutating func grow(to wanted: Int) -> ColumnMemory {
    let fresh = ColumnMemory(wanted * MemoryLayout<Value>.stride)
    if let memory {
      fresh.base.copyMemory(from: memory.base, byteCount: count * MemoryLayout<Value>.stride)
      memory.release()
    }
    memory = fresh
    return fresh
  }

  /// Hands the memory over to a result; the column is empty then.
  mutating func take(into result: Result, as name: String) {
    let memory = memory ?? grow(to: 0)
    let size = count * MemoryLayout<Value>.stride
    (self.memory, count) = (nil, 0)
    let bytes = UnsafeMutableRawBufferPointer(start: memory.base, count: size)
    result.add(name, taking: bytes) { memory.release() }
  }
}
