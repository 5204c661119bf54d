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

/// The system calls that writing a file rests on, so that a test can make each of them fail.
struct FileCalls: Sendable {
  var open: @Sendable (_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
  var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
  var sync: @Sendable (_ descriptor: Int32) -> Int32
  var close: @Sendable (_ descriptor: Int32) -> Int32
  var link: @Sendable (_ descriptor: Int32, _ name: String) -> Int32
  var rename: @Sendable (_ old: String, _ new: String) -> Int32

  static let system = systemCalls
}

// Outside of the type, whose members have the names of the calls.
private let systemCalls = FileCalls(
  open: { open($0.fileName, $1, $2) },
  write: { write($0, $1, $2) },
  sync: { fsync($0) },
  close: { close($0) },
  link: {
    linkat(AT_FDCWD, UnnamedFile.path(of: $0), AT_FDCWD, $1.fileName, AT_SYMLINK_FOLLOW)
  },
  rename: { rename($0.fileName, $1.fileName) })
