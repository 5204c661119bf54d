import Foundation
import Testing

/// Apps that use the package together with code of their own, as the compiler and the package manager see them.
@Suite struct ConsumerTests {
  @Test func `An app can import Foundation, Observation, and Lubdub in one file`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      import Foundation
      import Lubdub
      import Observation

      @Observable final class Model {
        var session: Session?
        func show(_ samples: [Sample]) throws {
          session = try Session(samples, Preset.eternalLoop.configuration)
        }
      }
      """, to: "Model.swift")
    let root = try Manifest.read.get().root
    var arguments = ["swiftc", "-typecheck", "-swift-version", "6", folder.path("Model.swift")]
    arguments += ["-I", TestBuild.modules.path]
    for map in TestBuild.moduleMaps(below: root) {
      arguments += ["-Xcc", "-fmodule-map-file=\(map.path)"]
    }
    let result = try folder.run(arguments)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `The targets of an app can be called Settings, Text, JSON, and Files`() throws {
    let folder = try TemporaryFolder()
    let names = ["Settings", "Text", "JSON", "Files"]
    let targets =
      names.map { ".target(name: \"\($0)\")" } + [
        """
        .target(
          name: "App",
          dependencies: [
            "Settings", "Text", "JSON", "Files",
            .product(name: "Lubdub", package: "lubdub"),
            .product(name: "LubdubLive", package: "lubdub"),
            .product(name: "LubdubTraces", package: "lubdub"),
            .product(name: "LubdubHaptics", package: "lubdub"),
          ])
        """
      ]
    try folder.write(
      """
      // swift-tools-version: 6.3
      import PackageDescription

      let package = Package(
        name: "app", platforms: [.macOS(.v15)],
        dependencies: [.package(name: "lubdub", path: "\(try Manifest.read.get().root.path)", traits: [])],
        targets: [\(targets.joined(separator: ", "))])
      """, to: "Package.swift")
    for name in names + ["App"] {
      try folder.write("public struct \(name)Part {}\n", to: "Sources/\(name)/\(name).swift")
    }
    // The package manager checks the names of the whole graph before it compiles one target.
    let result = try folder.run(["swift", "build", "--target", "Settings"])
    #expect(result.status == 0, "\(result.output)")
  }
}

/// A folder that is removed with its value.
private final class TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "lubdub-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func write(_ text: String, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Runs a command in the folder; returns the printed text and the exit status.
  func run(_ arguments: [String]) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = url
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }
}

/// The build that runs the tests, and its modules.
private enum TestBuild {
  /// The folder of `.swiftmodule` files, next to the tests.
  static let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "Modules")

  static func moduleMaps(below root: URL) -> [URL] {
    let scratch = modules.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folders = [
      root.appending(path: "Sources/System"), scratch.appending(path: "checkouts/swift-numerics"),
    ]
    return folders.flatMap { folder -> [URL] in
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter {
        $0.lastPathComponent == "module.modulemap"
      }
    }
  }
}
