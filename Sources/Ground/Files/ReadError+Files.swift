public import Text

extension ReadError {
  /// A failure of the system.
  public init(_ error: FileError) {
    self.init(path: error.path, kind: .unreadable, message: "\(error.action): \(error.reason)")
  }
}

/// Reads a whole log; `-` is standard input.
///
/// - Throws: `ReadError` when the file cannot be read.
package func readLog(at path: String) throws(ReadError) -> [UInt8] {
  do throws(FileError) {
    return try readFile(at: path)
  } catch {
    throw ReadError(error)
  }
}
