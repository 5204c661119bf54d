import Foundation
import TestSupport
import Testing

/// The guides are run as they stand: every `lubdub` command in their `sh` blocks, in one folder.
@Suite struct DocumentTests {
  /// Guides whose commands need nothing but the package's own data.
  static let guides = [
    "audio.md", "converting.md", "plan.md", "positions.md", "pulse.md", "signals.md",
    "strokes.md", "traces.md", "tuning.md",
  ]

  private static func commands(in guide: String) throws -> [String] {
    let file = Recordings.packageRoot.appending(path: "docs/\(guide)")
    let text = try String(contentsOf: file, encoding: .utf8)
    var isCode = false
    var commands: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode = line == "```sh"
      } else if isCode, commands.last?.hasSuffix("\\") == true {
        commands[commands.count - 1].removeLast()
        commands[commands.count - 1] += line.trimmingPrefix { $0 == " " }
      } else if isCode, line.hasPrefix("lubdub ") {
        commands.append(String(line))
      }
    }
    return commands
  }

  @Test("Every command of the guide does what it says without a fault", arguments: guides)
  func guide(_ name: String) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let commands = try Self.commands(in: name)
    try #require(commands.count > 3)
    let datasets = Recordings.packageRoot.appending(path: "datasets").path
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("datasets"), withDestinationPath: datasets)
    for command in commands {
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-c", "lubdub() { '\(Tool.executable.path)' \"$@\"; }\n\(command)"]
      shell.currentDirectoryURL = tool.folder
      shell.standardInput = FileHandle.nullDevice
      shell.standardOutput = FileHandle.nullDevice
      let error = Pipe()
      shell.standardError = error
      try shell.run()
      let printed = String(
        decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0, "\(command): \(printed)")
    }
  }

  @Test("Every command and every script that a guide names exists")
  func names() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let root = Recordings.packageRoot
    let docs = root.appending(path: "docs")
    let guides = try FileManager.default.contentsOfDirectory(atPath: docs.path)
      .filter { $0.hasSuffix(".md") }.sorted().map { docs.appending(path: $0) }
    var commands: Set<String> = []
    for guide in guides + [root.appending(path: "README.md")] {
      let text = try String(contentsOf: guide, encoding: .utf8)
      for match in text.matches(of: /`lubdub ((?:bench )?[a-z-]+)/) {
        commands.insert(String(match.output.1))
      }
      for match in text.matches(of: /`(tools\/[a-z.\/-]+)/) {
        let path = root.appending(path: String(match.output.1)).path
        #expect(
          FileManager.default.fileExists(atPath: path),
          "\(guide.lastPathComponent) names \(match.output.1)")
      }
    }
    #expect(commands.count > 10)
    for command in commands.sorted() {
      let words = command.split(separator: " ").map(String.init)
      #expect(try tool.run(["help"] + words).status == 0, "lubdub \(command)")
    }
  }
}
