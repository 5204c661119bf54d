import FileIO

/// The files that a command writes beside those that it reads.
enum OutputPaths {
  /// Finds out before the work whether the outputs can be written, and that none is written twice or
  /// over what is read.
  ///
  /// - Throws: `FileError` for the first that cannot be written, `CommandFailure` for the first that
  ///   is in the way of another.
  static func check(_ outputs: [String?], beside inputs: [String?]) throws {
    let read = Set(inputs.compactMap { $0 }.filter { $0 != "-" }.map(resolvedPath))
    var written: Set<String> = []
    for path in outputs.compactMap({ $0 }) {
      let file = path == "-" ? path : resolvedPath(path)
      guard !read.contains(file) else {
        throw CommandFailure("\(path): this is what is read; name another file to write to")
      }
      guard written.insert(file).inserted || isStream(path) else {
        throw CommandFailure("\(path): two outputs have this name; name two files")
      }
      _ = try OutputFile(path: path)
    }
  }

  /// Whether several outputs may go there, such as `/dev/null`.
  private static func isStream(_ path: String) -> Bool {
    path != "-" && path.hasPrefix("/dev/")
  }
}
