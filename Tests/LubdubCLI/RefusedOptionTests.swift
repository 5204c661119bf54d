import Foundation
import TestSupport
import Testing

/// Options that a command cannot follow: they are refused or reported, not skipped.
@Suite struct RefusedOptionTests {
  private let tool = Tool()

  private static let approach = Recordings.packageRoot.appending(path: "datasets/approach.csv").path

  private static let walkBy = Recordings.packageRoot.appending(path: "datasets/walk-by.csv").path

  @Test("a command that follows one link refuses --all-peers", arguments: ["report", "estimate"])
  func allPeers(command: String) throws {
    let run = try tool(command, Self.approach, "--all-peers", "-o", "out")
    #expect(run.status == 2)
    #expect(run.error.contains("--all-peers"), "\(run.error)")
    #expect(!tool.hasFile("out"))
  }

  @Test("a pace that is not a number is refused as that, with a trace and without")
  func pace() throws {
    for arguments in [
      ["walk.csv", "--pace", "fast"], ["--pace", "fast"], ["walk.csv", "--pace=2x"],
    ] {
      let outcome = try tool.run(["live"] + arguments)
      #expect(outcome.status == 2)
      #expect(outcome.error.contains("expected a number above 0 such as 4"), "\(outcome.error)")
    }
  }

  @Test("a number of beats below 1, and zones that are no GeoJSON, are refused with the rule")
  func numbersAndZones() throws {
    let beats = try tool.run(["pattern", "lubdub", "--beats", "-1"])
    #expect(beats.status == 2 && beats.error.contains("--beats is -1, expected at least 1"))
    try tool.write("t_s,lat_deg,lon_deg\n0,52,13\n", to: "a.csv")
    let zones = try tool.run(["judge-tag", "a.csv", "--zones", "a.csv", "--actions", "a.csv"])
    #expect(zones.status == 2 && zones.error.contains("this is no GeoJSON"), "\(zones.error)")
  }

  @Test("an exponent counts from 1 on, where somebody vouches for it")
  func exponents() throws {
    let rows = (0..<40).map { "\($0),\(-60 - $0 % 20)" }
    try tool.write("t_s,rssi_dbm\n" + rows.joined(separator: "\n") + "\n", to: "level.csv")
    let answers = try ["1", "1.5", "2", "4", "6"].map { exponent in
      try tool.run(
        [
          "estimate", "level.csv", "--set", "rssi.trust=thisLink", "--set",
          "rssi.exponent=\(exponent)",
        ]
      ).text
    }
    #expect(Set(answers).count == answers.count)
  }

  @Test("a level that nobody vouches for is said to count for nothing")
  func unusedLevel() throws {
    try tool.write("t_s,rssi_dbm\n0,-60\n1,-61\n2,-60\n", to: "level.csv")
    func notes(_ settings: [String]) throws -> Bool {
      try tool.run(["estimate", "level.csv"] + settings.flatMap { ["--set", $0] }).error
        .contains("count for nothing with rssi.trust=unknown")
    }
    #expect(try notes(["rssi.exponent=1"]) && notes(["rssi.referencePower=-65"]))
    #expect(try !notes([]) && !notes(["rssi.exponent=1", "rssi.trust=thisKind"]))
  }

  @Test(
    "An option that counts has a domain, and the refusal names it",
    arguments: [
      (["tune", approach, "--budget", "9223372036854775807"], "LUBDUB_BOUNDS=budget=N"),
      (["tune", approach, "--budget", "-1"], "at least 8"),
      (["tune", approach, "--jobs", "9223372036854775807"], "1 to 4096"),
      (["bench", "accuracy", approach, "--jobs", "0"], "1 to 4096"),
      (["convert", approach, "x.ahap", "--jobs", "5000"], "1 to 4096"),
      (["pattern", "lub-dub", "--beats", "1000000000"], "LUBDUB_BOUNDS=events=N"),
      (["pattern", "lub-dub", "--beats", "9223372036854775807"], "LUBDUB_BOUNDS=events=N"),
      (["pattern", "lub-dub", "--beats", "-1"], "at least 1"),
      (["live", approach, "--pace", "1e-300"], "0.001 to 1000000"),
      (["live", approach, "--pace", "nan"], "0.001 to 1000000"),
    ])
  func domains(arguments: [String], rule: String) throws {
    let run = try tool.run(arguments)
    #expect(run.status == 2 && run.error.contains(rule), "\(run.status): \(run.error)")
  }

  @Test("A bound is moved by LUBDUB_BOUNDS, and an unknown word in it is refused")
  func bounds() throws {
    try LiveTests.shell(
      """
      "$tool" pattern tap --beats 100 -o tap.json > said
      LUBDUB_BOUNDS=events=50 "$tool" pattern tap --beats 100 -o small.json 2> few
      echo $? >> few
      LUBDUB_BOUNDS=evens=50 "$tool" pattern tap 2> unknown
      echo $? >> unknown
      """, tool)
    let few = try LiveTests.contents("few", tool)
    #expect(few.contains("expected at most 50 events") || few.contains("at most 50 events"))
    #expect(few.hasSuffix("2\n"), "\(few)")
    let unknown = try LiveTests.contents("unknown", tool)
    #expect(unknown.contains("evens") && unknown.hasSuffix("2\n"), "\(unknown)")
  }

  @Test("--columns beside --from is refused")
  func columnsAndFormat() throws {
    let run = try tool("run", Self.approach, "--from", "csv", "--columns", "t=t_s,range=range_m")
    #expect(run.status == 2)
    #expect(run.error.contains("--from"), "\(run.error)")
  }

  @Test("a stretch of contact outside of a recording is refused")
  func contactOutside() throws {
    let run = try tool("calibrate", Self.approach, "--contact", "5200:5900", "-o", "pair.yaml")
    #expect(run.status == 2)
    #expect(run.error.contains("has no row then"), "\(run.error)")
    #expect(!tool.hasFile("pair.yaml"))
  }

  @Test("a stretch of contact in which truth_m is far from 0, or ranges are outliers, is reported")
  func contactFarAway() throws {
    let rows = (0..<400).map { "\(Double($0) / 10),\($0 < 300 ? 1.1 : 3.1),\($0 < 300 ? 1 : 3)\n" }
    try tool.write("t_s,range_m,truth_m\n" + rows.joined(), to: "walk.csv")
    let run = try tool("calibrate", "walk.csv", "--contact", "35:39")
    #expect(run.error.contains("truth_m of walk is up to 3 m"), "\(run.error)")
    #expect(run.text.contains("41 ranges of touching devices are left out"), "\(run.text)")
    let good = try tool("calibrate", Self.approach, "--contact", "52:59")
    #expect(good.status == 0, "\(good.error)")
    #expect(!good.error.contains("--contact"), "\(good.error)")
    #expect(!good.text.contains("are left out"), "\(good.text)")
  }

  @Test("a range to search that goes down is refused with the rule")
  func fallingRange() throws {
    let run = try tool("tune", Self.approach, "--over", "zones.range.falseChangeInterval=1000:10")
    #expect(run.status == 2)
    #expect(run.error.contains("expected FROM below TO"), "\(run.error)")
  }

  @Test("a refusal points to the help of the command that was given, also of one below bench")
  func nestedHelp() throws {
    let run = try tool("bench", "accuracy", Self.approach, "--truth-shift", "x")
    #expect(run.status == 2)
    #expect(run.error.contains("See 'lubdub bench accuracy --help'"), "\(run.error)")
  }

  @Test("sweep says where its scores are those of several recordings together")
  func sweepOfSeveral() throws {
    try FileManager.default.createDirectory(
      atPath: tool.path("walks"), withIntermediateDirectories: true)
    for name in ["one", "two"] {
      try FileManager.default.copyItem(atPath: Self.walkBy, toPath: tool.path("walks/\(name).csv"))
    }
    let words = ["--over", "uwb.gate=3"]
    let all = try tool.run(["sweep", "walks"] + words)
    #expect(all.status == 0)
    #expect(all.error.contains("each row scores 2 recordings together"), "\(all.error)")
    #expect(try !tool.run(["sweep", Self.walkBy] + words).error.contains("together"))
  }

  @Test(
    "sweep takes words, and names setting, kind and an example for what a setting does not take")
  func sweptWords() throws {
    let run = try tool(
      "sweep", Self.walkBy, "--over", "estimator=fusion|range-filter", "--over", "uwb.gate=3|4")
    #expect(run.status == 0, "\(run.error)")
    let rows = run.text.split(separator: "\n").map { $0.split(separator: ",").prefix(2) }
    #expect(
      rows.map { $0.joined(separator: ",") } == [
        "estimator,uwb.gate", "fusion,3", "fusion,4", "range-filter,3", "range-filter,4",
      ])
    let refused = try tool("sweep", Self.walkBy, "--over", "uwb.gate=wide")
    #expect(refused.status == 2)
    #expect(
      refused.error.contains("uwb.gate is \"wide\", expected a number from")
        && refused.error.contains("; such as uwb.gate="), "\(refused.error)")
  }

  @Test("an objective that no recording measures is refused")
  func nothingToTune() throws {
    let search = [
      "--budget", "8", "--folds", "0", "--over", "zones.range.falseChangeInterval=10:100",
    ]
    let far = try tool.run(
      ["tune", Self.walkBy, "--objective", "contact-within-1s"] + search)
    #expect(far.status == 2, "\(far.error)")
    #expect(far.error.contains("late-contact: no recording has contact"), "\(far.error)")
    let near = try tool.run(
      ["tune", Self.approach, "--objective", "contact-within-1s"] + search)
    #expect(!near.error.contains("has contact"), "\(near.error)")
  }

  @Test("compare writes a dash where nothing was measured")
  func nothingMeasured() throws {
    let rows = (0..<200).map { "\(Double($0) / 10),0.8,0.8\n" }
    try tool.write("t_s,range_m,truth_m\n" + rows.joined(), to: "still.csv")
    let run = try tool(
      "compare", "eternal-loop", "geiger", "still.csv", "-o", "figures.csv")
    #expect(run.status == 0, "\(run.error)")
    for measure in ["delay (s)", "late-contact (share)", "missed-changes (share)"] {
      let line = run.text.split(separator: "\n").first { $0.hasPrefix(measure) } ?? ""
      let cells = line.dropFirst(measure.count).split(separator: " ")
      #expect(cells.prefix(3) == ["-", "-", "-"], "\(run.text)")
      #expect(line.hasSuffix("not measured"), "\(line)")
    }
    let table = try tool.text(of: "figures.csv")
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let place = try #require(table[0].firstIndex(of: "mean_delay_s"))
    #expect(table[1][place].isEmpty)
  }
}
