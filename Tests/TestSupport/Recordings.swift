public import Foundation

/// Real recordings next to the checkout, for tests that use them if they are there.
///
/// The folder is `../shared` seen from the package, or the folder in `LUBDUB_RECORDINGS`.
public enum Recordings {
  /// The folder of that name, such as `traces`; `nil` if the folder isn't on this machine.
  public static func folder(_ name: String) -> URL? {
    let root =
      ProcessInfo.processInfo.environment["LUBDUB_RECORDINGS"].map { URL(filePath: $0) }
      ?? packageRoot.deletingLastPathComponent().appending(path: "shared")
    let folder = root.appending(path: name)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// All files below a folder with one of the endings, ordered by path.
  public static func files(in name: String, endings: [String]) -> [URL] {
    folder(name).map { files(below: $0, endings: endings) } ?? []
  }

  /// All files below a folder with one of the endings, ordered by path.
  public static func files(below folder: URL, endings: [String]) -> [URL] {
    guard
      let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { return [] }
    return walk.compactMap { $0 as? URL }
      .filter { endings.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }

  /// The package's own folder.
  public static var packageRoot: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}
