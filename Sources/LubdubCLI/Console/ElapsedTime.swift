import Foundation

/// Shows the elapsed time of work without progress reports, as one line on a terminal. If standard error is not a terminal,
/// it writes nothing.
enum ElapsedTime {
  static func shown<Value>(_ title: String, while work: () throws -> Value) rethrows -> Value {
    guard Console.Stream.error.isTerminal else { return try work() }
    let (done, cleared) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      var seconds = 0
      while done.wait(timeout: .now() + .seconds(1)) == .timedOut {
        seconds += 1
        Console.draw("\r\u{1B}[K\(title), \(seconds) s", to: .error)
      }
      if seconds > 0 { Console.draw("\r\u{1B}[K", to: .error) }
      cleared.signal()
    }
    defer {
      done.signal()
      cleared.wait()
    }
    return try work()
  }
}
