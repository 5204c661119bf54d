import CanonicalJSON
import Foundation
import TestSupport
import Testing

/// `lubdub pulse` and `run --pulse`, on the shipped heart.
@Suite struct PulseCommandTests {
  private static func path(_ name: String) -> String {
    Recordings.packageRoot.appending(path: "datasets/\(name)").path
  }

  @Test func `the summary names faults, recipe and both series`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool("pulse", Self.path("pulse/faults.csv"))
    #expect(run.status == 0, "\(run.error)")
    for word in ["missed", "extra", "recorded", "corrected", "recipe L", "breaths a minute"] {
      #expect(run.text.contains(word), "\(run.text)")
    }
  }

  @Test func `a value that is none is told, and the heart goes on behind it`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try Data("800\n810\n790\nNaN\n800\n40000\n810\n".utf8).write(
      to: URL(filePath: tool.path("rr.txt")))
    let run = try tool("pulse", "rr.txt", "-o", "heart.json", "--ahap", "heart.ahap")
    #expect(run.status == 0, "\(run.error)")
    #expect(try tool("check", "heart.json").status == 0)

    try Data("Time_s;RR (ms)\n1;800\n1.8;\n2.6;800\n23;800\n23.8;810\n24.6;805\n".utf8).write(
      to: URL(filePath: tool.path("rr.csv")))
    let table = try tool("pulse", "rr.csv", "--json")
    let report = try JSONParser.parse(table.output)
    #expect(report["input"]?["rejected"]?.number == 1, "the cell that is empty")
    #expect(try #require(report["duration_s"]?.number) > 20, "the hole in the clock is kept")
  }

  @Test func `JSON, beats, drawing and timeline are the same bytes each time`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    func make() throws -> [Data] {
      let run = try tool(
        "pulse", Self.path("pulse/rr.txt"), "--json", "--csv", "beats.csv", "--plot", "heart.svg",
        "-o", "heart.json", "--dub", "physiological", "--window", "120", "--step", "60")
      #expect(run.status == 0, "\(run.error)")
      return try [run.output]
        + ["beats.csv", "heart.svg", "heart.json"].map {
          try Data(contentsOf: URL(filePath: tool.path($0)))
        }
    }
    let (first, second) = (try make(), try make())
    #expect(first == second)
    let json = try JSONParser.parse(Array(first[0]))
    let corrected = try #require(json["corrected"])
    #expect(abs((corrected["respiration_hz"]?.number ?? 0) - 0.25) < 0.003)
    let windows = try #require(json["windows"]?.array)
    #expect(windows.count == 5)
    #expect(windows.allSatisfy { $0["corrected"]?["lf_ms2"]?.number != nil })
    #expect(json["frequency_refused"] == .bool(false))
    let timeline = try JSONParser.parse(Array(first[3]))
    #expect(timeline["beats"]?.array?.count == json["beats"]?.number.map { Int($0) })
  }

  @Test func `too many faults leave frequencies out`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let lengths = (0..<400).flatMap { $0 % 4 == 3 ? [1650] : [820 + $0 % 7] }
    try Data(lengths.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: tool.path("rr.txt")))
    let json = try JSONParser.parse(Array(try tool("pulse", "rr.txt", "--json").output))
    let share = json["faults"]?["share"]?.number ?? 0
    #expect(json["frequency_refused"] == .bool(share > 0.2))
    if share > 0.2 { #expect(json["corrected"]?["hf_ms2"] == .null) }
  }

  @Test func `every format takes the heart`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    for name in ["heart.ahap", "heart.wav", "heart.hjif", "heart.haptic"] {
      let run = try tool("pulse", Self.path("pulse/rr.txt"), "-o", name)
      #expect(run.status == 0, "\(name): \(run.error)")
    }
  }

  @Test func `a heart gives the tempo of a walk`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool(
      "run", Self.path("approach.csv"), "--pulse", Self.path("pulse/rr.txt"), "-o", "walk.json")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.contains("intervals give the tempo"))
    let document = try JSONParser.parse(
      Array(try Data(contentsOf: URL(filePath: tool.path("walk.json")))))
    let beats = try #require(document["beats"]?.array)
    let intervals = beats.compactMap { $0["interval_s"]?.number }
    #expect(!intervals.isEmpty && intervals.allSatisfy { $0 > 0.7 && $0 < 1 })
    #expect(Set(beats.compactMap { $0["intensity"]?.number }).count > 2)
    let silent = try tool(
      "run", Self.path("approach.csv"), "--pulse", Self.path("pulse/rr.txt"), "--pulse-shift",
      "1000", "-o", "zones.json")
    #expect(silent.error.contains("0 intervals give the tempo"), "\(silent.error)")
  }

  @Test func `a heart rate, an empty file and a live run are refused`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let rate = try tool("pulse", "-", input: Data("72\n73\n71\n".utf8))
    #expect(rate.status == 2 && rate.error.contains("heart rate"), "\(rate.error)")
    #expect(try tool("pulse", "-", input: Data()).status == 2)
    let live = try tool(
      "run", Self.path("approach.csv"), "--live", "--pulse", Self.path("pulse/rr.txt"))
    #expect(live.status == 2)
  }

  @Test func `check knows a heart and finds what is wrong with it`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let good = try tool("check", Self.path("pulse/rr.txt"), Self.path("pulse/faults.csv"))
    #expect(good.status == 0, "\(good.text)")
    try Data("rr_ms\n800\nx\n810\n".utf8).write(to: URL(filePath: tool.path("bad.csv")))
    let bad = try tool("check", "bad.csv")
    #expect(bad.text.contains("not-a-number") && bad.text.contains("line 3"), "\(bad.text)")
  }
}
