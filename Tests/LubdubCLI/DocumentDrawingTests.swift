import Foundation
import TestSupport
import Testing

/// The drawings on the pages are those that the tool draws.
@Suite struct DocumentDrawingTests {
  private let tool = Tool()

  private static let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path

  @Test func `The plot in the docs equals the output of the tool`() throws {
    _ = try tool("run", Self.trace, "-o", "approach.svg")
    try Self.compare("approach.svg", tool)
  }

  @Test(.programs("python3", of: "python3"))
  func `The animation in the README equals the output of its command`() throws {
    let command = Recordings.packageRoot.appending(path: "tools/moving-picture").path
    let drawn = try Installed.run(
      "/usr/bin/env", ["LUBDUB_TOOL=\(Tool.executable.path)", "python3", command, Self.trace])
    let shown = Recordings.packageRoot.appending(path: "docs/heartbeat.svg")
    #expect(try String(contentsOf: shown, encoding: .utf8) == drawn.output)
  }

  @Test(.programs("python3", of: "python3"))
  func `The diagrams in the docs equal the output of their command`() throws {
    let command = Recordings.packageRoot.appending(path: "tools/diagrams").path
    let folder = tool.path("diagrams")
    let drawn = try Installed.run(
      "/usr/bin/env", ["LUBDUB_TOOL=\(Tool.executable.path)", "python3", command, folder])
    #expect(drawn.status == 0, "\(drawn.output)")
    let shown = Recordings.packageRoot.appending(path: "docs/diagrams").path
    let names = try FileManager.default.contentsOfDirectory(atPath: shown).sorted()
    #expect(names.count == 7)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
    for name in names { try Self.compare("diagrams/\(name)", tool) }
  }

  @Test func `The keepsake in the docs equals the output of its command`() throws {
    let run = try tool(
      "keepsake", Self.trace, "-o", "keepsake.svg", "--title", "Our first meeting", "--names",
      "Anna & Ben", "--message", "Every step closer was a beat.", "--date",
      "22 November 2026")
    #expect(run.status == 0 && run.error.contains("keepsake.svg (keepsake)"), "\(run.error)")
    try Self.compare("keepsake.svg", tool)
    let long = String(repeating: "m", count: 201)
    try tool.refuse(
      "keepsake", Self.trace, "-o", "k.svg", "--message", long,
      saying: "--message has 201 characters")
    try tool.refuse(
      "run", Self.trace, "--names", "Anna", saying: "`lubdub keepsake TRACE` draws a keepsake")
  }

  @Test func `A keepsake in PNG needs a program, and the message names it if missing`() throws {
    let run = try tool.run(
      ["keepsake", Self.trace, "-o", "k.png"],
      under: ["/usr/bin/env", "PATH=/nowhere"])
    #expect(run.status == 2 && run.error.contains("Debian: librsvg2-bin"), "\(run.error)")
    #expect(!tool.hasFile("k.png"))
  }

  private static func compare(_ name: String, _ tool: Tool) throws {
    let shown = Recordings.packageRoot.appending(path: "docs/\(name)")
    #expect(try Data(contentsOf: shown) == tool.data(of: name))
  }
}
