/// A file operation that failed: the operation, the file, and the reason.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path from the caller; `-` is standard input or output.
  public let path: String
  /// The operation that failed, such as `cannot open`.
  public let action: String
  /// The system's reason, or the rule that was broken.
  public let reason: String
  /// The system's error number, if there is one.
  public let code: Int32?

  /// An error from its parts.
  public init(path: String, action: String, reason: String, code: Int32? = nil) {
    self.path = path
    self.action = action
    self.reason = reason
    self.code = code
  }

  /// Path, action, and reason in one sentence.
  public var description: String {
    let name = path == "-" ? "standard stream" : path
    return "\(name): \(action): \(reason)"
  }
}

extension ReadError {
  /// Creates a read error from a failure of the system.
  public init(_ error: FileError) {
    self.init(path: error.path, kind: .unreadable, message: "\(error.action): \(error.reason)")
  }

  /// Returns the result of a body, and converts an error of a file to a `ReadError`.
  package static func of<Value: ~Copyable>(
    _ body: () throws(FileError) -> Value
  ) throws(ReadError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw ReadError(error)
    }
  }
}

package func readLog(at path: String) throws(ReadError) -> [UInt8] {
  try ReadError.of { () throws(FileError) in try readFile(at: path) }
}
