#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file that is read while another program writes it, like with `tail -F`: the file may grow, be truncated, or be moved
/// away and recreated. `-` follows standard input until it ends.
public struct FollowedFile: ~Copyable {
  /// The result of one look at the file.
  public enum Reading: Sendable, Hashable {
    /// The number of new bytes in the buffer.
    case bytes(Int)
    /// No bytes have arrived during the wait.
    case idle
    /// The file restarts: it was truncated or replaced. An unfinished line that was already read will not be continued.
    case restarted
    /// The stream has ended; a regular file never ends.
    case ended
  }

  /// The path as given.
  public let path: String
  private var descriptor: Int32
  private var offset = 0
  private var isRegular: Bool

  /// The longest pause between two looks at a regular file, in milliseconds.
  static let pause: Int32 = 50

  /// Opens the file at its start.
  ///
  /// - Throws: `FileError` when the file cannot be opened or is a directory.
  public init(path: String) throws(FileError) {
    let opened = try Self.open(path)
    self.path = path
    descriptor = opened.descriptor
    isRegular = opened.isRegular
  }

  private static func open(
    _ path: String
  ) throws(FileError) -> (descriptor: Int32, isRegular: Bool) {
    // Does not wait for a writer of a named pipe, which may never open it.
    let (descriptor, status) = try openForReading(path, flags: O_NONBLOCK)
    if descriptor > 0 { _ = fcntl(descriptor, F_SETFL, O_RDONLY) }
    return (descriptor, status.st_mode & S_IFMT == S_IFREG)
  }

  deinit {
    if descriptor > 0 { close(descriptor) }
  }

  /// Reads new bytes, and waits for them if there are none yet.
  ///
  /// - Parameters:
  ///   - buffer: The destination of the bytes.
  ///   - milliseconds: The longest wait.
  /// - Returns: The change of the file.
  /// - Throws: `FileError` when the system reports an error.
  public mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, waiting milliseconds: Int32
  ) throws(FileError) -> Reading {
    guard isRegular else { return try readStream(into: buffer, waiting: milliseconds) }
    var left = milliseconds
    while true {
      let count = try readNow(into: buffer)
      if count > 0 { return .bytes(count) }
      if try restart() { return .restarted }
      guard left > 0 else { return .idle }
      let step = min(left, Self.pause)
      poll(nil, 0, step)
      left -= step
    }
  }

  private mutating func readStream(
    into buffer: UnsafeMutableRawBufferPointer, waiting milliseconds: Int32
  ) throws(FileError) -> Reading {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = retryingInterrupts { Int(poll(&request, 1, milliseconds)) }
    guard ready >= 0 else { throw .system(path, "cannot read") }
    guard ready > 0 else { return .idle }
    let count = try readNow(into: buffer)
    return count > 0 ? .bytes(count) : .ended
  }

  private mutating func readNow(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    let count = try readBytes(descriptor, into: buffer, of: path)
    offset += count
    return count
  }

  /// Returns to the start of the file if it was truncated or replaced.
  private mutating func restart() throws(FileError) -> Bool {
    var open = stat()
    guard fstat(descriptor, &open) == 0 else { throw .system(path, "cannot inspect") }
    if Int(open.st_size) < offset {
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(path, "cannot read") }
      offset = 0
      return true
    }
    var named = stat()
    // For a short time between the move of the old file and the creation of the new file, the path does not exist.
    guard stat(path.fileName, &named) == 0,
      named.st_ino != open.st_ino || named.st_dev != open.st_dev
    else { return false }
    guard let new = try? Self.open(path) else { return false }
    close(descriptor)
    (descriptor, isRegular, offset) = (new.descriptor, new.isRegular, 0)
    return true
  }
}
