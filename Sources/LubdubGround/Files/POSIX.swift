#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

extension FileError {
  /// The failure of the system call that has just returned.
  static func system(_ path: String, _ action: String) -> FileError {
    let code = errno
    return FileError(path: path, action: action, reason: reason(of: code), code: code)
  }

  private static func reason(of code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}

func retryingInterrupts(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
