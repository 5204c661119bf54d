import Foundation
import TestSupport
import Testing

/// The link or the recording of a log that a command uses.
@Suite struct LinkSelectionTests {
  private let tool = Tool()

  /// The log of a board with two links, of which `0x0001` is the busier one.
  static let log = Data(
    (0..<60).map { block in
      let far = "{\"Addr\":\"0x0002\",\"Status\":\"Ok\",\"D_cm\":900}"
      let near = "{\"Addr\":\"0x0001\",\"Status\":\"Ok\",\"D_cm\":\(300 - 3 * block)}"
      return "{\"Block\":\(block), \"results\":[\(near)\(block % 3 == 0 ? "," + far : "")]}\n"
    }.joined().utf8)

  static let commands: [[String]] = [
    ["run"], ["estimate"], ["estimate", "--smooth"], ["live"],
    ["sweep", "--over", "uwb.gate=3"], ["tune", "--budget", "8"],
  ]

  @Test
  func `The link with the most rows is selected, and links and an assumed clock are reported`()
    throws
  {
    try tool.write(Self.log, to: "board.log")
    for command in Self.commands {
      let run = try tool.succeed(command + ["board.log"])
      let said = run.error + run.text
      #expect(
        said.contains("2 links: 0x0001 (60 rows), 0x0002 (20 rows); using 0x0001"),
        "\(command): \(said)")
      #expect(said.contains("the log has no clock"), "\(command)")
    }
  }

  @Test func `Every command accepts the choice of link, format, and rate`() throws {
    try tool.write(Self.log, to: "board.log")
    for command in Self.commands {
      let options = ["board.log", "--peer", "0x0002", "--from", "qorvo", "--rate", "10"]
      let run = try tool.succeed(command + options)
      let said = run.error + run.text
      #expect(!said.contains("; using "), "\(command)")
      #expect(!said.contains("times 0.2 s"), "\(command)")
      let wrong = try tool.run(command + ["board.log", "--from", "btsnoop"])
      #expect(wrong.status == 2, "\(command)")
    }
    let smooth = try tool("estimate", "--smooth", "board.log", "--peer", "0x0002")
    // All ranges of the far link are 9 m, less the usual bias.
    let distances = smooth.text.split(separator: "\n").dropFirst().compactMap { line in
      line.split(separator: ",").dropFirst().first.flatMap { Double($0) }
    }
    #expect(distances.count == 20)
    #expect(distances.allSatisfy { (8.5...9.1).contains($0) }, "\(distances)")
  }

  @Test func `Recordings with truth are scored and calibrated on one link per recording`() throws {
    // The second link reads 5 m too long.
    let rows = (0..<200).map { row in
      let time = Double(row) / 10
      let near = "\(time),uwb,\(1.2 + Double(row % 7) / 100),1,desk\n"
      return near + (row % 2 == 0 ? "\(time),uwb,6,1,door\n" : "")
    }
    let text = "t_s,source,range_m,truth_m,peer\n" + rows.joined()
    try tool.write(text, to: "two.csv")
    let near = try tool("calibrate", "two.csv")
    #expect(near.text.contains("200 ranges, 0 gross errors"), "\(near.text)")
    #expect(near.error.contains("2 links: desk (200 rows), door (100 rows); using desk"))
    let far = try tool("calibrate", "two.csv", "--peer", "door")
    #expect(far.text.contains("100 ranges, 0 gross errors"), "\(far.text)")
    try tool.refuse(
      "calibrate", "two.csv", "--peer", "roof",
      saying: "no link \"roof\"; links: desk (200), door (100)")
    try tool.succeed("bench", "accuracy", "two.csv", "--protocol", "none", "--peer", "door")
  }

  @Test func `One of several recordings in a file is used, and import keeps their names`() throws {
    let rows =
      (0..<50).map { "\(Double($0) / 10),uwb,1,a\n" }.joined()
      + (0..<200).map { "\(Double($0) / 10),uwb,5,b\n" }.joined()
    try tool.write("t_s,source,range_m,recording\n" + rows, to: "two.csv")
    for command in Self.commands.prefix(4) {
      let first = try tool.succeed(command + ["two.csv"])
      #expect(first.error.contains("2 recordings: a, b; using a, --recording chooses another"))
      try tool.refuse(
        command + ["two.csv", "--recording", "c"], saying: "no recording \"c\"; recordings: a, b")
    }
    let second = try tool("estimate", "two.csv", "--recording", "b")
    #expect(second.text.split(separator: "\n").count == 201)
    #expect(try tool("check", "two.csv").text == "two.csv: trace: no problems found\n")
    #expect(try tool("import", "two.csv", "--recording", "c").status == 2)
    #expect(try tool("import", "two.csv", "--recording", "a").text.contains(",b") == false)
    let imported = try tool("import", "two.csv")
    #expect(imported.text.split(separator: "\n").last?.hasSuffix(",b") == true)
    let again = try tool.run(["run", "-"], input: imported.output)
    #expect(again.text.contains("50 rows (csv)"))
  }

  @Test func `The calibrate command reports felt changes of held-out sessions for each link`()
    throws
  {
    for walk in 1...3 {
      let rows = (0..<400).map { row in
        let turn = Double(row) / Double(30 + 7 * walk)
        let (time, truth) = (Double(row) / 10, 1 + 2 * abs(sin(turn)) + 0.2 * sin(5 * turn))
        let noise = 0.03 * sin(Double(row * walk) * 1.7)
        return "\(time),\(truth + 0.2 + noise),\(truth),desk\n"
          + (walk == 1 ? "\(time),\(truth + 0.4 + noise),\(truth),door\n" : "")
      }
      try tool.write("t_s,range_m,truth_m,peer\n" + rows.joined(), to: "walk\(walk).csv")
    }
    let walks = (1...3).map { "walk\($0).csv" }
    let made = try tool.succeed(["calibrate"] + walks + ["--per", "link", "-o", "links.yaml"])
    let links = made.text.split(separator: "\n").drop { !$0.hasPrefix("desk, 3 recordings") }
    let door = try #require(links.firstIndex { $0.hasPrefix("door, 1 recording") })
    #expect(links[..<door].contains { $0.hasPrefix("on sessions that it was not fitted to") })
    #expect(links[door...].contains { $0.hasPrefix("the effect on zones is not checked") })
  }

  @Test func `With --per link, one file is written, and each link uses its own part`() throws {
    // One anchor reads 0.2 m too long, the other 0.4 m; the name of one has dots.
    let rows = (0..<400).map { row in
      let (time, truth) = (Double(row) / 10, 1 + 2 * abs(sin(Double(row) / 40)))
      let noise = 0.03 * sin(Double(row) * 1.7)
      return "\(time),\(truth + 0.2 + noise),\(truth),desk\n"
        + (row % 4 == 0 ? "\(time),\(truth + 0.4 + noise),\(truth),10.0.0.7\n" : "")
    }
    try tool.write("t_s,range_m,truth_m,peer\n" + rows.joined(), to: "two.csv")
    let made = try tool.succeed("calibrate", "two.csv", "--per", "link", "-o", "links.yaml")
    #expect(made.text.contains("desk, 1 recording") && made.text.contains("10.0.0.7, 1 recording"))
    #expect(try tool("check", "links.yaml").status == 0)
    for (link, options) in [
      ("desk", []), ("desk", ["--peer", "desk"]), ("10.0.0.7", ["--peer", "10.0.0.7"]),
    ] {
      try tool.succeed("calibrate", "two.csv", "--peer", link, "-o", "alone.yaml")
      for command in [["estimate"], ["run", "-o", "-"]] {
        let run = ["two.csv"] + options
        let together = try tool.run(command + run + ["--config", "links.yaml"])
        let own = try tool.run(command + run + ["--config", "alone.yaml"])
        #expect(together.status == 0, "\(together.error)")
        #expect(together.output == own.output, "\(command) \(link)")
      }
    }
    let every = try tool(
      "run", "two.csv", "--all-peers", "--config", "links.yaml", "-o", "out.json")
    #expect(every.status == 0 && !every.error.contains("parts for the links"), "\(every.error)")
    let mixed = try tool("sweep", "two.csv", "--over", "uwb.gate=2:4:2", "--config", "links.yaml")
    #expect(
      mixed.error.contains(
        "parts for the links 10.0.0.7, desk, and this command follows all links"),
      "\(mixed.error)")
    try tool.write("links:\n  desk:\n    uwb:\n      bais: 0.2\n", to: "wrong.yaml")
    try tool.refuse("run", "two.csv", "--config", "wrong.yaml", saying: "wrong.yaml:4")
    #expect(
      try tool(
        "calibrate", Recordings.packageRoot.appending(path: "datasets/approach.csv").path, "--per",
        "link"
      ).status == 2)
  }

  @Test func `Every link becomes a separate recording, or a session with its own files`() throws {
    let rows = (0..<200).map {
      "\(Double($0) / 10),\($0.isMultiple(of: 2) ? 1.2 : 3.4),\($0.isMultiple(of: 2) ? 1 : 3),"
        + "\($0.isMultiple(of: 2) ? "desk" : "door 1")\n"
    }
    try tool.write("t_s,range_m,truth_m,peer\n" + rows.joined(), to: "two.csv")
    let nameless =
      rows.joined().replacingOccurrences(of: "0.0,1.2,1,desk", with: "0.0,1.2,1,") + "3,1,1,desk\n"
    try tool.write("t_s,range_m,truth_m,peer\n" + nameless, to: "nameless.csv")
    let notes = try tool("run", "nameless.csv", "--all-peers").error
    // Those at 0.0 and 10.0 s. The last row goes back in time and is rejected.
    #expect(notes.contains("nameless.csv: 2 rows without a link skipped"), "\(notes)")
    let calibration = try tool("calibrate", "two.csv", "--all-peers")
    #expect(calibration.text.contains("two/desk"), "\(calibration.text)")
    #expect(calibration.text.contains("two/door 1"))
    try tool.succeed("run", "two.csv", "--all-peers", "-o", "out.json")
    for name in ["out.desk.json", "out.door-1.json"] {
      #expect(tool.hasFile(name), "\(name)")
    }
    #expect(try tool("run", "two.csv", "--all-peers", "-o", "-").status == 2)
    try tool.write(
      "t_s,range_m,peer\n" + (0...1000).map { "\($0),1,p\($0)\n" }.joined(), to: "many.csv")
    try tool.refuse(
      "run", "many.csv", "--all-peers", saying: "there are 1001 links, expected at most 1000")
  }
}
