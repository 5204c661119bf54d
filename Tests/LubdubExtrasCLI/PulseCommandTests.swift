import Foundation
import TestSupport
import Testing

/// `lubdub pulse`, alone and with a trace, on the shipped heart.
@Suite struct PulseCommandTests {
  private let tool = Tool()

  private static func path(_ name: String) -> String {
    Recordings.packageRoot.appending(path: "datasets/\(name)").path
  }

  @Test func `The pulse summary names faults and both series`() throws {
    let run = try tool.succeed("pulse", Self.path("pulse/faults.csv"))
    for word in ["missed", "extra", "recorded", "corrected", "RMSSD, ms"] {
      #expect(run.text.contains(word), "\(run.text)")
    }
  }

  @Test func `An invalid value is reported, and the heart continues after it`() throws {
    try Data("800\n810\n790\nNaN\n800\n40000\n810\n".utf8).write(
      to: URL(filePath: tool.path("rr.txt")))
    try tool.succeed("pulse", "rr.txt", "-o", "heart.json", "-o", "heart.ahap")
    #expect(try tool("check", "heart.json").status == 0)

    try Data("Time_s;RR (ms)\n1;800\n1.8;\n2.6;800\n23;800\n23.8;810\n24.6;805\n".utf8).write(
      to: URL(filePath: tool.path("rr.csv")))
    let table = try tool("pulse", "rr.csv", "--json")
    let report = try JSONParser.parse(table.output)
    #expect(report["input"]?["rejected"]?.number == 1, "the cell that is empty")
    #expect(try #require(report["duration_s"]?.number) > 20, "the hole in the clock is kept")
  }

  @Test func `JSON, beats, drawing, and timeline are reproducible`() throws {
    func make() throws -> [Data] {
      let run = try tool.succeed(
        "pulse", Self.path("pulse/rr.txt"), "--json", "-o", "beats.csv", "-o", "heart.svg",
        "-o", "heart.json", "--dub", "physiological", "--window", "120", "--step", "60")
      return try [run.output]
        + ["beats.csv", "heart.svg", "heart.json"].map {
          try Data(contentsOf: URL(filePath: tool.path($0)))
        }
    }
    let (first, second) = (try make(), try make())
    #expect(first == second)
    let json = try JSONParser.parse(Array(first[0]))
    let windows = try #require(json["windows"]?.array)
    #expect(windows.count == 5)
    #expect(windows.allSatisfy { $0["corrected"]?["rmssd_ms"]?.number != nil })
    let timeline = try JSONParser.parse(Array(first[3]))
    #expect(timeline["beats"]?.array?.count == json["beats"]?.number.map { Int($0) })
  }

  @Test func `A heart can be written in every format`() throws {
    for name in ["heart.ahap", "heart.wav", "heart.hjif", "heart.haptic"] {
      try tool.succeed("pulse", Self.path("pulse/rr.txt"), "-o", name)
    }
  }

  @Test func `A heart sets the tempo of a walk`() throws {
    let run = try tool.succeed(
      "pulse", Self.path("pulse/rr.txt"), "--trace", Self.path("approach.csv"), "-o", "walk.json")
    #expect(run.error.contains("intervals give the tempo"))
    let document = try JSONParser.parse(
      Array(try tool.data(of: "walk.json")))
    let beats = try #require(document["beats"]?.array)
    let intervals = beats.compactMap { $0["interval_s"]?.number }
    #expect(!intervals.isEmpty && intervals.allSatisfy { $0 > 0.7 && $0 < 1 })
    #expect(Set(beats.compactMap { $0["intensity"]?.number }).count > 2)
  }

  @Test(arguments: ["1000", "-1000"])
  func `A heart outside the trace is rejected with the times of the heart and the trace`(
    shift: String
  ) throws {
    let heart = [
      "pulse", Self.path("pulse/rr.txt"), "--trace", Self.path("approach.csv"), "--shift", shift,
    ]
    let run = try tool.refuse(
      heart + ["-o", "zones.json"], saying: "the heart goes from \(shift)")
    #expect(run.error.contains("the trace from 0 to 59.9 s"), "\(run.error)")
    #expect(!tool.hasFile("zones.json"))
    let live = try tool.run(heart + ["--live"])
    #expect(live.error.contains("the heart goes from \(shift)"), "\(live.error)")
  }

  /// The beats of a live session by their times, without revoked ones.
  private static func beats(_ live: String) throws -> [JSONValue] {
    let records = try live.split(separator: "\n").map { try JSONParser.parse($0.utf8) }
    let cancelled = Set(
      records.filter { $0["record"]?.string == "cancelled" }.compactMap { $0["id"]?.string })
    return records.filter { record in
      record["record"]?.string == "beat" && !cancelled.contains(record["id"]?.string ?? "")
    }
  }

  @Test func `A live session with a heart has the beats of the batch run, at any pace`() throws {
    // Twelve seconds near each other, which begin 25 s after the heart.
    let lines = try String(contentsOfFile: Self.path("approach.csv"), encoding: .utf8)
      .split(separator: "\n")
    let walk = lines.filter { line in
      line.first.map { !$0.isNumber } ?? true
        || Double(line.split(separator: ",")[0]).map { (36...48).contains($0) } ?? false
    }
    try Data((walk.joined(separator: "\n") + "\n").utf8).write(
      to: URL(filePath: tool.path("walk.csv")))
    let heart = ["pulse", Self.path("pulse/rr.txt"), "--shift", "-25", "--trace", "walk.csv"]
    let batch = try tool.run(heart + ["-o", "-", "--as", "json"])
    let kept = try #require(try JSONParser.parse(batch.output)["beats"]?.array)
    let times = kept.compactMap { $0["t_s"]?.number }
    #expect(times.count > 8)
    let expected = "intervals give the tempo"
    let once = try tool.run(heart + ["--live"])
    #expect(try Self.beats(once.text).compactMap { $0["t_s"]?.number } == times)
    #expect(once.error.contains(expected))
    let note = try #require(batch.error.split(separator: "\n").first { $0.contains(expected) })
    #expect(once.error.contains(note), "\(note)\n\(once.error)")

    let paced = try tool.run(heart + ["--live", "--pace", "12"])
    #expect(paced.error.contains(note), "\(note)\n\(paced.error)")
    let intervals = try Self.beats(paced.text).compactMap { $0["interval_s"]?.number }
    // A beat may be late by what the machine is late; twelve times as much of the trace.
    #expect(abs(intervals.count - times.count) <= 2, "\(intervals.count) and \(times.count)")
    #expect(intervals.allSatisfy { $0 > 0.7 && $0 <= 1.01 })
  }

  @Test func `A live session on a pipe aligns the heart with the clock of its rows`() throws {
    let heart = ["pulse", Self.path("pulse/rr.txt"), "--live", "--trace"]
    let walk = try Data(contentsOf: URL(filePath: Self.path("approach.csv")))
    let piped = try tool.run(heart + ["-"], input: walk)
    let read = try tool.run(heart + [Self.path("approach.csv")])
    let (left, right) = (try Self.beats(piped.text), try Self.beats(read.text))
    #expect(abs(left.count - right.count) <= 2, "\(left.count) and \(right.count)")
    #expect(left.allSatisfy { ($0["interval_s"]?.number).map { $0 > 0.7 && $0 < 1 } ?? false })
    try tool.refuse("pulse", "-", "--trace", "-", input: walk, saying: "standard input")
  }

  @Test(.enabled(if: hasPages, "tools/page makes the pages"))
  func `The page of a walk contains the heart and has the same beats`() throws {
    try tool.succeed(
      "pulse", Self.path("pulse/rr.txt"), "--trace", Self.path("approach.csv"), "--shift",
      "-12.5", "-o", "walk.html", "-o", "walk.json")
    let page = String(
      decoding: try tool.data(of: "walk.html"), as: UTF8.self)
    let data = try #require(pageData(page))
    let session = try #require(try JSONParser.parse(data)["sessions"]?.array?.first)
    let ends = try #require(session["heart"]?["ends"]?.array)
    #expect(ends.count > 50 && session["heart"]?["intervals"]?.array?.count == ends.count)
    #expect(
      session["pulse"]?.array?.compactMap(\.string) == ["pulse", "rr.txt", "--shift", "-12.5"])
    let bytes = [UInt8](
      try #require(
        session["parts"]?["beat_time"]?.string.flatMap { Data(base64Encoded: $0) }))
    let shown = bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Double.self) }
    }
    let document = try JSONParser.parse(
      Array(try tool.data(of: "walk.json")))
    let written = try #require(document["beats"]?.array).compactMap { $0["t_s"]?.number }
    #expect(shown.count == written.count)
    for (one, other) in zip(shown, written) { #expect(abs(one - other) < 1e-8) }
  }

  @Test func `A dub that comes too late is rejected with the allowed range`() throws {
    try tool.refuse(
      "pulse", Self.path("pulse/rr.txt"), "--dub", "5", saying: "0 to 1 seconds, or physiological")
  }

  @Test func `Formats without beat labels keep all events, and the tool notes this`() throws {
    let run = try tool("pulse", Self.path("pulse/rr.txt"), "-o", "heart.ahap")
    #expect(run.error.contains("labels for beats; their events stay"), "\(run.error)")
  }

  @Test func `Decimal commas are recognized if no other reading is possible`() throws {
    let texts = [
      "0,812\n0,805\n0,79\n1,002\n", "812,5 805,1\n790,2 1002,4\n", "0,812\n0,805\n1\n0,79\n",
      "1,012 1,003 0,998 1,1\n",
    ]
    for text in texts {
      let run = try tool("pulse", "-", "--json", input: Data(text.utf8))
      #expect(run.status == 0 && run.error.contains("decimal commas"), "\(run.error)")
      #expect(try JSONParser.parse(run.output)["beats"]?.number == 5)
    }
    let list = try tool("pulse", "-", "--json", input: Data("812,805\n790,802\n".utf8))
    #expect(!list.error.contains("decimal"), "\(list.error)")
    #expect(try JSONParser.parse(list.output)["beats"]?.number == 5)
    let table = try tool(
      "pulse", "-", "--json", input: Data("t_s;rr_ms\n0,8;812,5\n1,6;805,5\n".utf8))
    #expect(try JSONParser.parse(table.output)["beats"]?.number == 3, "\(table.error)")
  }

  @Test func `A list of heart rates and an empty file are rejected`() throws {
    try tool.refuse("pulse", "-", input: Data("72\n73\n71\n".utf8), saying: "heart rate")
    #expect(try tool("pulse", "-", input: Data()).status == 2)
  }

  @Test func `The check command recognizes a heart and reports its faults`() throws {
    try tool.succeed("check", Self.path("pulse/rr.txt"), Self.path("pulse/faults.csv"))
    try Data("rr_ms\n800\nx\n810\n".utf8).write(to: URL(filePath: tool.path("bad.csv")))
    let bad = try tool("check", "bad.csv")
    #expect(bad.text.contains("not-a-number") && bad.text.contains("line 3"), "\(bad.text)")
  }
}
