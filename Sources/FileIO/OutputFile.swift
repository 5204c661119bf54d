#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that appears whole or not at all.
///
/// Bytes go to a temporary file beside the target; `commit()` flushes it and renames it over the
/// target. An output that is dropped without a commit leaves the old file as it was. A target that is
/// no regular file (`-` for standard output, a device, a pipe) is written directly.
public struct OutputFile: ~Copyable {
  /// The path as given.
  public let path: String
  private let target: String
  private var temporary: String?
  private var descriptor: Int32

  /// Prepares the output.
  ///
  /// - Throws: `FileError` when the folder or the target cannot be written.
  public init(path: String) throws(FileError) {
    let opened = try Self.open(path)
    self.path = path
    target = opened.target
    temporary = opened.temporary
    descriptor = opened.descriptor
  }

  private static func open(
    _ path: String
  ) throws(FileError) -> (target: String, temporary: String?, descriptor: Int32) {
    if path == "-" { return (path, nil, 1) }
    let target = resolvingLink(path)
    var status = stat()
    let exists = stat(target, &status) == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR {
      throw FileError(path: path, action: "cannot write", reason: "it is a directory")
    }
    if exists, kind != S_IFREG {
      let descriptor = posixOpen(target, O_WRONLY | O_CLOEXEC, 0)
      guard descriptor >= 0 else { throw .system(path, "cannot write") }
      return (target, nil, descriptor)
    }
    if exists, access(target, W_OK) != 0 { throw .system(path, "cannot write") }
    let temporary = "\(target).\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp"
    let mode = exists ? status.st_mode & 0o777 : 0o666
    let descriptor = posixOpen(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .system(path, "cannot write") }
    return (target, temporary, descriptor)
  }

  deinit {
    if descriptor > 1 { close(descriptor) }
    if let temporary { unlink(temporary) }
  }

  private static func resolvingLink(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Appends bytes.
  ///
  /// - Throws: `FileError` when not all of them could be written.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard var rest = bytes.baseAddress else { return }
    var left = bytes.count
    let descriptor = descriptor
    while left > 0 {
      let count = retryingInterrupts { posixWrite(descriptor, rest, left) }
      guard count > 0 else { throw .system(path, "cannot write") }
      rest += count
      left -= count
    }
  }

  /// Appends bytes.
  ///
  /// - Throws: `FileError` when not all of them could be written.
  public mutating func write(_ bytes: [UInt8]) throws(FileError) {
    var failure: FileError?
    bytes.withUnsafeBytes { buffer in
      do throws(FileError) {
        try write(buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Flushes to the disk and puts the file in its place.
  ///
  /// - Throws: `FileError` when the system cannot promise that all bytes are stored.
  public consuming func commit() throws(FileError) {
    guard let name = temporary else {
      let open = descriptor
      descriptor = -1
      if open > 1, close(open) != 0 { throw .system(path, "cannot close") }
      return
    }
    guard fsync(descriptor) == 0 else { throw .system(path, "cannot flush") }
    let open = descriptor
    descriptor = -1
    guard close(open) == 0 else { throw .system(path, "cannot close") }
    guard rename(name, target) == 0 else { throw .system(path, "cannot rename") }
    temporary = nil
  }
}

private func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func posixWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, base, count)
}

/// Writes a whole file, atomically; `-` is standard output.
///
/// - Throws: `FileError` when it could not be written; the old file is then as it was.
public func writeFile(_ bytes: [UInt8], to path: String) throws(FileError) {
  var file = try OutputFile(path: path)
  try file.write(bytes)
  try file.commit()
}
