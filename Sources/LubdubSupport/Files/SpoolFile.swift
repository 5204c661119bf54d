#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A temporary file without a name that contains the bytes of a stream, so that they can be read again.
///
/// The file is in `TMPDIR`, otherwise in `/tmp`, and disappears when the process ends for any reason.
public struct SpoolFile: ~Copyable {
  private static let path = "a temporary file"
  private let descriptor: Int32
  private var isOpen = true

  /// Creates an empty file.
  ///
  /// - Throws: `FileError` when the folder for temporary files cannot be written.
  public init() throws(FileError) {
    let folder = environmentVariable("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/lubdub-XXXXXX".fileName) + [0]
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .system(folder, "cannot create a temporary file in") }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  deinit { if isOpen { close(descriptor) } }

  /// Appends bytes.
  ///
  /// - Throws: `FileError` if not all bytes could be written.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let descriptor = descriptor
    try writeBytes(bytes, of: Self.path) { write(descriptor, $0, $1) }
  }

  /// Returns the bytes, read from the start, under the name of their original stream.
  ///
  /// - Throws: `FileError` when the system cannot read them.
  public consuming func reading(as path: String) throws(FileError) -> InputFile {
    isOpen = false
    return try InputFile(path: path, rewinding: descriptor)
  }
}
