import Foundation
import LubdubGround
import TestSupport
import Testing

/// Traces that ship with the package.
private func dataset(_ name: String) -> String {
  Recordings.packageRoot.appending(path: "datasets/\(name)").path
}

@Suite struct RunCommandTests {
  @Test("A run writes a timeline, a WAV file and a plot, and says so")
  func outputs() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool(
      "run", dataset("approach.csv"), "-o", "a.json", "-o", "a.wav", "-o", "a.svg")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.text.contains("beats"))
    let json = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("a.json"))))
    let beats = try #require(json["beats"]?.array)
    #expect(beats.count > 10)
    let times = beats.compactMap { $0["t_s"]?.number }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(try Data(contentsOf: URL(filePath: tool.path("a.wav"))).starts(with: Data("RIFF".utf8)))
    #expect(try Data(contentsOf: URL(filePath: tool.path("a.svg"))).starts(with: Data("<svg".utf8)))
  }

  @Test("A plot names the truth only where there is one, and says from when its seconds count")
  func plotLegend() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    for (name, truth) in [("known", ",2"), ("unknown", "")] {
      let rows = (0..<60).map { "\(1_764_000_000 + Double($0) / 10),2.0\($0 % 10)\(truth)\n" }
      try ("t_s,range_m\(truth.isEmpty ? "" : ",truth_m")\n" + rows.joined())
        .write(toFile: tool.path("\(name).csv"), atomically: true, encoding: .utf8)
      let run = try tool("run", "\(name).csv", "-o", "\(name).svg", "-o", "\(name).json")
      #expect(run.status == 0, "\(run.error)")
      let plot = try String(contentsOfFile: tool.path("\(name).svg"), encoding: .utf8)
      #expect(plot.contains(">truth<") != truth.isEmpty)
      #expect(plot.contains(">measured range<") && plot.contains(">seconds from the first row<"))
      #expect(!plot.contains("176400"))
      let json = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("\(name).json"))))
      #expect(json["input"]?["origin_s"]?.number == 1_764_000_000)
    }
  }

  @Test("Running twice gives the same bytes")
  func deterministic() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let outputs = try (0..<2).map { index in
      let names = ["a\(index).json", "a\(index).wav", "a\(index).svg"]
      let run = try tool(
        "run", dataset("uwb-outage.csv"), "-o", names[0], "-o", names[1], "-o", names[2])
      #expect(run.status == 0, "\(run.error)")
      return try names.map { try Data(contentsOf: URL(filePath: tool.path($0))) }
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test("A file, standard input and NDJSON of the same rows give the same timeline")
  func sources() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let csv = dataset("uwb-outage.csv")
    let converted = try tool("import", csv, "-o", "same.ndjson")
    #expect(converted.status == 0, "\(converted.error)")
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

  @Test("Every considered change is explained, and the table in the JSON says the same")
  func explain() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool(
      "run", dataset("approach.csv"), "--explain", "--explain-json", "-o", "a.json")
    #expect(run.status == 0, "\(run.error)")
    let taken = run.text.split(separator: "\n").count { $0.contains("taken: ") }
    let json = try JSONParser.parse(Data(contentsOf: URL(filePath: tool.path("a.json"))))
    let considered = try #require(json["considerations"]?.array)
    #expect(
      considered.count == taken + run.text.split(separator: "\n").count { $0.contains("not yet: ") }
    )
    let changes = try #require(json["zone_changes"]?.array)
    #expect(changes.count == considered.count { $0["outcome"]?.string?.hasPrefix("taken") == true })
  }

  @Test("A setting that is overridden takes effect")
  func overrides() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool(
      "run", dataset("approach.csv"), "--set", "zones.edges=[0.05, 0.2, 1, 9]", "-o", "-")
    let json = try JSONParser.parse(run.output)
    let first = try #require(json["beats"]?.array?.first)
    #expect(try #require(first["t_s"]?.number) < 2)
  }

  @Test("No zone change comes from jumps of tens to hundreds of metres, single or in bursts")
  func jumps() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool("run", dataset("nasty/jumps.csv"), "-o", "-")
    #expect(run.status == 0, "\(run.error)")
    let changes = try #require(try JSONParser.parse(run.output)["zone_changes"]?.array)
    #expect(changes.count == 1)
    #expect(changes.first?["reason"]?.string == "acquired")
  }
}

@Suite(.enabled(if: Recordings.folder("traces") != nil, "no recordings beside the checkout"))
struct RecordingRunTests {
  static let recordings = Recordings.files(in: "traces", endings: ["csv"])

  /// A recording of each set; `tools/demo --all` runs every one.
  static let sample = Dictionary(grouping: recordings) { $0.deletingLastPathComponent() }
    .sorted { $0.key.path < $1.key.path }.compactMap(\.value.first)

  @Test("Real recordings give finite estimates and strictly increasing beats", arguments: sample)
  func recording(_ file: URL) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool("run", file.path, "-o", "-")
    #expect(run.status == 0, "\(run.error)")
    let json = try JSONParser.parse(run.output)
    let beats = try #require(json["beats"]?.array).compactMap { $0["t_s"]?.number }
    #expect(zip(beats, beats.dropFirst()).allSatisfy { $0 < $1 })
    let estimates = try tool("estimate", file.path, "-o", "-")
    #expect(estimates.status == 0, "\(estimates.error)")
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
