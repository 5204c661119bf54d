import Foundation

/// How long a piece of work has taken so far, as one line on a terminal: for work that does not say how
/// much of it is done.
/// Nothing is written when standard error is no terminal.
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
