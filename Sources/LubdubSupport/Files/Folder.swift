#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The regular files below a folder, at any depth. Symbolic links to folders are not followed. Dangling links are also
/// listed, so that opening a link reports why it can't be read.
///
/// - Parameter path: The folder.
/// - Returns: Sorted paths relative to the folder; `nil` when the path isn't a folder.
public func regularFiles(below path: String) -> [String]? {
  guard let names = entries(of: path) else { return nil }
  var found: [String] = []
  for name in names {
    let inner = path + "/" + name
    if isRegularFile(at: inner) || isDanglingLink(inner) {
      found.append(name)
    } else if !isLink(inner), let files = regularFiles(below: inner) {
      found += files.map { name + "/" + $0 }
    }
  }
  return found.sorted()
}

/// The name of the folder that contains a file.
///
/// - Parameter path: The file; its folder is looked up when the path does not name it.
/// - Returns: The name; the whole path when the folder cannot be looked up.
public func folderName(of path: String) -> String {
  let parts = path.split(separator: "/")
  if parts.count > 1, let name = parts.dropLast().last, name != ".", name != ".." {
    return String(name)
  }
  let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  guard let resolved = realpath(folder.fileName, nil) else { return folder }
  defer { free(resolved) }
  return String(fileName: resolved).split(separator: "/").last.map { String($0) } ?? "/"
}

package func makeFolder(at path: String) throws(FileError) {
  if mkdir(path.fileName, 0o777) == 0 { return }
  let outer = folder(of: path)
  if errno == ENOENT, outer != path, outer != "." {
    try makeFolder(at: outer)
    if mkdir(path.fileName, 0o777) == 0 { return }
  }
  let error = FileError.system(path, "cannot make the folder")
  guard isFolder(at: path) else { throw error }
}

package func removeFile(at path: String) throws(FileError) {
  guard unlink(path.fileName) == 0 else { throw .system(path, "cannot remove") }
}

package func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The number of processors that the system runs at the same time, at least 1.
public var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

package func entries(of path: String) -> [String]? {
  guard isFolder(at: path), let folder = opendir(path.fileName) else { return nil }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(fileName: $0)
      }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

private func isLink(_ path: String) -> Bool {
  var status = stat()
  return lstat(path.fileName, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}

private func isDanglingLink(_ path: String) -> Bool {
  var status = stat()
  return isLink(path) && stat(path.fileName, &status) != 0
}
