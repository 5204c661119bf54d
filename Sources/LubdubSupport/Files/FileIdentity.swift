#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The identity of a regular file, which is the same under each of its names.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64

  /// The identity of the file at a path; `nil` when there is no regular file.
  public init?(path: String) {
    var status = stat()
    guard stat(path.fileName, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of the file of standard input; `nil` when standard input isn't a regular file.
  public static var standardInput: FileIdentity? { FileIdentity(descriptor: 0) }

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
