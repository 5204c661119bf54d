#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Files that have no name until they are complete: whatever ends the program, the system takes back
/// one that has none. Linux has them on most file systems (`O_TMPFILE` in open(2)).
enum UnnamedFile {
  /// Opens one in the folder of a target.
  static func open(beside target: String, mode: mode_t, _ calls: FileCalls) -> Int32? {
    #if os(Linux)
    // Swift does not import O_TMPFILE; this is the kernel's asm-generic/fcntl.h.
    let unnamed = 0o20_000_000 | O_DIRECTORY
    let descriptor = calls.open(folder(of: target), O_WRONLY | O_CLOEXEC | unnamed, mode)
    guard descriptor >= 0 else {
      return [EOPNOTSUPP, EISDIR, EINVAL, ENOSYS].contains(errno) ? nil : descriptor
    }
    if access(path(of: descriptor), F_OK) == 0 { return descriptor }
    close(descriptor)
    return nil
    #else
    return nil
    #endif
  }

  static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
}
