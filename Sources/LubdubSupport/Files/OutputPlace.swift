#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The destination of an output's name, with all links followed.
package enum OutputPlace: Hashable, Sendable {
  /// An open descriptor of this process: `-`, `/dev/stdout`, or `/dev/fd/63`, the name of a pipe's end in shells.
  case descriptor(Int32)
  /// A regular file, or a name that does not exist yet.
  case file(String)
  /// A pipe, a device, or a socket. A device may be opened twice, such as `/dev/null`.
  case stream(String, isDevice: Bool)

  private static let mostLinks = 40

  package init(_ path: String) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileError(path: path, action: "cannot write", reason: "this is not a file name")
    }
    var name = path
    for _ in 0..<Self.mostLinks {
      if let descriptor = Self.descriptor(named: name) {
        self = .descriptor(descriptor)
        return
      }
      guard let link = Self.link(name) else {
        self = try Self.end(name, of: path)
        return
      }
      name = link.hasPrefix("/") ? link : folder(of: name) + "/" + link
    }
    throw FileError(path: path, action: "cannot write", reason: "too many links", code: ELOOP)
  }

  package var isStandardOutput: Bool { self == .descriptor(1) }

  package var isShared: Bool { if case .stream(_, isDevice: true) = self { true } else { false } }

  package var identity: FileIdentity? {
    switch self {
    case .descriptor(let descriptor): FileIdentity(descriptor: descriptor)
    case .file(let name), .stream(let name, _): FileIdentity(path: name)
    }
  }

  private static func end(_ name: String, of path: String) throws(FileError) -> Self {
    var status = stat()
    guard stat(name.fileName, &status) == 0 else { return .file(resolvedPath(name)) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR {
      throw FileError(path: path, action: "cannot write", reason: "it is a directory")
    }
    if kind == S_IFREG { return .file(resolvedPath(name)) }
    return .stream(resolvedPath(name), isDevice: kind == S_IFCHR || kind == S_IFBLK)
  }

  /// The descriptor that a name represents; `nil` for the name of a file.
  private static func descriptor(named name: String) -> Int32? {
    switch name {
    case "-", "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      let folders = ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"]
      guard let folder = folders.first(where: { name.hasPrefix($0) }) else { return nil }
      return Int32(name.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  private static func link(_ path: String) -> String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path.fileName, &name, name.count - 1)
    guard count > 0 else { return nil }
    return String(fileName: name[..<count].map { UInt8(bitPattern: $0) })
  }
}

/// Opens `/dev/null` for each closed standard stream. Otherwise, the next opened file would get the descriptor of the
/// stream, and printed text would go into the file. The use of such a stream fails and is reported.
package func holdStandardStreams() {
  for (descriptor, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
  where fcntl(Int32(descriptor), F_GETFD) == -1 { _ = open("/dev/null", mode) }
}
