#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Temporary files, `NAME.PROCESS-RANDOM.tmp`, of processes that ended before they could give them their names.
enum Leftovers {
  /// The largest number of a process on any system (2²², Linux). A date such as 20261125 is none.
  private static let mostProcesses = 1 << 22
  /// Fewer digits are no random number of ours, but perhaps a month.
  private static let fewestDigits = 3
  private static let cleared = Locked<Set<String>>([])

  static func name(beside target: String) -> String {
    "\(target).\(getpid())-\(UInt32.random(in: 100 ... .max)).tmp"
  }

  static func clear(in folder: String) {
    guard cleared.withLock({ $0.insert(folder).inserted }) else { return }
    for name in entries(of: folder) ?? [] {
      guard let process = process(of: name), kill(process, 0) != 0, errno == ESRCH else { continue }
      remove("\(folder)/\(name)")
    }
  }

  static func process(of name: String) -> pid_t? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.last == "tmp" else { return nil }
    let numbers = parts[parts.count - 2].split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, let process = pid_t(numbers[0]), 1...mostProcesses ~= Int(process),
      numbers[1].count >= fewestDigits, UInt32(numbers[1]) != nil
    else { return nil }
    return process
  }

  /// Removes a file that nobody writes: in another container, or on another machine, a process may live that is not
  /// seen here. Who writes holds a lock.
  private static func remove(_ path: String) {
    let descriptor = open(path.fileName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path.fileName) }
  }
}

/// Files that have no name until they are complete: whatever ends the program, the system takes back
/// one that has none. Linux has them on most file systems (`O_TMPFILE` in open(2)).
enum UnnamedFile {
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
