import Foundation
import TestSupport
import Testing

/// Traces that ship with the package.
private func dataset(_ name: String) -> String {
  Recordings.packageRoot.appending(path: "datasets/\(name)").path
}

@Suite struct RunCommandTests {
  private let tool = Tool()

  @Test func `The summary reports a leap of the distance with its time`() throws {
    var rows = "t_s,range_m\n"
    for step in 0..<200 {
      rows += "\(Double(step) / 10),\(100..<130 ~= step ? 60.2 : 1.5)\n"
    }
    try tool.write(rows, to: "leap.csv")
    let run = try tool.succeed(["run", "leap.csv"])
    #expect(run.text.contains("jumps by 58.7 m at 11.1 s"), "\(run.text)")
    let walk = try tool.run([
      "run", Recordings.packageRoot.appending(path: "datasets/approach.csv").path,
    ])
    #expect(!walk.text.contains("jumps by"), "\(walk.text)")
  }

  @Test func `A run writes a timeline, a WAV file, and a plot`() throws {
    let run = try tool.succeed(
      "run", dataset("approach.csv"), "-o", "a.json", "-o", "a.wav", "-o", "a.svg")
    #expect(run.text.contains("beats"))
    let json = try JSONParser.parse(tool.data(of: "a.json"))
    let beats = try #require(json["beats"]?.array)
    #expect(beats.count > 10)
    let times = beats.compactMap { $0["t_s"]?.number }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(try tool.data(of: "a.wav").starts(with: Data("RIFF".utf8)))
    #expect(try tool.data(of: "a.svg").starts(with: Data("<svg".utf8)))
  }

  @Test(
    "Option --truth-edges sets the true zones for moved edges, and invalid edges are rejected")
  func truthEdges() throws {
    let moved = ["run", dataset("approach.csv"), "--set", "zones.edges=[0.1,0.2,1,2]"]
    func edges(_ words: [String]) throws -> [Double]? {
      let run = try tool.run(moved + words + ["-o", "-"])
      let truth = try JSONParser.parse(Data(run.text.utf8))["against_truth"]
      return truth?["edges_m"]?.array?.compactMap { $0.number }
    }
    #expect(try edges([]) == [0.1, 0.2, 1, 2])
    #expect(try edges(["--truth-edges", "0.05,0.2,1,2"]) == [0.05, 0.2, 1, 2])
    let own = try tool.run(moved).text
    let fixed = try tool.run(moved + ["--truth-edges", "0.05,0.2,1,2"]).text
    #expect(own.contains("in 0.1 m") && fixed.contains("in 0.05 m") && !fixed.contains("in 0.1 m"))
    for wrong in ["0.05,0.2,1", "0.2,0.05,1,2", "0.05,,1,2", "near,0.2,1,2"] {
      try tool.refuse(moved + ["--truth-edges", wrong], saying: "expected 4 increasing distances")
    }
  }

  @Test func `A plot names its time origin, and names the truth only if there is one`() throws {
    for (name, truth) in [("known", ",2"), ("unknown", "")] {
      let rows = (0..<60).map { "\(1_764_000_000 + Double($0) / 10),2.0\($0 % 10)\(truth)\n" }
      try tool.write(
        "t_s,range_m\(truth.isEmpty ? "" : ",truth_m")\n" + rows.joined(), to: "\(name).csv")
      try tool.succeed("run", "\(name).csv", "-o", "\(name).svg", "-o", "\(name).json")
      let plot = try tool.text(of: "\(name).svg")
      #expect(plot.contains(">truth<") != truth.isEmpty)
      #expect(plot.contains(">measured range<") && plot.contains(">seconds from the first row<"))
      #expect(!plot.contains("176400"))
      let json = try JSONParser.parse(tool.data(of: "\(name).json"))
      #expect(json["input"]?["origin_s"]?.number == 1_764_000_000)
    }
  }

  @Test func `Two runs give the same bytes`() throws {
    let outputs = try (0..<2).map { index in
      let names = ["a\(index).json", "a\(index).wav", "a\(index).svg"]
      try tool.succeed(
        "run", dataset("uwb-outage.csv"), "-o", names[0], "-o", names[1], "-o", names[2])
      return try names.map { try Data(contentsOf: URL(filePath: tool.path($0))) }
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test func `A file, standard input, and NDJSON of the same rows give the same timeline`() throws {
    let csv = dataset("uwb-outage.csv")
    try tool.succeed("import", csv, "-o", "same.ndjson")
    let runs = [
      try tool("run", csv, "-o", "-"),
      try tool("run", "-", "-o", "-", input: try Data(contentsOf: URL(filePath: csv))),
      try tool("run", "same.ndjson", "-o", "-"),
    ]
    let timelines = try runs.map { run in
      #expect(run.status == 0, "\(run.error)")
      let json = try JSONParser.parse(run.output)
      return [json["beats"], json["events"], json["zone_changes"]]
    }
    #expect(timelines[0] == timelines[1])
    #expect(timelines[0] == timelines[2])
  }

  @Test func `Every considered change is explained, in text and JSON alike`() throws {
    let run = try tool.succeed(
      "run", dataset("approach.csv"), "--explain", "--explain-json", "-o", "a.json")
    let taken = run.text.split(separator: "\n").count { $0.contains("taken: ") }
    let json = try JSONParser.parse(tool.data(of: "a.json"))
    let considered = try #require(json["considerations"]?.array)
    #expect(
      considered.count == taken + run.text.split(separator: "\n").count { $0.contains("not yet: ") }
    )
    let changes = try #require(json["zone_changes"]?.array)
    #expect(changes.count == considered.count { $0["outcome"]?.string?.hasPrefix("taken") == true })
  }

  @Test("Changes in pauses of the truth are counted separately, and contact is reported first")
  func pauses() throws {
    let rows = [2.5, 0.02, 1.5].enumerated().flatMap { place, distance in
      (0..<120).map { "\(55 * Double(place) + Double($0) / 4),\(distance),\(distance)" }
    }
    try tool.write("t_s,range_m,truth_m\n" + rows.joined(separator: "\n") + "\n", to: "rig.csv")
    let run = try tool.run(["run", "rig.csv"])
    let truth = try #require(run.text.range(of: "truth "))
    #expect(run.text[truth.lowerBound...].contains("contact felt at "), "\(run.text)")
    #expect(run.text.contains("in pauses of the truth (2 at 0.05 m"), "\(run.text)")
    #expect(run.text.contains("truth not known for"), "\(run.text)")
  }

  @Test func `An abandoned change is shown at its peak, with truth and setting`() throws {
    // A dip of 0.6 s below the edge of 1 m: too short for the default, with evidence of 75 %.
    let rows = (0..<300).map { index -> String in
      let truth = (150..<156).contains(index) ? 0.85 : 1.4
      return "\(Double(index) / 10),\(truth + 0.02 * sin(2.3 * Double(index))),\(truth)"
    }
    try tool.write("t_s,range_m,truth_m\n" + rows.joined(separator: "\n") + "\n", to: "dip.csv")
    let run = try tool.succeed(["run", "dip.csv", "--explain", "--explain-json", "-o", "dip.json"])
    let json = try JSONParser.parse(tool.data(of: "dip.json"))
    let given = try #require(
      json["considerations"]?.array?.first {
        $0["outcome"]?.string == "not taken: the evidence went"
      })
    let (peak, led, band) = (
      given["peak_s"]?.number, given["led_m"]?.number, given["band_m"]?.number
    )
    // At its most it lay below the limit, and not where it was given up, above it.
    #expect(try #require(led) < #require(band) && (15.2...16).contains(try #require(peak)))
    #expect(try #require(given["t_s"]?.number) > #require(peak))
    #expect(given["truth_s"]?.number == 15)
    let setting = try #require(given["setting"]?.string)
    let line = try #require(
      run.text.split(separator: "\n").first { $0.contains("the evidence went") })
    let price = " would have changed it (in all: wrong zone "
    for part in [
      "Most at ", "below the limit of", "The truth crossed at 15 s", setting + price,
    ] {
      #expect(line.contains(part), "\(line)")
    }
    let changed = try tool.run(["run", "dip.csv", "--set", setting, "--explain"])
    #expect(changed.text.contains("far → near  taken: entered"), "\(setting): \(changed.text)")
  }

  @Test func `Changes below the required probability are also explained`() throws {
    var powers = [Double](repeating: -60, count: 60)
    for index in 30..<45 { powers[index] = -63 }
    let rows = powers.enumerated().map { "\(Double($0)),\($1)" }
    try tool.write("t_s,rssi_dbm\n" + rows.joined(separator: "\n") + "\n", to: "level.csv")
    let settings = [
      "rssi.trust=thisLink", "rssi.referencePower=-60", "zones.edges=[0.05,0.2,1.1,3]",
      "zones.rssi.confidence=0.99",
    ]
    let run = try tool.succeed(
      ["run", "level.csv", "--explain"] + settings.flatMap { ["--set", $0] })
    #expect(run.text.contains("not taken: the evidence went. Most at "), "\(run.text)")
  }

  @Test func `A setting given with --set takes effect`() throws {
    let run = try tool(
      "run", dataset("approach.csv"), "--set", "zones.edges=[0.05, 0.2, 1, 9]", "-o", "-")
    let json = try JSONParser.parse(run.output)
    let first = try #require(json["beats"]?.array?.first)
    #expect(try #require(first["t_s"]?.number) < 2)
  }

  @Test func `Jumps of up to hundreds of meters cause no zone change`() throws {
    let run = try tool.succeed("run", dataset("nasty/jumps.csv"), "-o", "-")
    let changes = try #require(try JSONParser.parse(run.output)["zone_changes"]?.array)
    #expect(changes.count == 1)
    #expect(changes.first?["reason"]?.string == "acquired")
  }
}

@Suite(.recordings("traces"))
struct RecordingRunTests {
  static let recordings = Recordings.files(in: "traces", endings: ["csv"])

  /// A recording of each set; `tools/demo --all` runs every one.
  static let sample = Dictionary(grouping: recordings) { $0.deletingLastPathComponent() }
    .sorted { $0.key.path < $1.key.path }.compactMap(\.value.first)

  @Test(arguments: sample)
  func `Real recordings give finite estimates and strictly increasing beat times`(_ file: URL)
    throws
  {
    let tool = Tool()
    let run = try tool.succeed("run", file.path, "-o", "-")
    let json = try JSONParser.parse(run.output)
    let beats = try #require(json["beats"]?.array).compactMap { $0["t_s"]?.number }
    #expect(zip(beats, beats.dropFirst()).allSatisfy { $0 < $1 })
    let estimates = try tool.succeed("estimate", file.path, "-o", "-")
    let rows = estimates.text.split(separator: "\n").dropFirst()
    let accepted = try #require(json["input"]?["rows_accepted"]?.number)
    #expect(Double(rows.count) == accepted)
    for row in rows {
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      #expect(fields.count == 11)
      for field in fields.prefix(8) where !field.isEmpty {
        #expect(Double(field)?.isFinite == true, "\(row)")
      }
    }
  }
}
