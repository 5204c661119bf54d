import Foundation
import TestSupport
import Testing

/// Names of links and files as a terminal shows them.
@Suite struct TerminalTextTests {
  private let tool = Tool()

  @Test func `A link name can't forge a line or reverse the text direction`() throws {
    let names = ["a\\nforged: all is well", "b\\u2028forged", "c\\u202eforged", "d\\rforged"]
    let rows = (0..<40).map { row in
      "{\"t_s\":\(row),\"range_m\":\(0.5 + Double(row % 4)),\"peer\":\"\(names[row % 4])\"}\n"
    }
    try tool.write(rows.joined(), to: "in.ndjson")
    for arguments in [
      ["import", "in.ndjson", "-o", "x.csv"], ["run", "in.ndjson"],
      ["run", "in.ndjson", "--peer", "x"],
      ["report", "in.ndjson", "-o", "x.html"],
      ["run", "in.ndjson", "--all-peers"], ["check", "in.ndjson"], ["live", "in.ndjson"],
      ["calibrate", "in.ndjson", "--all-peers"],
    ] {
      let run = try tool.run(arguments)
      let said = run.text + run.error
      #expect(!said.isEmpty)
      let isForged = said.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("forged") }
      let isTurned = said.unicodeScalars.contains { ["\r", "\u{2028}", "\u{202E}"].contains($0) }
      #expect(!isForged && !isTurned, "\(arguments): \(said)")
    }
  }

  @Test func `A file name can't forge a line in a summary, table, or advice`() throws {
    let forged = "a\nforged b"
    let datasets = Recordings.packageRoot.appending(path: "datasets").path
    try tool.makeFolder(forged)
    for (name, source) in [
      ("walk.csv", "approach.csv"), ("beat.csv", "pulse/faults.csv"),
      ("heart.csv", "strokes/heart.csv"), ("anna.gpx", "positions/anna.gpx"),
      ("ben.gpx", "positions/ben.gpx"),
    ] {
      for place in ["\(forged)/\(name)", "\(forged).\(name)"] {
        try FileManager.default.copyItem(
          atPath: datasets + "/" + source, toPath: tool.path(place))
      }
    }
    let settings = "\(forged).yaml"
    try tool.write("heartbeat:\n  intervals: [null, 0.5, 1, 2]\n", to: settings)
    let walk = "\(forged)/walk.csv"
    _ = try tool("pattern", "lub-dub", "-o", "\(forged).json")
    for arguments in [
      ["run", walk, "-o", "\(forged).svg"], ["bench", "accuracy", walk],
      ["bench", "zones", walk],
      ["compare", "eternal-loop", settings, walk], ["report", walk, "-o", "\(forged).html"],
      ["tune", walk, "--budget", "8", "--over", "uwb.gate=2:4"],
      ["preview", "\(forged).json"], ["preview", "\(forged).json", "-o", "\(forged).html"],
      ["design", "\(forged).json", "-o", "\(forged)2.html"],
      ["pulse", "\(forged).beat.csv"], ["stroke", "\(forged).heart.csv"],
      ["track-distance", "\(forged).anna.gpx", "\(forged).ben.gpx"],
    ] {
      let run = try tool.run(arguments)
      let said = run.text + run.error
      #expect(run.status == 0, "\(arguments): \(said)")
      let isForged = said.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("forged") }
      #expect(!isForged, "\(arguments): \(said)")
    }
  }

  @Test func `A link name can't control the terminal`() throws {
    let text = "t_s,range_m,peer\n0,0.5,\u{1B}[31mred\n1,0.5,b\u{9B}31m\n2,0.5,c\n3,0.5,c\n"
    try tool.write(text, to: "in.csv")
    for arguments in [
      ["import", "in.csv"], ["run", "in.csv"], ["import", "in.csv", "--peer", "x"],
    ] {
      let run = try tool.run(arguments)
      #expect(run.error.contains("\\u{1b}[31mred"), "\(arguments): \(run.error)")
      let isClean = !run.error.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" }
      #expect(isClean, "\(arguments)")
    }
  }
}
