import Dispatch

/// Two threads that read chunks of a file: a separate thread, and the consumer of the trace when it would wait.
final class ReadAhead {
  private let work: Work
  private var place = 0

  init(_ file: consuming InputFile, offsets: [Int], size: Int, context: TraceChunk.Context) {
    work = Work(file, offsets: offsets, size: size, context: context)
    let work = work
    DispatchQueue(label: "lubdub.read-ahead").async { work.run() }
  }

  deinit { work.stop() }

  func next(_ context: TraceChunk.Context?) -> TraceChunk? {
    defer { place += 1 }
    return work.take(place, context)
  }

  func recycle(_ chunk: TraceChunk) { work.recycle(chunk) }
}

/// The data shared by both threads; `state` is accessed only on its queue.
private final class Work: @unchecked Sendable {
  private static let limit = 4

  private struct State {
    var next = 0
    var taken = 0
    var read: [Int: TraceChunk] = [:]
    var spare: [TraceChunk] = []
    var context: TraceChunk.Context
    var isStopped = false
  }

  private typealias Job = (place: Int, chunk: TraceChunk, context: TraceChunk.Context)

  private let file: InputFile
  private let offsets: [Int]
  private let size: Int
  private var state: State
  // A queue instead of a mutex of the standard library, which the thread sanitizer does not support.
  private let access = DispatchQueue(label: "lubdub.read-ahead.state")
  // Signaled on every change that the other thread may wait for; both threads check again when they wake.
  private let hasRoom = DispatchSemaphore(value: 0)
  private let hasRead = DispatchSemaphore(value: 0)

  init(_ file: consuming InputFile, offsets: [Int], size: Int, context: TraceChunk.Context) {
    self.file = file
    self.offsets = offsets
    self.size = size
    state = State(context: context)
  }

  func run() {
    while !access.sync(execute: { state.isStopped || state.next == offsets.count }) {
      guard let job = claim() else {
        hasRoom.wait()
        continue
      }
      perform(job)
      hasRead.signal()
    }
  }

  func take(_ place: Int, _ context: TraceChunk.Context?) -> TraceChunk? {
    guard place < offsets.count else { return nil }
    if let context { access.sync { state.context = context } }
    while true {
      if let chunk = access.sync(execute: { state.read.removeValue(forKey: place) }) {
        access.sync { state.taken = place + 1 }
        hasRoom.signal()
        return chunk
      }
      if let job = claim() { perform(job) } else { hasRead.wait() }
    }
  }

  func recycle(_ chunk: TraceChunk) {
    access.sync { state.spare.append(chunk) }
  }

  func stop() {
    access.sync { state.isStopped = true }
    hasRoom.signal()
  }

  private func claim() -> Job? {
    access.sync {
      guard !state.isStopped, state.next < min(offsets.count, state.taken + Self.limit) else {
        return nil
      }
      defer { state.next += 1 }
      let chunk = state.spare.popLast() ?? TraceChunk(capacity: size)
      return (state.next, chunk, state.context)
    }
  }

  private func perform(_ job: Job) {
    job.chunk.fill(from: file, at: offsets[job.place], size: size)
    job.chunk.read(job.context)
    access.sync { state.read[job.place] = job.chunk }
  }
}
