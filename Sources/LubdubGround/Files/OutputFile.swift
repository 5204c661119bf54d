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
/// target. An output that is dropped without a commit leaves the old file as it was, and nothing beside
/// it; where the system has files without a name, that holds for a program that is killed, too. Two programs
/// that write the same target never mix their bytes: the last commit stays. A symbolic link is
/// followed and stays a link. A target that is no regular file (`-` for standard output, a device, a
/// pipe) is written directly.
public struct OutputFile: ~Copyable {
  /// The path as given.
  public let path: String
  private let calls: FileCalls
  private let target: String
  private let temporary: String?
  /// Whether the temporary file can be found by its name.
  private var isNamed: Bool
  private var descriptor: Int32

  /// Prepares the output.
  ///
  /// - Throws: `FileError` when the folder or the target cannot be written.
  public init(path: String) throws(FileError) {
    try self.init(path: path, calls: .system)
  }

  /// Prepares the output with system calls that may be made to fail.
  init(path: String, calls: FileCalls) throws(FileError) {
    let opened = try Self.open(path, calls)
    self.path = path
    self.calls = calls
    target = opened.target
    temporary = opened.temporary
    isNamed = opened.isNamed
    descriptor = opened.descriptor
  }

  private static func open(
    _ path: String, _ calls: FileCalls
  ) throws(FileError) -> (target: String, temporary: String?, isNamed: Bool, descriptor: Int32) {
    if path == "-" { return (path, nil, false, 1) }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileError(path: path, action: "cannot write", reason: "this is not a file name")
    }
    let target = resolvingLink(path)
    var status = stat()
    let exists = stat(target.fileName, &status) == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR {
      throw FileError(path: path, action: "cannot write", reason: "it is a directory")
    }
    if exists, kind != S_IFREG {
      let descriptor = calls.open(target, O_WRONLY | O_CLOEXEC, 0)
      guard descriptor >= 0 else { throw .system(path, "cannot write") }
      return (target, nil, false, descriptor)
    }
    if exists, access(target.fileName, W_OK) != 0 { throw .system(path, "cannot write") }
    let temporary = "\(target).\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp"
    let mode = exists ? status.st_mode & 0o777 : 0o666
    let unnamed = UnnamedFile.open(beside: target, mode: mode, calls)
    let descriptor =
      unnamed ?? calls.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .system(path, "cannot write") }
    return (target, temporary, unnamed == nil, descriptor)
  }

  deinit {
    if descriptor > 1 { close(descriptor) }
    if let temporary, isNamed { unlink(temporary.fileName) }
  }

  private static func resolvingLink(_ path: String) -> String {
    guard let resolved = realpath(path.fileName, nil) else {
      return danglingLinkTarget(path) ?? path
    }
    defer { free(resolved) }
    return String(fileName: resolved)
  }

  /// What a symbolic link to a file that does not exist yet names.
  private static func danglingLinkTarget(_ path: String) -> String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path.fileName, &name, name.count - 1)
    guard count > 0 else { return nil }
    let link = String(fileName: name[..<count].map { UInt8(bitPattern: $0) })
    guard !link.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return link }
    return path[...slash] + link
  }

  /// Appends bytes.
  ///
  /// - Throws: `FileError` when not all of them could be written.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard var rest = bytes.baseAddress else { return }
    var left = bytes.count
    let descriptor = descriptor
    let calls = calls
    while left > 0 {
      let count = retryingInterrupts { calls.write(descriptor, rest, left) }
      guard count > 0 else { throw .system(path, "cannot write") }
      rest += count
      left -= count
    }
  }

  /// Appends bytes.
  ///
  /// - Throws: `FileError` when not all of them could be written.
  public mutating func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Flushes to the disk and puts the file in its place.
  ///
  /// - Throws: `FileError` when the system cannot promise that all bytes are stored; the old file is
  ///   then as it was.
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
    // The descriptor is gone whatever `close` answers; closing it again could hit another file.
    guard open <= 1 || calls.close(open) == 0 else { throw .system(path, "cannot close") }
  }
}

/// Writes a whole file, atomically; `-` is standard output.
///
/// - Throws: `FileError` when it could not be written; the old file is then as it was.
public func writeFile(_ bytes: [UInt8], to path: String) throws(FileError) {
  var file = try OutputFile(path: path)
  try file.write(bytes)
  try file.commit()
}
