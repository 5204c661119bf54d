#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Sets the watch of the calls on this thread; see lubdub_bench.h.
@c @implementation public func lubdub_watched_by(_ watch: UnsafeMutablePointer<lubdub_watch>?) {
  pthread_setspecific(Watch.key, watch)
}

/// The progress of a call, and the host's request to end the call. Unchecked, because several threads use the memory, but
/// only through atomic functions of C.
struct Watch: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<lubdub_watch>?

  fileprivate static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static var ofThisThread: Watch {
    Watch(memory: pthread_getspecific(key)?.assumingMemoryBound(to: lubdub_watch.self))
  }

  var isStopped: Bool {
    memory.map { watch_is_stopped($0) != 0 } ?? false
  }

  func update(done: Int, total: Int) {
    if let memory { watch_update(memory, Int64(done), Int64(total)) }
  }

  func pass(done: Int, total: Int) throws(Failure) {
    update(done: done, total: total)
    try refuseStopped()
  }

  func refuseStopped() throws(Failure) {
    if isStopped { throw Failure(Status.stopped, "the call was stopped") }
  }
}

extension Status {
  static let stopped = Int32(LUBDUB_STOPPED)
}
