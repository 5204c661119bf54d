import Foundation
import TestSupport
import Testing

/// The findings of the bench about recordings that measure little or nothing, and about truths with another clock.
@Suite("Benchmarks don't mislead their users") struct HonestBenchTests {
  private let tool = Tool()

  /// Two walks from 6 m to 0.5 m and back with ten ranges per second, and a truth that leads by that many seconds.
  private static func walk(
    _ seed: UInt64, lead: Double = 0, seconds: Int = 60, sway: Double = 7
  ) -> String {
    var random = SeededGenerator(seed: seed)
    func distance(_ time: Double) -> Double {
      3.2 + 2.6 * cos(2 * .pi * time / 23) + 0.2 * sin(2 * .pi * time / sway)
    }
    let rows = (0..<10 * seconds).map { index -> String in
      let time = Double(index) / 10
      let range = distance(time) + 0.04 * random.sumOfTwelve()
      return String(format: "%.1f,%.3f,%.4f", time, max(0, range), max(0, distance(time + lead)))
    }
    return "t_s,range_m,truth_m\n" + rows.joined(separator: "\n") + "\n"
  }

  @Test(
    "A command without a usable row ends with status 2 and writes nothing",
    arguments: [
      ["run", "-o", "out.json"], ["live"], ["live", "--pace", "100"],
      ["estimate", "-o", "out.csv"], ["report", "-o", "out.html"], ["calibrate", "-o", "out.yaml"],
      ["compare", "eternal-loop", "geiger", "-o", "out.csv"],
      ["sweep", "--over", "uwb.gate=2:4:2", "-o", "out.csv"], ["tune", "-o", "out.yaml"],
      ["bench", "accuracy", "-o", "out.json"], ["bench", "zones", "-o", "out.csv"],
    ], ["t_s,range_m,truth_m\n", "t_s,range_m,truth_m\n0,abc,1\n1,def,1\n"])
  func nothingUsable(command: [String], text: String) throws {
    try tool.write(text, to: "walk.csv")
    let isGroup = command[0] == "bench" || command[0] == "compare"
    let head = command[0] == "bench" ? 2 : command[0] == "compare" ? 3 : 1
    let words = isGroup ? Array(command[..<head]) : [command[0]]
    let outcome = try tool.run(words + ["walk.csv"] + command[words.count...])
    #expect(outcome.status == 2, "\(command): \(outcome.error)")
    #expect(outcome.text.isEmpty, "\(command): \(outcome.text)")
    let written = try FileManager.default.contentsOfDirectory(atPath: tool.path("."))
    #expect(written.filter { $0.hasPrefix("out") } == [], "\(command)")
  }

  @Test func `Every table of the benchmark includes the usual zone and the last value`() throws {
    for seed in 1...2 { try tool.write(Self.walk(UInt64(seed)), to: "walk\(seed).csv") }
    let levels = (0..<200).map { "\($0),\(-60 - $0 % 20),\(1 + Double($0 % 20) / 10)" }
    try tool.write(
      "t_s,rssi_dbm,truth_m\n" + levels.joined(separator: "\n") + "\n", to: "level.csv")
    try tool.succeed([
      "bench", "accuracy", "walk1.csv", "walk2.csv", "level.csv", "-o", "bench.json",
    ])
    let report = try JSONParser.parse(tool.data(of: "bench.json"))
    let groups = try #require(report["groups"]?.array)
    #expect(groups.count == 2)
    for group in groups {
      let names = group["estimators"]?.array?.compactMap { $0["estimator"]?.string } ?? []
      #expect(names.contains("constant") && names.contains("hold-last"), "\(names)")
    }
  }

  @Test func `Answers without intervals show no coverage, and partial answers get a note`() throws {
    try writeWalks()
    try tool.makeFolder("mine")
    let rows = (0..<600).map { "\(Double($0) / 10),2.5" }.joined(separator: "\n")
    try tool.write("t_s,distance_m\n\(rows)\n", to: "mine/one.csv")
    let bench = try tool.succeed(
      "bench", "accuracy", "walks", "--estimates", "mine=mine", "-o", "b.json")
    #expect(bench.text.contains("mine (1 of 2 recordings)"), "\(bench.text)")
    let report = try JSONParser.parse(tool.data(of: "b.json"))
    let row = try #require(
      report["groups"]?.array?.first?["estimators"]?.array?.first {
        $0["estimator"]?.string == "mine"
      })
    #expect(row["range"]?["coverage_95"] == .null && row["range"]?["width_95_m"] == .null)
    #expect(row["recordings"]?.number == 1)
    for name in ["one", "two"] {
      try tool.write("t_s,distance_m\n55,1\n", to: "mine/\(name).csv")
    }
    let few = try tool("bench", "accuracy", "walks", "--estimates", "mine=mine")
    #expect(few.text.contains("mine (answers "), "\(few.text)")
    for name in ["one", "two"] {
      try tool.write("t_s,distance_m\n1e6,1\n", to: "mine/\(name).csv")
    }
    let late = try tool("bench", "accuracy", "walks", "--estimates", "mine=mine")
    #expect(late.error.contains("use the clock of the recordings"), "\(late.error)")
  }

  @Test func `A missing file produces no session record`() throws {
    for arguments in [[], ["--follow"], ["--pace"]] {
      let outcome = try tool.run(["live", "nowhere.csv"] + arguments)
      #expect(outcome.status == 2)
      #expect(outcome.text.isEmpty, "\(arguments): \(outcome.text)")
    }
  }

  @Test func `The compare, tune, and bench commands reject a single usable row`() throws {
    try tool.write("t_s,range_m,truth_m\n0,1.5,1.4\n", to: "one.csv")
    for arguments in [
      ["compare", "eternal-loop", "geiger", "one.csv"], ["tune", "one.csv", "--budget", "8"],
      ["bench", "zones", "one.csv"],
    ] {
      let outcome = try tool.run(arguments)
      #expect(outcome.status == 2, "\(arguments): \(outcome.text)")
      #expect(!outcome.text.contains("100"), "\(arguments): \(outcome.text)")
    }
  }

  @Test func `An objective on an edge that is never crossed is rejected with the reason`() throws {
    try tool.write(Self.walk(1), to: "walk.csv")
    try tool.refuse(
      "tune", "walk.csv", "--objective", "delay[0]", "--budget", "8", "-o",
      "out.yaml", saying: "crosses edge [0]")
    #expect(!tool.hasFile("out.yaml"))
  }

  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `Every command shifts a leading truth by the same amount and reports it`() throws {
    try tool.write(Self.walk(2, lead: 0.18), to: "late.csv")
    for arguments in [
      ["run", "late.csv"], ["report", "late.csv", "-o", "late.html"],
      ["compare", "eternal-loop", "geiger", "late.csv"],
      ["sweep", "late.csv", "--over", "zones.range.lookAhead=0.5"],
      ["tune", "late.csv", "--budget", "8", "--over", "uwb.gate=2:4"],
      ["calibrate", "late.csv", "-o", "late.yaml"], ["bench", "accuracy", "late.csv"],
      ["bench", "zones", "late.csv"],
    ] {
      let outcome = try tool.succeed(arguments)
      #expect(outcome.error.contains("0.182 s (±"), "\(arguments): \(outcome.error)")
      #expect(outcome.error.contains("latency"), "\(arguments): \(outcome.error)")
      let still = try tool.run(arguments + ["--truth-shift", "0"])
      #expect(still.status == 0 && !still.error.contains("s (±"), "\(still.error)")
    }
    _ = try tool("calibrate", "late.csv", "-o", "late.yaml")
    let calibration = try tool.text(of: "late.yaml")
    #expect(calibration.contains("0.182 s"), "\(calibration)")
  }

  @Test func `A calibration doesn't depend on the truth's clock offset`() throws {
    try tool.write(Self.walk(3, lead: 0.18), to: "late.csv")
    try tool.write(Self.walk(3), to: "right.csv")
    func deviation(_ name: String, _ more: [String] = []) throws -> Double {
      try tool.succeed(["calibrate", name, "-o", "out.yaml"] + more)
      let yaml = try tool.text(of: "out.yaml")
      let line = try #require(
        yaml.split(separator: "\n").first { $0.contains("calibrationDeviation") })
      return Double(line.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) ?? .nan
    }
    let right = try deviation("right.csv")
    #expect(abs(try deviation("late.csv") - right) < 0.01)
    #expect(try deviation("late.csv", ["--truth-shift", "0"]) > 1.5 * right)
  }

  @Test func `Five steady readings give a shrunken constant with a wide interval`() throws {
    try tool.write(
      "t_s,range_m,truth_m\n" + (0..<5).map { "\($0),1.2,1\n" }.joined(), to: "five.csv")
    let outcome = try tool.succeed("calibrate", "five.csv", "-o", "five.yaml")
    #expect(outcome.error.contains("only 5 ranges with truth"), "\(outcome.error)")
    let yaml = try tool.text(of: "five.yaml")
    #expect(yaml.contains("bias:") && yaml.contains("calibrationDeviation:"), "\(yaml)")
  }

  @Test func `Anchors of one walk form one session, and --sessions overrides this`() throws {
    for (walk, seconds) in [(1, 60), (2, 70), (3, 80)] {
      for anchor in 1...2 {
        try tool.write(
          Self.walk(UInt64(10 * walk + anchor), seconds: seconds, sway: 4 + 1.3 * Double(walk)),
          to: "walk\(walk)_a\(anchor).csv")
      }
    }
    let names = (1...3).flatMap { walk in (1...2).map { "walk\(walk)_a\($0).csv" } }
    let found = try tool.run(["tune"] + names + ["--budget", "8", "--over", "uwb.gate=2:4"])
    #expect(found.error.contains("6 recordings of 3 sessions"), "\(found.error)")
    #expect(found.text.contains("from 3 sessions"), "\(found.text)")
    let compared = try tool.run(["compare", "eternal-loop", "geiger"] + names)
    #expect(compared.error.contains("6 recordings of 3 sessions"), "\(compared.error)")
    let named = try tool.run(
      ["tune"] + names + ["--budget", "8", "--over", "uwb.gate=2:4", "--sessions", "walk._a."])
    #expect(!named.error.contains("sessions:"), "\(named.error)")
  }

  @Test func `Tables and fronts show coverage and interval width with every score`() throws {
    try tool.write(Self.walk(5), to: "walk.csv")
    let sweep = try tool("sweep", "walk.csv", "--over", "uwb.gate=2:4:2")
    #expect(sweep.text.contains("coverage,interval_width_m"))
    let tune = try tool.succeed(
      "tune", "walk.csv", "--objective", "front:range,false-changes", "--budget", "8",
      "--over", "uwb.gate=2:4", "-o", "front/")
    #expect(tune.text.contains("coverage") && tune.text.contains("missed"), "\(tune.text)")
    let point = try tool.text(of: "front/front-01.yaml")
    #expect(point.contains("coverage"), "\(point)")
  }

  @Test func `Writing a front removes the points of an earlier run`() throws {
    try tool.write(Self.walk(6), to: "walk.csv")
    try tool.makeFolder("front")
    for name in ["front-77.yaml", "notes.txt"] { try tool.write("old", to: "front/\(name)") }
    try tool.succeed(
      "tune", "walk.csv", "--objective", "front:range,false-changes", "--budget", "8",
      "--over", "uwb.gate=2:4", "-o", "front/")
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.path("front"))
    #expect(!names.contains("front-77.yaml") && names.contains("notes.txt"), "\(names)")
  }

  @Test func `Different edges and the largest change are noted, and --set changes edges`() throws {
    try tool.write(Self.walk(7), to: "walk.csv")
    let different = try tool("compare", "eternal-loop", "presence", "walk.csv")
    #expect(different.error.contains("different edges"), "\(different.error)")
    #expect(different.text.contains("changed most"))
    let same = try tool(
      "compare", "eternal-loop", "presence", "walk.csv", "--set", "zones.edges=[0.5,1,2,4]",
      "--set", "uwb.gate=4")
    #expect(same.status == 0 && !same.error.contains("different edges"), "\(same.error)")
  }

  @Test("Settings recognize the recordings that they were tuned on, even under other names")
  func tunedOnTheSame() throws {
    try writeWalks()
    for folder in ["copies", "others/walks"] {
      try tool.makeFolder(folder)
    }
    for (index, name) in ["one", "two"].enumerated() {
      try tool.write(Self.walk(UInt64(index + 1)), to: "copies/a\(name).csv")
      try tool.write(Self.walk(UInt64(index + 11)), to: "others/walks/\(name).csv")
    }
    try tool.succeed(
      "tune", "walks", "--budget", "8", "--over", "uwb.gate=2:4", "--write", "best", "-o",
      "tuned.yaml"
    )
    for (folder, isSame) in [("walks", true), ("copies", true), ("others/walks", false)] {
      let compared = try tool.succeed("compare", "eternal-loop", "tuned.yaml", folder)
      #expect(
        compared.error.contains("tuned.yaml was made from these recordings") == isSame, "\(folder)")
    }
  }

  /// Two walks in a folder.
  private func writeWalks() throws {
    try tool.makeFolder("walks")
    for (name, seed) in [("one", UInt64(1)), ("two", 2)] {
      try tool.write(Self.walk(seed), to: "walks/\(name).csv")
    }
  }

  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `Folders and multiple files are processed one by one, each with its own outputs`() throws {
    try writeWalks()
    try tool.succeed("run", "walks", "-o", "out.json")
    try tool.succeed("estimate", "walks/one.csv", "walks/two.csv", "-o", "out.csv")
    for name in ["out.one.json", "out.two.json", "out.one.csv", "out.two.csv"] {
      #expect(tool.hasFile(name), "\(name)")
    }
    #expect(try tool("check", "walks").text.contains("two.csv"))
    #expect(try tool("report", "walks", "-o", "out.html").status == 0)
    #expect(
      try tool("sweep", "walks/one.csv", "walks/two.csv", "--over", "uwb.gate=2:4:2").status == 0)
    #expect(try tool("estimate", "walks").status == 2)
  }

  @Test func `The import command accepts folders and multiple logs, and writes one trace each`()
    throws
  {
    try writeWalks()
    for inputs in [["walks"], ["walks/one.csv", "walks/two.csv"]] {
      try tool.succeed(["import"] + inputs + ["-o", "out.csv"])
      for name in ["one", "two"] {
        _ = try tool("import", "walks/\(name).csv", "-o", "alone.csv")
        let (own, alone) = (tool.path("out.\(name).csv"), tool.path("alone.csv"))
        #expect(
          FileManager.default.contentsEqual(atPath: own, andPath: alone), "\(inputs): \(name)")
        try FileManager.default.removeItem(atPath: own)
      }
    }
    #expect(try tool("import", "walks").status == 2)
  }

  @Test func `The number of jobs doesn't change the output bytes`() throws {
    for seed in 1...3 { try tool.write(Self.walk(UInt64(seed)), to: "walk\(seed).csv") }
    try tool.write(
      "t_s,rssi_dbm,truth_m\n"
        + (0..<300).map { "\($0),\(-50 - $0 % 7 - $0 / 20),\(1 + Double($0) / 60)\n" }
        .joined(), to: "fading.csv")
    let names = (1...3).map { "walk\($0).csv" }
    for arguments in [
      ["bench", "accuracy", "fading.csv"] + names,
      ["bench", "zones", "--estimator", "fusion"] + names,
      ["calibrate"] + names,
      ["compare", "eternal-loop", "geiger"] + names,
      ["sweep", "--over", "uwb.gate=2:4:3"] + names,
    ] {
      let one = try tool.run(arguments + ["--jobs", "1"])
      let three = try tool.run(arguments + ["--jobs", "3"])
      #expect(one.status == 0, "\(arguments): \(one.error)")
      #expect(one.output == three.output && one.error == three.error, "\(arguments)")
      #expect(try tool.run(arguments + ["--jobs", "0"]).status == 2, "\(arguments)")
    }
  }

  @Test(
    "Pages show error over distance and time, recordings side by side, and the candidates",
    .enabled(if: hasPages, "tools/page makes the pages")
  )
  func pictures() throws {
    for seed in 1...2 { try tool.write(Self.walk(UInt64(seed)), to: "walk\(seed).csv") }
    try tool.succeed(
      "bench", "accuracy", "walk1.csv", "walk2.csv", "--estimator", "fusion", "--estimator",
      "median-3", "-o", "bench.html")
    let page = try tool.text(of: "bench.html")
    for title in ["Error over distance", "Error over time", "Recordings side by side"] {
      #expect(page.contains(title), "\(title)")
    }
    try tool.succeed(
      "tune", "walk1.csv", "walk2.csv", "--budget", "40", "--over", "uwb.gate=2:4",
      "--over", "uwb.velocityDeviation=0.05:2", "-o", "tune.html", "-o", "tune.json")
    let found = try tool.text(of: "tune.html")
    #expect(found.contains("Influence of the settings"))
    #expect(found.contains("Candidates along uwb.velocityDeviation"))
    let report = try JSONParser.parse(tool.data(of: "tune.json"))
    let importance = report["importance"]?.array ?? []
    // The gate moves nothing here: what was not searched has no importance.
    #expect(importance.compactMap { $0["key"]?.string } == ["uwb.velocityDeviation"])
    let shares = importance.compactMap { $0["share"]?.number }
    #expect((0.05...1).contains(shares.first ?? 0) && (shares.last ?? -1) >= 0, "\(shares)")
  }
}
