internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Memory for a column of a result, aligned for doubles.
///
/// Much memory comes in huge pages where the system has them. For a large column the system takes as long to clear
/// them as the text takes to read, so that columns that are let go are kept for the next ones. The system may take
/// their pages back at any time (`MADV_FREE`).
struct ColumnMemory: @unchecked Sendable {
  /// Where it begins.
  let base: UnsafeMutableRawPointer
  /// How many bytes there are.
  let capacity: Int

  private static let page = 1 << 21
  /// The most bytes that are kept.
  private static let keptLimit = 1 << 28
  private static let kept = Mutex<[ColumnMemory]>([])

  /// Memory for at least so many bytes, with any content.
  init(_ count: Int) {
    self = Self.takeKept(count) ?? ColumnMemory(allocating: max(1, count))
  }

  private init(allocating count: Int) {
    let isLarge = count >= 2 * Self.page
    capacity = count
    base = .allocate(byteCount: count, alignment: isLarge ? Self.page : 8)
    #if os(Linux)
      if isLarge { madvise(base, count, MADV_HUGEPAGE) }
    #endif
  }

  /// Lets the memory go.
  func release() {
    #if os(Linux)
      guard capacity >= 2 * Self.page, capacity <= Self.keptLimit else { return base.deallocate() }
      madvise(base, capacity, MADV_FREE)
      Self.keep(self)
    #else
      base.deallocate()
    #endif
  }

  private static func takeKept(_ count: Int) -> ColumnMemory? {
    guard count >= 2 * page else { return nil }
    return kept.withLock { kept in
      let fitting = kept.indices.filter { (count...2 * count).contains(kept[$0].capacity) }
      return fitting.min { kept[$0].capacity < kept[$1].capacity }.map { kept.remove(at: $0) }
    }
  }

  /// Keeps memory, and drops what was kept longest where it gets too much.
  private static func keep(_ memory: ColumnMemory) {
    kept.withLock { kept in
      kept.append(memory)
      while kept.reduce(0, { $0 + $1.capacity }) > keptLimit {
        kept.removeFirst().base.deallocate()
      }
    }
  }
}
