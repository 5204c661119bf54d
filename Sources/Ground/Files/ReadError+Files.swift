public import Text

extension ReadError {
  /// A failure of the system.
  public init(_ error: FileError) {
    self.init(path: error.path, kind: .unreadable, message: "\(error.action): \(error.reason)")
  }
}
