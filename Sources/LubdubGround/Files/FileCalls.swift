#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The system calls that writing a file rests on, so that a test can make each of them fail.
struct FileCalls: Sendable {
  var open: @Sendable (_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
  var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
  var sync: @Sendable (_ descriptor: Int32) -> Int32
  var close: @Sendable (_ descriptor: Int32) -> Int32
  var link: @Sendable (_ descriptor: Int32, _ name: String) -> Int32
  var rename: @Sendable (_ old: String, _ new: String) -> Int32

  static let system = FileCalls(
    open: { openFile($0, $1, $2) },
    write: { writeBytes($0, $1, $2) },
    sync: { fsync($0) },
    close: { closeFile($0) },
    link: { linkFile($0, $1) },
    rename: { renameFile($0, $1) })
}

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path.fileName, flags, mode)
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func linkFile(_ descriptor: Int32, _ name: String) -> Int32 {
  linkat(AT_FDCWD, UnnamedFile.path(of: descriptor), AT_FDCWD, name.fileName, AT_SYMLINK_FOLLOW)
}

private func renameFile(_ old: String, _ new: String) -> Int32 {
  rename(old.fileName, new.fileName)
}
