import Foundation
import TestSupport
import Testing

/// A folder of recordings in which some files are broken.
@Suite("Broken files in a folder")
struct BrokenFolderTests {
  private static let measuring = [
    ["bench", "accuracy", "walks", "--estimator", "raw"], ["calibrate", "walks"],
    ["bench", "zones", "walks", "--estimator", "raw", "--edges", "0.5,2"],
  ]
  private static let sweep = ["sweep", "walks", "--over", "uwb.gate=3"]

  /// A tool next to a folder `walks`, with a good walk on request, and two broken files.
  private static func tool(hasWalk: Bool) throws -> Tool {
    let tool = Tool()
    try tool.makeFolder("walks")
    for name in ["a.csv", "z.csv"] {
      try tool.write("no,trace\n1,2\n", to: "walks/\(name)")
    }
    guard hasWalk else { return tool }
    let rows = (0..<200).map { index in
      let truth = 1 + 2 * abs(1 - Double(index) / 100)
      return "\(Double(index) / 10),\(truth + 0.05 * Double(index % 3)),\(truth)\n"
    }
    try tool.write("t_s,range_m,truth_m\n" + rows.joined(), to: "walks/walk.csv")
    return tool
  }

  @Test(arguments: measuring + [sweep])
  func `Broken files are named and counted, and all other files are scored`(command: [String])
    throws
  {
    let tool = try Self.tool(hasWalk: true)
    let run = try tool.succeed(command)
    for name in ["a.csv", "z.csv"] {
      #expect(run.error.contains("walks/\(name) is left out: "), "\(run.error)")
    }
    #expect(run.error.contains("2 of 3 files could not be read"), "\(run.error)")
    #expect(!run.text.isEmpty)
  }

  @Test(
    "Dangling links and traces without a usable row are also named and counted",
    arguments: measuring + [sweep, ["tune", "walks", "--budget", "8"]])
  func unusable(command: [String]) throws {
    let tool = try Self.tool(hasWalk: true)
    for (name, text) in [("bad", "t_s,range_m\n0,-3\n1,x\n"), ("bare", "t_s,range_m\n")] {
      try tool.write(text, to: "walks/\(name).csv")
    }
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("walks/gone.csv"), withDestinationPath: "moved/away.csv")
    let run = try tool.succeed(command)
    let reasons = [
      ("bad", "no row could be used"), ("bare", "it has no rows"), ("gone", "No such file"),
    ]
    for (name, reason) in reasons {
      let line = run.error.split(separator: "\n").first {
        $0.contains("walks/\(name).csv is left out: ")
      }
      #expect(line?.contains(reason) == true, "\(run.error)")
    }
    #expect(run.error.contains("5 of 6 files could not be read"), "\(run.error)")
  }

  @Test(arguments: measuring)
  func `A folder with only broken files is rejected`(command: [String]) throws {
    let tool = try Self.tool(hasWalk: false)
    let run = try tool.run(command)
    #expect(run.status == 2, "\(run.text)")
    #expect(run.error.contains("walks/a.csv is left out"), "\(run.error)")
    #expect(run.error.contains("Error: no "), "\(run.error)")
  }

  @Test(arguments: measuring)
  func `A broken file is rejected if the command names it`(command: [String]) throws {
    let tool = try Self.tool(hasWalk: true)
    try tool.refuse(command.map { $0 == "walks" ? "walks/a.csv" : $0 }, saying: "walks/a.csv")
  }
}
