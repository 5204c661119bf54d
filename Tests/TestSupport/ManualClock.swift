import Synchronization

/// A clock that the test sets. A sleeping task wakes when the clock reaches its deadline.
package final class ManualClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    package var offset = Swift.Duration.zero
    package func advanced(by duration: Swift.Duration) -> Instant {
      Instant(offset: offset + duration)
    }
    package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Sleeper] = []
    var count = 0
  }

  private let state = Mutex(State())

  package init() {}

  package let minimumResolution = Swift.Duration.zero

  package var now: Instant { state.withLock { $0.now } }
  /// The deadlines of sleeping tasks, in order.
  package var deadlines: [Swift.Duration] {
    state.withLock { $0.sleepers.map(\.deadline.offset).sorted() }
  }

  package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          if Task.isCancelled || state.now >= deadline { return true }
          state.sleepers.append(
            Sleeper(number: number, deadline: deadline, continuation: continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      wake { $0.number == number }
    }
  }

  /// Sets the time.
  package func set(to offset: Swift.Duration) {
    state.withLock { $0.now = Instant(offset: offset) }
    wake { $0.deadline.offset <= offset }
  }

  private func wake(where isDue: (Sleeper) -> Bool) {
    let due = state.withLock { state in
      let due = state.sleepers.filter(isDue)
      state.sleepers.removeAll(where: isDue)
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
