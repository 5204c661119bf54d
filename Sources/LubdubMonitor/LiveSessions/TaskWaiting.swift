internal import Dispatch

extension Task {
  /// Blocks the calling thread until the task has ended. Never call it from a task.
  package func waitForValue() throws -> Success where Failure == any Error {
    let box = Locked<Result<Success, any Error>>(.failure(_Concurrency.CancellationError()))
    let done = DispatchSemaphore(value: 0)
    Task<Void, Never> {
      let result = await self.result
      box.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return try box.withLock { $0 }.get()
  }
}
