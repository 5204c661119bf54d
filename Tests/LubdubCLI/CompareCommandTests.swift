import Foundation
import TestSupport
import Testing

/// `lubdub compare`, and the files that `tune` writes for it.
@Suite struct CompareCommandTests {
  /// A folder with two short approaches and two walks past each other.
  private static func folder() throws -> Tool {
    let tool = Tool()
    for (scenario, seed) in [
      ("approach", "1"), ("approach", "2"), ("walk-by", "1"), ("walk-by", "2"),
    ] {
      _ = try tool(
        "simulate", scenario, "--seed", seed, "--duration", "30", "-o", "\(scenario)-\(seed).csv")
    }
    return tool
  }

  private static let traces = [
    "approach-1.csv", "approach-2.csv", "walk-by-1.csv", "walk-by-2.csv",
  ]

  @Test func `Equal settings show no difference, and the report lists every measure`() throws {
    let tool = try Self.folder()
    let run = try tool.succeed(
      ["compare", "eternal-loop", "eternal-loop"] + Self.traces + ["-o", "figures.csv"])
    // The cost and ten measures, of which one needs a device at rest.
    #expect(run.text.components(separatedBy: "no difference shown").count == 11, "\(run.text)")
    #expect(run.text.hasPrefix("Keep eternal-loop: the recordings show no difference."))
    #expect(run.text.contains("cost (balanced)"), "\(run.text)")
    #expect(
      run.text.split(separator: "\n").count { $0.hasSuffix(" not measured") } == 1, "\(run.text)")
    let rows = try tool.text(of: "figures.csv")
      .split(separator: "\n")
    #expect(rows.count == 9)
    #expect(rows[0].hasPrefix("recording,settings,range_rmse_m"))
  }

  @Test func `The compare command never recommends silence, and needs more than two recordings`()
    throws
  {
    let tool = try Self.folder()
    try tool.write("heartbeat:\n  intervals: [null, null, null, null]\n", to: "c.yaml")
    let run = try tool.run(["compare", "eternal-loop", "c.yaml"] + Self.traces)
    #expect(run.text.hasPrefix("With c.yaml nothing beats in 4 of 4 recordings:"), "\(run.text)")
    #expect(run.text.contains("Keep eternal-loop."))
    #expect(!run.text.contains("Use c.yaml"))
    let few = try tool.run(["compare", "eternal-loop", "geiger"] + Self.traces.prefix(2))
    #expect(few.text.hasPrefix("Not enough to say which is better"), "\(few.text)")
    #expect(few.text.contains("not comparable") && !few.text.contains("Use geiger"))
  }

  @Test func `Silent contact counts as a loss, and a silent first file is never advised`() throws {
    let tool = try Self.folder()
    for (name, intervals) in [
      ("contact", "[null, 0.5, 1, 2]"), ("all", "[null, null, null, null]"),
    ] {
      try tool.write("heartbeat:\n  intervals: \(intervals)\n", to: "\(name).yaml")
    }
    let contact = try tool.run(["compare", "eternal-loop", "contact.yaml"] + Self.traces)
    #expect(
      contact.text.hasPrefix("With contact.yaml contact is never felt in 2 of 4 recordings:"),
      "\(contact.text)")
    #expect(contact.text.contains("Keep eternal-loop."), "\(contact.text)")
    let first = try tool.run(["compare", "all.yaml", "eternal-loop"] + Self.traces)
    #expect(first.text.hasPrefix("With all.yaml nothing beats in 4 of 4"), "\(first.text)")
    #expect(first.text.contains("what all.yaml misses"), "\(first.text)")
    #expect(!first.text.contains("Keep all.yaml"), "\(first.text)")
  }

  @Test func `Zero intensity is silence, and other traces of the same name are rejected`() throws {
    let tool = try Self.folder()
    for (name, setting) in [("off", "intensities: [0, 0, 0, 0]"), ("mute", "pattern: \"0:0/0.5\"")]
    {
      try tool.write("heartbeat:\n  \(setting)\n", to: "\(name).yaml")
      let run = try tool.run(["compare", "eternal-loop", "\(name).yaml"] + Self.traces)
      #expect(run.text.hasPrefix("With \(name).yaml nothing beats in 4 of 4"), "\(run.text)")
    }
    _ = try tool.run(["compare", "geiger", "eternal-loop"] + Self.traces + ["-o", "saved.json"])
    _ = try tool("simulate", "retreat", "--seed", "5", "--duration", "30", "-o", "approach-1.csv")
    try tool.refuse(
      ["compare", "eternal-loop"] + Self.traces + ["--against", "saved.json"],
      saying: "of another recording called")
  }

  /// A trace whose truth is late by that many seconds; without a truth if the shift is `nil`.
  private static func late(_ text: String, by shift: Double?) throws -> String {
    var rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let known = rows.dropFirst().map { (time: Double($0[0]) ?? 0, truth: $0[4]) }
    for place in rows.indices.dropFirst() {
      let time = known[place - 1].time - (shift ?? .infinity)
      rows[place][4] = known.last { $0.time <= time }?.truth ?? ""
    }
    return rows.map { $0.joined(separator: ",") }.joined(separator: "\n")
  }

  @Test(arguments: [nil, 2])
  func `Without a truth, or with a late truth, compare gives no verdict`(shift: Double?) throws {
    let tool = try Self.folder()
    try tool.write("uwb:\n  bias: 0.5\n", to: "b.yaml")
    let traces = try (1...4).map { seed in
      _ = try tool("simulate", "uwb-outage", "--seed", "\(seed)", "-o", "in.csv")
      let text = try tool.text(of: "in.csv")
      try tool.write(Self.late(text, by: shift), to: "late-\(seed).csv")
      return "late-\(seed).csv"
    }
    let run = try tool.succeed(["compare", "eternal-loop", "b.yaml"] + traces)
    #expect(run.text.contains("Not enough to say: "), "\(run.text)")
    #expect(!run.text.contains("Keep ") && !run.text.contains("Use "), "\(run.text)")
    if shift != nil {
      #expect(run.error.contains("too far to shift it automatically"), "\(run.error)")
    }
  }

  @Test func `Different edges are scored on one truth, without a verdict on zones`() throws {
    let tool = try Self.folder()
    try tool.write("zones:\n  edges: [0.1, 0.4, 1.5, 3]\n", to: "moved.yaml")
    for pair in [["eternal-loop", "moved.yaml"], ["moved.yaml", "eternal-loop"]] {
      let run = try tool.run(["compare"] + pair + Self.traces)
      #expect(
        run.text.contains(
          "Not enough to say which is better: the two settings have different edges"))
      let line = try #require(
        run.text.split(separator: "\n").first { $0.hasPrefix("wrong-zone (share)") })
      #expect(line.contains("not comparable") && line.contains(" to "), "\(line)")
    }
  }

  @Test func `The gain of a calibration on its own recordings gives no verdict`() throws {
    let tool = try Self.folder()
    for trace in Self.traces {
      // Ranges that are 0.3 m too long.
      let text = try tool.text(of: trace)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        var fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if fields.count > 2, fields[1] == "uwb", let range = Double(fields[2]) {
          fields[2] = "\(range + 0.3)"
        }
        return fields.joined(separator: ",")
      }
      try tool.write(lines.joined(separator: "\n"), to: "long-\(trace)")
    }
    let long = Self.traces.map { "long-\($0)" }
    try tool.succeed(["calibrate"] + long + ["-o", "own.yaml"])
    let own = try tool.run(["compare", "eternal-loop", "own.yaml"] + long)
    #expect(own.error.contains("own.yaml was made from these recordings"), "\(own.error)")
    #expect(own.text.contains("own.yaml is better here, but was made from these"), "\(own.text)")
    #expect(!own.text.contains("Use own.yaml"))
    let others = try tool.run(["compare", "eternal-loop", "own.yaml"] + Self.traces)
    #expect(!others.error.contains("was made from these"), "\(others.error)")
  }

  @Test func `Answers of another program are compared with the zones from the settings`() throws {
    let tool = try Self.folder()
    try FileManager.default.createDirectory(
      atPath: tool.path("answers"), withIntermediateDirectories: true)
    for trace in Self.traces {
      let name = try #require(trace.split(separator: "/").last)
      try tool.succeed(["estimate", trace, "-o", "answers/\(name)"])
    }
    let compare = ["compare", "eternal-loop"] + Self.traces + ["--estimates", "own=answers"]
    let own = try tool.succeed(compare)
    // Our own answers, to the digits of their tables, have our own errors.
    let line = try #require(own.text.split(separator: "\n").first { $0.hasPrefix("range (") })
    let cells = line.split(separator: " ").compactMap { Double($0) }
    #expect(cells.count >= 2 && abs(cells[0] - cells[1]) <= 0.002, "\(own.text)")
    #expect(own.text.contains("own"), "\(own.text)")
    try tool.refuse(
      ["compare", "eternal-loop"] + Self.traces + ["--estimates", "answers"],
      saying: "expected NAME=FOLDER")
    try FileManager.default.removeItem(
      atPath: tool.path("answers/\(Self.traces[0].split(separator: "/").last ?? "")"))
    try tool.refuse(compare, saying: "without a table")
  }

  @Test(
    "With --against, the status is 1 if something felt got worse than the saved scores, otherwise 0"
  )
  func against() throws {
    let tool = try Self.folder()
    let traces = Array(Self.traces.prefix(2))
    try tool.succeed(
      ["compare", "geiger", "eternal-loop"] + traces + ["-o", "saved.json"])
    try tool.succeed(["compare", "eternal-loop"] + traces + ["--against", "saved.json"])
    try tool.write("heartbeat:\n  intervals: [null, null, null, null]\n", to: "c.yaml")
    let worse = try tool.run(["compare", "c.yaml"] + traces + ["--against", "saved.json"])
    #expect(worse.status == 1, "\(worse.error)")
    #expect(worse.text.hasPrefix("With c.yaml nothing beats in 2 of 2 recordings"))
    try tool.refuse(
      ["compare", "c.yaml", Self.traces[2], "--against", "saved.json"], saying: "do not have ")
  }

  @Test func `The file tuned.yaml is complete and doesn't need the earlier files`() throws {
    let tool = try Self.folder()
    try tool.write("zones:\n  edges: [0.1, 0.3, 1.2, 2.4]\nuwb:\n  gate: 3.5\n", to: "base.yaml")
    try tool.succeed(
      ["tune"] + Self.traces + [
        "--config", "base.yaml", "--over", "zones.range.falseChangeInterval[0]=10:1000", "--budget",
        "8", "--write", "best", "-o", "tuned.yaml", "-o", "figures.csv",
      ])
    let alone = try tool("run", "approach-1.csv", "--config", "tuned.yaml", "-o", "-")
    let onTop = try tool(
      "run", "approach-1.csv", "--config", "base.yaml", "--config", "tuned.yaml", "-o", "-")
    #expect(alone.output == onTop.output)
    let report = try tool.text(of: "figures.csv")
    #expect(report.split(separator: "\n").count == 9)
  }

  @Test func `A front is written as a folder of settings files and a plot`() throws {
    let tool = try Self.folder()
    try tool.succeed(
      ["tune"] + Self.traces + [
        "--objective", "front:delay,false-changes", "--over",
        "zones.range.falseChangeInterval=10:1000", "--budget",
        "8", "-o", "front/",
      ])
    try tool.succeed("run", "approach-1.csv", "--config", "front/front-01.yaml")
    #expect(tool.hasFile("front/front.svg"))
    #expect(try tool.run(["tune"] + Self.traces + ["-o", "other/"]).status == 2)
  }
}
