#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Temporary files, `.lubdub-NAME.PROCESS-RANDOM.tmp` next to the target `NAME`, of processes that ended before they renamed
/// the files. Only the files of the present target are removed.
enum Leftovers {
  private static let prefix = ".lubdub-"
  /// The maximum length of a target's name, in bytes; longer names are cut, because the system allows 255 bytes.
  private static let mostBytes = 200
  /// The leftover files found in each folder, because many targets of one folder are written one after another.
  private static let found = Locked<[String: [(start: String, name: String)]]>([:])

  static func name(beside target: String) -> String {
    "\(folder(of: target))/\(start(of: target))\(getpid())-\(UInt32.random(in: 100 ... .max)).tmp"
  }

  static func clear(of target: String) {
    let (folder, start) = (folder(of: target), start(of: target))
    let old = found.withLock { found in
      let all = found[folder] ?? leftovers(in: folder)
      found[folder] = all.filter { $0.start != start }
      return all.filter { $0.start == start }
    }
    for leftover in old { remove("\(folder)/\(leftover.name)") }
  }

  private static func leftovers(in folder: String) -> [(start: String, name: String)] {
    (entries(of: folder) ?? []).compactMap { name in
      guard let (start, process) = parts(of: name), kill(process, 0) != 0, errno == ESRCH else {
        return nil
      }
      return (start, name)
    }
  }

  private static func start(of target: String) -> String {
    let name = target.split(separator: "/").last ?? ""
    return "\(prefix)\(String(decoding: name.utf8.prefix(mostBytes), as: UTF8.self))."
  }

  /// The part of a name before the process, and the process; `nil` for a file of another program.
  static func parts(of name: String) -> (start: String, process: pid_t)? {
    guard name.hasPrefix(prefix), name.hasSuffix(".tmp") else { return nil }
    let body = name.dropLast(4)
    guard let dot = body.lastIndex(of: ".") else { return nil }
    let numbers = body[body.index(after: dot)...].split(
      separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, let process = pid_t(numbers[0]), process > 0,
      let random = UInt32(numbers[1]), numbers.elementsEqual(["\(process)", "\(random)"])
    else { return nil }
    return (String(body[...dot]), process)
  }

  /// Removes a file that no process writes. A process in another container or on another machine may be alive but invisible
  /// here, so every writer holds a lock.
  private static func remove(_ path: String) {
    let descriptor = open(path.fileName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard FileIdentity(descriptor: descriptor) != nil else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path.fileName) }
  }
}

/// Files without a name until they are complete: the system removes an unnamed file when the program ends for any reason. Linux
/// supports them on most file systems (`O_TMPFILE` in open(2)).
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
