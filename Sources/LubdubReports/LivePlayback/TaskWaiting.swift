internal import Dispatch
internal import Synchronization

extension Task {
  /// Blocks the calling thread until the task has ended. Never call it from a task.
  package func waitForValue() throws -> Success where Failure == any Error {
    let box = ResultBox<Success>()
    let done = DispatchSemaphore(value: 0)
    Task<Void, Never> {
      await box.set(self.result)
      done.signal()
    }
    done.wait()
    return try box.get()
  }
}

private final class ResultBox<Success: Sendable>: Sendable {
  private let result = Mutex<Result<Success, any Error>>(.failure(CancellationError()))
  func set(_ new: Result<Success, any Error>) { result.withLock { $0 = new } }
  func get() throws -> Success { try result.withLock { $0 }.get() }
}
