import Foundation
import TestSupport
import Testing

/// No command writes over its inputs.
@Suite struct OutputPathTests {
  static let rows = (0..<60).map { "\(Double($0) / 10),uwb,2.0\($0 % 10),2\n" }.joined()

  static let commands: [[String]] = [
    ["run", "walk.csv", "-o", "walk.csv"], ["run", "walk.csv", "-o", "./link.csv"],
    ["import", "walk.csv", "-o", "hard.csv"], ["estimate", "walk.csv", "-o", "walk.csv"],
    ["sweep", "walk.csv", "--over", "uwb.gate=3", "-o", "walk.csv"],
    ["calibrate", "walk.csv", "-o", "walk.csv"],
    ["calibrate", "walk.csv", "-o", "link.csv"],
    ["tune", "walk.csv", "--budget", "8", "-o", "walk.csv"],
    ["tune", ".", "--budget", "8", "-o", "walk.csv"],
    ["tune", "walk.csv", "--budget", "8", "-o", "a.yaml", "-o", "a.yaml"],
    ["simulate", "--ranges", "walk.csv", "--residuals", "walk.csv", "-o", "walk.csv"],
    ["run", "walk.csv", "--config", "own.json", "-o", "own.json"],
  ]

  private func folder() throws -> Tool {
    let tool = Tool()
    try tool.write("t_s,source,range_m,truth_m\n" + Self.rows, to: "walk.csv")
    try tool.write(#"{"uwb": {"gate": 3}}"#, to: "own.json")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: tool.path("link.csv"), withDestinationPath: tool.path("walk.csv"))
    try files.linkItem(atPath: tool.path("walk.csv"), toPath: tool.path("hard.csv"))
    return tool
  }

  @Test func `An output that is also an input is rejected under any name`() throws {
    let tool = try folder()
    let before = try tool.data(of: "walk.csv")
    let settings = try tool.data(of: "own.json")
    for command in Self.commands {
      let run = try tool.run(command)
      #expect(run.status == 2, "\(command)")
      #expect(
        run.error.contains("name another file") || run.error.contains("name two files"),
        "\(command): \(run.error)")
    }
    #expect(try tool.data(of: "walk.csv") == before)
    #expect(try tool.data(of: "own.json") == settings)
  }

  static let hapticCommands: [[String]] = [
    ["convert", "tap.ahap", "tap.ahap"], ["convert", "tap.ahap", "-o", "./link.ahap"],
    ["convert", "tap.ahap", "tap.ahap", "-o", "b.svg", "-o", "b.json", "--as", "losses"],
    ["convert", "tap.ahap", "b.ahap", "-o", "tap.ahap"],
    ["convert", "tap.ahap", "b.json", "-o", "b.json", "--as", "losses"],
    ["edit", "tap.ahap", "-o", "tap.ahap"],
    ["edit", "tap.ahap", "-o", "link.ahap", "--gain", "0.5"],
    ["edit", "tap.ahap", "-o", "tap.ahap", "-o", "b.svg"],
    ["edit", "buzz.ahap", "-o", "tap.ahap", "--join", "tap.ahap"],
    ["edit", "buzz.ahap", "-o", "tap.ahap", "--gain", "0.5", "--layer", "link.ahap"],
  ]

  @Test func `A converted or edited haptic file isn't overwritten`() throws {
    let tool = Tool()
    _ = try tool("pattern", "tap", "-o", "tap.ahap")
    _ = try tool("pattern", "tap", "--beats", "3", "-o", "buzz.ahap")
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("link.ahap"), withDestinationPath: tool.path("tap.ahap"))
    let before = try tool.data(of: "tap.ahap")
    for command in Self.hapticCommands {
      let run = try tool.run(command)
      #expect(run.status == 2, "\(command)")
      #expect(
        run.error.contains("name another file") || run.error.contains("name two files"),
        "\(command): \(run.error)")
    }
    #expect(try tool.data(of: "tap.ahap") == before)
    let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(!files.contains { $0.hasPrefix("b.") }, "\(files)")
    try tool.succeed("edit", "tap.ahap", "-o", "new.ahap", "--join", "buzz.ahap")
  }

  @Test(.timeLimit(.minutes(1)))
  func `Standard output that appends to the input file is rejected`() throws {
    let tool = try folder()
    let before = try tool.data(of: "walk.csv")
    for redirection in ["import walk.csv", "import - < walk.csv", "estimate link.csv"] {
      #expect(try tool.shell("\(redirection) >> walk.csv") == 2)
    }
    #expect(try tool.data(of: "walk.csv") == before)
  }
}
