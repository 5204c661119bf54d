#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file that is written completely or not at all.
///
/// Bytes go to a temporary file next to the target; `commit()` flushes it and renames it over the target. An output that is
/// dropped without a commit leaves the old file unchanged and removes the temporary file; on systems with unnamed files,
/// this also applies if the program is killed. If two programs write the same target, their bytes are never mixed: the last
/// commit counts. Symbolic links are followed to their end and stay links. A target that isn't a regular file (`-` for
/// standard output, an open descriptor such as `/dev/fd/63`, a device, a pipe) is a stream: it is opened once and written
/// directly. Temporary files that a killed process left for the same target are removed.
public struct OutputFile: ~Copyable {
  /// The path as given.
  public let path: String
  private let calls: FileCalls
  private let target: String
  private let temporary: String?
  private var isNamed: Bool
  private var descriptor: Int32

  /// Whether bytes are written directly and cannot be undone.
  public var isStream: Bool { temporary == nil }

  /// Prepares the output.
  ///
  /// - Throws: `FileError` when the folder or the target cannot be written.
  public init(path: String) throws(FileError) { try self.init(path: path, calls: .system) }

  init(path: String, calls: FileCalls) throws(FileError) {
    let place = try OutputPlace(path)
    let opened = try Self.open(place, path, calls)
    // Standard output that is closed early ends the output under any of its names.
    self.path = place.isStandardOutput ? "-" : path
    self.calls = calls
    target = opened.target
    temporary = opened.temporary
    isNamed = opened.isNamed
    descriptor = opened.descriptor
  }

  private static func open(
    _ place: OutputPlace, _ path: String, _ calls: FileCalls
  ) throws(FileError) -> (target: String, temporary: String?, isNamed: Bool, descriptor: Int32) {
    let (target, temporary, isNamed, descriptor): (String, String?, Bool, Int32)
    switch place {
    case .descriptor(let number):
      (target, temporary, isNamed) = (path, nil, false)
      descriptor = number == 1 ? 1 : fcntl(number, F_DUPFD_CLOEXEC, 3)
    case .stream(let name, _):
      (target, temporary, isNamed) = (name, nil, false)
      descriptor = calls.open(name, O_WRONLY | O_CLOEXEC, 0)
    case .file(let name):
      var status = stat()
      let exists = stat(name.fileName, &status) == 0
      if exists, access(name.fileName, W_OK) != 0 { throw .system(path, "cannot write") }
      Leftovers.clear(of: name)
      let mode = exists ? status.st_mode & 0o777 : 0o666
      let unnamed = UnnamedFile.open(beside: name, mode: mode, calls)
      let beside = Leftovers.name(beside: name)
      (target, temporary, isNamed) = (name, beside, unnamed == nil)
      descriptor = unnamed ?? calls.open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
    }
    guard descriptor >= 0 else { throw .system(path, "cannot write") }
    return (target, temporary, isNamed, descriptor)
  }

  /// Checks whether an output can be written. Outputs that can be opened only once are not opened.
  @discardableResult package static func check(_ path: String) throws(FileError) -> OutputPlace {
    let place = try OutputPlace(path)
    switch place {
    case .descriptor(let number):
      guard fcntl(number, F_GETFD) != -1 else { throw .system(path, "cannot write") }
    case .stream(let name, _):
      guard access(name.fileName, W_OK) == 0 else { throw .system(path, "cannot write") }
    case .file: _ = try OutputFile(path: path)
    }
    return place
  }

  deinit {
    if descriptor > 1 { close(descriptor) }
    if let temporary, isNamed { unlink(temporary.fileName) }
  }

  /// Appends bytes.
  ///
  /// - Throws: `FileError` if not all bytes could be written.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let (descriptor, calls) = (descriptor, calls)
    try writeBytes(bytes, of: path) { calls.write(descriptor, $0, $1) }
  }

  /// Appends bytes.
  ///
  /// - Throws: `FileError` if not all bytes could be written.
  public mutating func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Flushes the file to the disk and moves it to its target.
  ///
  /// - Throws: `FileError` when the system cannot guarantee that all bytes are stored; the old file is then unchanged.
  public consuming func commit() throws(FileError) {
    guard let name = temporary else { return try finish() }
    guard calls.sync(descriptor) == 0 else { throw .system(path, "cannot flush") }
    if !isNamed {
      guard calls.link(descriptor, name) == 0 else { throw .system(path, "cannot name") }
      isNamed = true
    }
    try finish()
    guard calls.rename(name, target) == 0 else { throw .system(path, "cannot rename") }
    isNamed = false
  }

  private mutating func finish() throws(FileError) {
    let open = descriptor
    descriptor = -1
    // The descriptor is released whatever `close` returns; closing it again could close another file.
    guard open <= 1 || calls.close(open) == 0 else { throw .system(path, "cannot close") }
  }
}

/// Writes a whole file, atomically; `-` is standard output.
///
/// - Throws: `FileError` when the file could not be written; the old file is then unchanged.
public func writeFile(_ bytes: [UInt8], to path: String) throws(FileError) {
  var file = try OutputFile(path: path)
  try file.write(bytes)
  try file.commit()
}
