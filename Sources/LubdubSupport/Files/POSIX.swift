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

/// Opens a file to read it, with `-` for standard input, and inspects it; a folder is an error.
func openForReading(
  _ path: String, flags: Int32 = 0
) throws(FileError) -> (descriptor: Int32, status: stat) {
  let descriptor = path == "-" ? 0 : open(path.fileName, O_RDONLY | O_CLOEXEC | flags)
  guard descriptor >= 0 else { throw .system(path, "cannot open") }
  var status = stat()
  let isKnown = fstat(descriptor, &status) == 0
  if isKnown, status.st_mode & S_IFMT != S_IFDIR { return (descriptor, status) }
  let error =
    isKnown
    ? FileError(path: path, action: "cannot read", reason: "it is a directory")
    : FileError.system(path, "cannot inspect")
  if path != "-" { close(descriptor) }
  throw error
}

/// Reads the available bytes, up to the buffer's length; 0 at the end of the file, and after a serial port was removed.
func readBytes(
  _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int? = nil,
  of path: String
) throws(FileError) -> Int {
  guard let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
  let count = retryingInterrupts {
    offset.map { pread(descriptor, base, buffer.count, off_t($0)) }
      ?? read(descriptor, base, buffer.count)
  }
  if count >= 0 { return count }
  let error = FileError.system(path, "cannot read")
  var status = stat()
  let isDevice = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  if isDevice, error.code == EIO { return 0 }
  throw error
}

/// Writes all bytes with a system call that may write only some of them.
func writeBytes(
  _ bytes: UnsafeRawBufferPointer, of path: String, _ write: (UnsafeRawPointer, Int) -> Int
) throws(FileError) {
  guard var rest = bytes.baseAddress else { return }
  var left = bytes.count
  while left > 0 {
    let count = retryingInterrupts { write(rest, left) }
    guard count > 0 else { throw .system(path, "cannot write") }
    rest += count
    left -= count
  }
}

func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The system calls used to write a file, so that a test can make each of them fail.
struct FileCalls: Sendable {
  var open: @Sendable (_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
  var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
  var sync: @Sendable (_ descriptor: Int32) -> Int32
  var close: @Sendable (_ descriptor: Int32) -> Int32
  var link: @Sendable (_ descriptor: Int32, _ name: String) -> Int32
  var rename: @Sendable (_ old: String, _ new: String) -> Int32

  static let system = systemCalls
}

// Outside the type, because its members have the names of the calls.
private let systemCalls = FileCalls(
  open: { open($0.fileName, $1, $2) },
  write: { write($0, $1, $2) },
  sync: { fsync($0) },
  close: { close($0) },
  link: {
    linkat(AT_FDCWD, UnnamedFile.path(of: $0), AT_FDCWD, $1.fileName, AT_SYMLINK_FOLLOW)
  },
  rename: { rename($0.fileName, $1.fileName) })
