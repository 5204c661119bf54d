#if canImport(os)
internal import os
#else
internal import Synchronization
#endif

/// A value that only one thread at a time may use, like `Mutex`, which Apple provides only from iOS 18 on. On other systems it
/// is built on `Mutex`.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private var value: Value
  #if canImport(os)
  private let lock = OSAllocatedUnfairLock()
  #else
  private let lock = Mutex(())
  #endif

  package init(_ value: consuming sending Value) { self.value = value }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(os)
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
    #else
    return try lock.withLock { _ throws(Failure) in try body(&self.value) }
    #endif
  }
}
