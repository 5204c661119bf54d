import Foundation
import TestSupport
import Testing

/// Options that a command can't apply: they are rejected or reported, not skipped.
@Suite struct RefusedOptionTests {
  private let tool = Tool()

  private static let approach = Recordings.packageRoot.appending(path: "datasets/approach.csv").path

  private static let walkBy = Recordings.packageRoot.appending(path: "datasets/walk-by.csv").path

  @Test(arguments: ["report", "estimate"])
  func `A command that follows one link rejects --all-peers`(command: String) throws {
    try tool.refuse(command, Self.approach, "--all-peers", "-o", "out", saying: "--all-peers")
    #expect(!tool.hasFile("out"))
  }

  @Test func `A pace that isn't a number is rejected, with or without a trace`() throws {
    for arguments in [
      ["walk.csv", "--pace", "fast"], ["--pace", "fast"], ["walk.csv", "--pace=2x"],
    ] {
      try tool.refuse(["live"] + arguments, saying: "expected a number above 0 such as 4")
    }
  }

  @Test func `A number of beats below 1 and zones without GeoJSON are rejected`() throws {
    try tool.refuse(
      ["pattern", "lubdub", "--beats", "-1"], saying: "--beats is -1, expected at least 1")
    try tool.write("t_s,lat_deg,lon_deg\n0,52,13\n", to: "a.csv")
    try tool.refuse(
      ["judge-tag", "a.csv", "--zones", "a.csv", "--actions", "a.csv"],
      saying: "this is not GeoJSON"
    )
  }

  @Test func `An exponent of 1 or more changes the estimate if rssi.trust allows it`() throws {
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

  @Test func `A note says that untrusted signal levels don't affect the estimate`() throws {
    try tool.write("t_s,rssi_dbm\n0,-60\n1,-61\n2,-60\n", to: "level.csv")
    func notes(_ settings: [String]) throws -> Bool {
      try tool.run(["estimate", "level.csv"] + settings.flatMap { ["--set", $0] }).error
        .contains("rssi.trust=unknown ignores rssi.referencePower")
    }
    #expect(try notes(["rssi.exponent=1"]) && notes(["rssi.referencePower=-65"]))
    #expect(try !notes([]) && !notes(["rssi.exponent=1", "rssi.trust=thisKind"]))
  }

  @Test(
    "Every option with a number has a domain, and the error names it",
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
    try tool.refuse(arguments, saying: rule)
  }

  @Test func `LUBDUB_BOUNDS moves a limit, and an unknown name in it is rejected`() throws {
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

  @Test func `Options --columns and --from can't be combined`() throws {
    try tool.refuse(
      "run", Self.approach, "--from", "csv", "--columns", "t=t_s,range=range_m", saying: "--from")
  }

  @Test func `A stretch of contact outside the recording is rejected`() throws {
    try tool.refuse(
      "calibrate", Self.approach, "--contact", "5200:5900", "-o", "pair.yaml",
      saying: "has no row in this time")
    #expect(!tool.hasFile("pair.yaml"))
  }

  @Test("A stretch of contact with truth_m far from 0 or outlying ranges is reported")
  func contactFarAway() throws {
    let rows = (0..<400).map { "\(Double($0) / 10),\($0 < 300 ? 1.1 : 3.1),\($0 < 300 ? 1 : 3)\n" }
    try tool.write("t_s,range_m,truth_m\n" + rows.joined(), to: "walk.csv")
    let run = try tool("calibrate", "walk.csv", "--contact", "35:39")
    #expect(run.error.contains("truth_m of walk is up to 3 m"), "\(run.error)")
    #expect(run.text.contains("41 ranges of touching devices are left out"), "\(run.text)")
    let good = try tool.succeed("calibrate", Self.approach, "--contact", "52:59")
    #expect(!good.error.contains("--contact"), "\(good.error)")
    #expect(!good.text.contains("are left out"), "\(good.text)")
  }

  @Test func `A descending search range is rejected with the rule`() throws {
    try tool.refuse(
      "tune", Self.approach, "--over", "zones.range.falseChangeInterval=1000:10",
      saying: "expected FROM below TO")
  }

  @Test func `An error points to the help of its command, even for subcommands of bench`() throws {
    try tool.refuse(
      "bench", "accuracy", Self.approach, "--truth-shift", "x",
      saying: "See 'lubdub bench accuracy --help'")
  }

  @Test func `The sweep command notes that its scores combine several recordings`() throws {
    try tool.makeFolder("walks")
    for name in ["one", "two"] {
      try FileManager.default.copyItem(atPath: Self.walkBy, toPath: tool.path("walks/\(name).csv"))
    }
    let words = ["--over", "uwb.gate=3"]
    let all = try tool.succeed(["sweep", "walks"] + words)
    #expect(all.error.contains("each row scores 2 recordings together"), "\(all.error)")
    #expect(try !tool.run(["sweep", Self.walkBy] + words).error.contains("together"))
  }

  @Test(
    "The sweep command accepts words, and an error names the setting, its kind, and an example")
  func sweptWords() throws {
    let run = try tool.succeed(
      "sweep", Self.walkBy, "--over", "estimator=fusion|range-filter", "--over", "uwb.gate=3|4")
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

  @Test func `An objective that no recording can measure is rejected`() throws {
    let search = [
      "--budget", "8", "--over", "zones.range.falseChangeInterval=10:100",
    ]
    try tool.refuse(
      ["tune", Self.walkBy, "--objective", "contact-within-1s"] + search,
      saying: "late-contact: no recording has contact")
    let near = try tool.run(
      ["tune", Self.approach, "--objective", "contact-within-1s"] + search)
    #expect(!near.error.contains("has contact"), "\(near.error)")
  }

  @Test func `The compare command prints a dash for a measure without data`() throws {
    let rows = (0..<200).map { "\(Double($0) / 10),0.8,0.8\n" }
    try tool.write("t_s,range_m,truth_m\n" + rows.joined(), to: "still.csv")
    let run = try tool.succeed(
      "compare", "eternal-loop", "geiger", "still.csv", "-o", "figures.csv")
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
