internal import Dispatch
internal import Synchronization

/// Runs independent pieces of work on several threads. Results are in the order of the work.
package struct Workers: Sendable {
  package let count: Int

  package static var cores: Int { processorCount }

  package init(_ count: Int) { self.count = max(1, count) }

  /// Runs all items; `nil` for items that did not start because of `isCancelled`.
  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], isCancelled: @Sendable () -> Bool = { false },
    _ work: @Sendable (Item) -> Result
  ) -> [Result?] {
    guard count > 1, items.count > 1 else {
      return items.map { isCancelled() ? nil : work($0) }
    }
    let results = Mutex([Result?](repeating: nil, count: items.count))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      while !isCancelled() {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        let result = work(items[index])
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0 }
  }

  /// Runs all items in blocks, with progress between the blocks, and returns the results in order.
  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], progress: (_ done: Int, _ total: Int) -> Void,
    _ work: @Sendable (Item) -> Result
  ) -> [Result] {
    let block = 4 * count
    return stride(from: 0, to: items.count, by: block).flatMap { first in
      progress(first, items.count)
      return map(Array(items[first...].prefix(block)), work).compactMap(\.self)
    }
  }
}
