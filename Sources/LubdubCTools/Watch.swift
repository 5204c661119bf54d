internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Has the calls of this thread look at `watch`, as lubdub_bench.h shows.
@c @implementation public func lubdub_watched_by(_ watch: UnsafeMutablePointer<lubdub_watch>?) {
  pthread_setspecific(Watch.key, watch)
}

/// What the host sees of a call, and whether it wants the call to end. Asked from several threads.
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
    guard let memory else { return false }
    return Self.atomic(memory, \.stop, Int32.self) { $0.pointee.load(ordering: .relaxed) != 0 }
  }

  func update(done: Int, total: Int) {
    guard let memory else { return }
    Self.atomic(memory, \.total, Int64.self) { $0.pointee.store(Int64(total), ordering: .relaxed) }
    Self.atomic(memory, \.done, Int64.self) { $0.pointee.store(Int64(done), ordering: .relaxed) }
  }

  func pass(done: Int, total: Int) throws(Failure) {
    update(done: done, total: total)
    try refuseStopped()
  }

  func refuseStopped() throws(Failure) {
    if isStopped { throw Failure(Status.stopped, "the call was stopped") }
  }

  private static func atomic<Value: AtomicRepresentable, Answer>(
    _ memory: UnsafeMutablePointer<lubdub_watch>, _ member: KeyPath<lubdub_watch, Value>,
    _ type: Value.Type, _ body: (UnsafeMutablePointer<Atomic<Value>>) -> Answer
  ) -> Answer {
    let offset = MemoryLayout<lubdub_watch>.offset(of: member) ?? 0
    let place = UnsafeMutableRawPointer(memory) + offset
    return body(place.assumingMemoryBound(to: Atomic<Value>.self))
  }
}

extension Status {
  static let stopped = Int32(LUBDUB_STOPPED)
}
