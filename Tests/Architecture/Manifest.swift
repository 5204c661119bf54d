import Foundation

/// What Package.swift says of its targets, read from its text.
struct Manifest {
  /// A target: its name, where its files are, and what it declares.
  struct Target {
    let name: String
    let path: String
    let dependencies: Set<String>

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
  /// The Swift modules of `Sources`, in the order of the manifest.
  let modules: [Target]
  /// The Swift targets of `Tests`.
  let tests: [Target]

  init() throws {
    let text = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let list = text.components(separatedBy: "\n  targets: [\n").last ?? ""
    let entries = (list.components(separatedBy: "\n  ],\n").first ?? "")
      .components(separatedBy: "\n    .").map { $0.trimmingPrefix(/\s*(\/\/.*\s*)*\.?/) }
    let targets = entries.compactMap { Self.target(String($0)) }
    modules = targets.filter {
      $0.path.hasPrefix("Sources/") && !$0.path.hasPrefix("Sources/System")
    }
    tests = targets.filter { $0.path.hasPrefix("Tests/") && $0.name != "LubdubCClient" }
  }

  /// One entry of the list, such as `module("LubdubLive", ["Lubdub"])`.
  private static func target(_ entry: String) -> Target? {
    let code = entry.replacing(/\/\/.*/, with: "")
    let kind = code.prefix { $0 != "(" }
    guard let name = code.firstMatch(of: /"(\w+)"/)?.1 else { return nil }
    let stated = code.firstMatch(of: /\bpath: "([^"]*)"/).map { String($0.1) }
    let path = stated ?? "\(kind == "tests" ? "Tests" : "Sources")/\(name)"
    let noise =
      /\b(?:path|package|pkgConfig|url|from): "[^"]*"|\b(?:traits|exclude|providers): \[[^\]]*\]/
    var names = Set(code.replacing(noise, with: "").matches(of: /"(\w+)"/).map { String($0.1) })
    if code.contains(".realModule") { names.insert("RealModule") }
    if kind != "tests" { names.remove(String(name)) }
    return Target(
      name: kind == "tests" ? name + "Tests" : String(name), path: path, dependencies: names)
  }
}
