import Foundation
import TestSupport

/// The targets of the package, as the package manager reads them.
struct Manifest {
  /// A target: its name, the folder of its files, and the modules that it declares.
  struct Target: Decodable {
    let name: String
    let path: String
    let moduleType: String
    let targetDependencies: [String]?
    let productDependencies: [String]?

    var dependencies: Set<String> {
      Set((targetDependencies ?? []) + (productDependencies ?? []))
    }

    /// The folder below `Sources` or `Tests`.
    var folder: String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// The Swift files of the target by their path below the package.
    func sources(in root: URL) throws -> [(file: String, source: String)] {
      let folder = root.appending(path: path)
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      var found: [(String, String)] = []
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        let name = String(file.path.dropFirst(root.path.count)).trimmingPrefix("/")
        found.append((String(name), try String(contentsOf: file, encoding: .utf8)))
      }
      return found
    }

    /// The modules that the files of the target import.
    func imports(in root: URL) throws -> Set<String> {
      Set(try sources(in: root).flatMap { Self.imports(of: $0.source) })
    }

    /// The imports of a file, without those inside a text of several lines.
    static func imports(of source: String) -> [String] {
      let code = source.components(separatedBy: "\"\"\"").enumerated()
        .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
      let statement =
        /^ *(?:@\w+(?:\(\w+\))? +)*(?:(?:public|package|internal|fileprivate|private) +)?import +(?:(?:struct|enum|class|protocol|func|let|var|typealias) +)?(\w+)/
        .anchorsMatchLineEndings()
      return code.matches(of: statement).map { String($0.1) }
    }
  }

  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The Swift modules of `Sources`.
  let modules: [Target]
  /// The Swift targets of `Tests`.
  let tests: [Target]

  /// The manifest, read once.
  static let read = Result { try Manifest() }

  private init() throws {
    // A folder of its own, as the tests may run while the package manager holds that of the build.
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "lubdub-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let printed = try Installed.run(
      "swift",
      [
        "package", "--package-path", root.path, "--scratch-path", scratch, "describe", "--type",
        "json",
      ]
    ).output
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = printed.drop { $0 != "{" }
    let targets = try decoder.decode(Package.self, from: Data(text.utf8)).targets
      .filter { $0.moduleType == "SwiftTarget" }
    modules = targets.filter { $0.path.hasPrefix("Sources/") }
    tests = targets.filter { $0.path.hasPrefix("Tests/") }
  }

  private struct Package: Decodable { let targets: [Target] }
}
