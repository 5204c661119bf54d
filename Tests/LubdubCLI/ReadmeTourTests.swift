import Foundation
import TestSupport
import Testing

/// The commands of the README, run one after the other as a reader would.
@Suite struct ReadmeTourTests {
  @Test(
    "Every command of the first tour works, in its order",
    .enabled(if: hasPages, "tools/page makes the pages"))
  func tour() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try FileManager.default.createSymbolicLink(
      at: tool.folder.appending(path: "datasets"),
      withDestinationURL: Recordings.packageRoot.appending(path: "datasets"))
    let commands = try Self.commands()
    #expect(commands.count >= 9)
    for command in commands {
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = [
        "-e", "-c", "lubdub() { \"\(Tool.executable.path)\" \"$@\"; }\n\(command)",
      ]
      shell.currentDirectoryURL = tool.folder
      shell.standardOutput = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0, "\(command)")
    }
  }

  @Test("The summary in the README is what the tool prints")
  func summary() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    let run = try tool("run", trace)
    #expect(try Self.readme().contains("```\n\(run.text)```"), "\(run.text)")
  }

  @Test("The plot in the README is what the tool draws")
  func plot() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    _ = try tool("run", trace, "-o", "approach.svg")
    let shown = Recordings.packageRoot.appending(path: "docs/approach.svg")
    let drawn = URL(filePath: tool.path("approach.svg"))
    #expect(try Data(contentsOf: shown) == Data(contentsOf: drawn))
  }

  @Test func `the keepsake in the guide is what its command draws`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    let run = try tool(
      "run", trace, "-o", "keepsake.svg", "--as", "keepsake", "--title", "Our first meeting",
      "--names", "Anna & Ben", "--message", "Every step closer was a beat.", "--date",
      "22 November 2026")
    #expect(run.status == 0 && run.text.contains("keepsake.svg (keepsake)"), "\(run.error)")
    let shown = Recordings.packageRoot.appending(path: "docs/keepsake.svg")
    let drawn = URL(filePath: tool.path("keepsake.svg"))
    #expect(try Data(contentsOf: shown) == Data(contentsOf: drawn))
    let long = String(repeating: "m", count: 201)
    let refused = try tool("run", trace, "-o", "k.svg", "--as", "keepsake", "--message", long)
    #expect(refused.status == 2 && refused.error.contains("--message has 201 characters"))
    #expect(try tool("run", trace, "--names", "Anna").status == 2)
  }

  private static func readme() throws -> String {
    try String(
      contentsOf: Recordings.packageRoot.appending(path: "README.md"), encoding: .utf8)
  }

  /// The lines of the shell blocks that start with the tool's name.
  private static func commands() throws -> [String] {
    try readme().components(separatedBy: "```sh\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      .flatMap { $0.split(separator: "\n") }
      .filter { $0.hasPrefix("lubdub ") }.map(String.init)
  }
}
