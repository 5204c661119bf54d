#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file that is read from its start to its end in blocks; `-` is standard input.
public struct InputFile: ~Copyable, Sendable {
  /// The path as given.
  public let path: String
  /// The size in bytes of a regular file; `nil` for a pipe, a terminal, or another stream.
  public let size: Int?
  let descriptor: Int32

  /// Opens the file.
  ///
  /// - Throws: `FileError` when the file cannot be opened or is a directory.
  public init(path: String) throws(FileError) {
    let (descriptor, status) = try openForReading(path)
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    self.init(path: path, size: isRegular ? Int(status.st_size) : nil, descriptor: descriptor)
  }

  private init(path: String, size: Int?, descriptor: Int32) {
    self.path = path
    self.size = size
    self.descriptor = descriptor
  }

  init(path: String, rewinding descriptor: Int32) throws(FileError) {
    let size = lseek(descriptor, 0, SEEK_END)
    self.init(path: path, size: Int(size), descriptor: descriptor)
    guard size >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw .system(path, "cannot read again")
    }
  }

  /// The offset of the next bytes of a regular file; `nil` for a stream.
  public var offset: Int? { size == nil ? nil : Int(lseek(descriptor, 0, SEEK_CUR)) }

  /// Reads a regular file again from an offset.
  ///
  /// - Throws: `FileError` when the system reports an error.
  public mutating func rewind(to offset: Int) throws(FileError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) == off_t(offset) else {
      throw .system(path, "cannot read again")
    }
  }

  deinit {
    if descriptor != 0 { close(descriptor) }
  }

  /// Reads the available bytes, up to the buffer's length.
  ///
  /// - Returns: The number of bytes; 0 at the end of the file.
  /// - Throws: `FileError` when the system reports an error.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try readBytes(descriptor, into: buffer, of: path)
  }

  /// Reads the available bytes at an offset of a regular file, up to the buffer's length. The position of other reads doesn't
  /// change.
  ///
  /// - Returns: The number of bytes; 0 at the end of the file.
  /// - Throws: `FileError` when the system reports an error.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try readBytes(descriptor, into: buffer, at: offset, of: path)
  }

  /// The file with a separate descriptor.
  ///
  /// - Throws: `FileError` when the system has no more descriptors.
  public func duplicate() throws(FileError) -> InputFile {
    let copy = dup(descriptor)
    guard copy >= 0 else { throw .system(path, "cannot open") }
    return InputFile(path: path, size: size, descriptor: copy)
  }

  /// Reads the next bytes, fewer only at the end of the file.
  ///
  /// - Parameter count: The maximum number of bytes.
  /// - Returns: The bytes, in order.
  /// - Throws: `FileError` when the system reports an error.
  public mutating func read(upTo count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(FileError) in
        let room = UnsafeMutableRawBufferPointer(buffer)[filled...]
        return try read(into: UnsafeMutableRawBufferPointer(rebasing: room))
      }
      guard more > 0 else { break }
      filled += more
    }
    bytes.removeSubrange(filled...)
    return bytes
  }

  /// Reads the rest of the file.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: The bytes, in order.
  /// - Throws: `FileError` when the system reports an error or the file is longer than `limit`.
  public mutating func readAll(limit: Int? = nil) throws(FileError) -> [UInt8] {
    let most = limit ?? Bound.file.most
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try block.withUnsafeMutableBufferPointer { (buffer) throws(FileError) in
        try read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: block[..<count])
      guard bytes.count <= most else {
        let rule = limit == nil ? "; \(Bound.file.rule)" : ""
        throw FileError(
          path: path, action: "cannot read", reason: "it is longer than \(most) bytes\(rule)")
      }
    }
  }
}

/// Whether a path names a regular file, which can be read twice; false for a pipe, a terminal, or a folder.
public func isRegularFile(at path: String) -> Bool { FileIdentity(path: path) != nil }

/// Whether a path names a folder.
public func isFolder(at path: String) -> Bool {
  var status = stat()
  return stat(path.fileName, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Whether a path is a stream that may pause, instead of a file with an end; `-` is standard input.
public func isStream(at path: String) -> Bool {
  path == "-" ? FileIdentity.standardInput == nil : !isRegularFile(at: path)
}

/// Reads a whole file; `-` is standard input.
///
/// - Throws: `FileError` when the file cannot be read or is longer than `limit` bytes.
public func readFile(at path: String, limit: Int? = nil) throws(FileError) -> [UInt8] {
  var file = try InputFile(path: path)
  return try file.readAll(limit: limit)
}

/// The path of an existing file without links or dots; otherwise the resolved path of its folder with the file's name. All
/// names of one file have the same resolved path.
public func resolvedPath(_ path: String) -> String {
  if let whole = realpath(path.fileName, nil) {
    defer { free(whole) }
    return String(fileName: whole)
  }
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { String(path[...$0]) } ?? "."
  guard let start = realpath(folder.fileName, nil) else { return path }
  defer { free(start) }
  let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
  return String(fileName: start) + "/" + name
}
