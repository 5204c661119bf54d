import Dispatch
import FileIO

/// Two threads that read stretches of a file: one of its own, and the one that consumes the trace
/// whenever it would have to wait.
final class ReadAhead {
  private let work: Work
  /// The stretch that is taken next.
  private var place = 0

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - file: The file, by a descriptor of its own.
  ///   - offsets: Where the stretches begin.
  ///   - size: The bytes of each.
  ///   - context: What is known of the trace.
  init(_ file: consuming InputFile, offsets: [Int], size: Int, context: Stretch.Context) {
    work = Work(file, offsets: offsets, size: size, context: context)
    let work = work
    DispatchQueue(label: "lubdub.read-ahead").async { work.run() }
  }

  deinit {
    work.stop()
  }

  /// Takes the next stretch in order.
  ///
  /// - Parameter context: What is known of the trace by now.
  /// - Returns: The stretch; `nil` behind the last one.
  func next(_ context: Stretch.Context?) -> Stretch? {
    defer { place += 1 }
    return work.take(place, context)
  }

  /// Gives a stretch back, whose memory is used again.
  func recycle(_ stretch: Stretch) { work.recycle(stretch) }
}

/// What both threads share; `state` is touched on its queue only.
private final class Work: @unchecked Sendable {
  /// The most stretches that are begun and not taken.
  private static let limit = 4

  private struct State {
    /// The first stretch that nobody has begun.
    var next = 0
    /// The first stretch that has not been taken.
    var taken = 0
    /// Stretches that are read and not taken.
    var read: [Int: Stretch] = [:]
    var spare: [Stretch] = []
    var context: Stretch.Context
    var isStopped = false
  }

  private struct Job {
    let place: Int
    let stretch: Stretch
    let context: Stretch.Context
  }

  private let file: InputFile
  private let offsets: [Int]
  private let size: Int
  private var state: State
  // A queue rather than a mutex of the standard library, which the thread sanitizer does not know.
  private let access = DispatchQueue(label: "lubdub.read-ahead.state")
  // Signalled on every change that the other thread may wait for; both look again when they wake.
  private let hasRoom = DispatchSemaphore(value: 0)
  private let hasRead = DispatchSemaphore(value: 0)

  init(_ file: consuming InputFile, offsets: [Int], size: Int, context: Stretch.Context) {
    self.file = file
    self.offsets = offsets
    self.size = size
    state = State(context: context)
  }

  /// Reads until there is no more to do.
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

  func take(_ place: Int, _ context: Stretch.Context?) -> Stretch? {
    guard place < offsets.count else { return nil }
    if let context { access.sync { state.context = context } }
    while true {
      if let stretch = access.sync(execute: { state.read.removeValue(forKey: place) }) {
        access.sync { state.taken = place + 1 }
        hasRoom.signal()
        return stretch
      }
      if let job = claim() { perform(job) } else { hasRead.wait() }
    }
  }

  func recycle(_ stretch: Stretch) {
    access.sync { state.spare.append(stretch) }
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
      let stretch = state.spare.popLast() ?? Stretch(capacity: size)
      return Job(place: state.next, stretch: stretch, context: state.context)
    }
  }

  private func perform(_ job: Job) {
    job.stretch.fill(from: file, at: offsets[job.place], size: size)
    job.stretch.read(job.context)
    access.sync { state.read[job.place] = job.stretch }
  }
}
