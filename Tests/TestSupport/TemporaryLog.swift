import Foundation

/// A path for one log in a folder of its own, removed with its owner.
public final class TemporaryLog {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// The path of the log; the file does not exist yet.
  public var path: String { folder.appending(path: "log.csv").path }

  /// A new empty folder.
  public init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }
}
