import Foundation
import TestSupport
import Testing

/// `lubdub stroke` and the paced breath, on the shipped drawings.
@Suite struct StrokeCommandTests {
  private let tool = Tool()

  private static func path(_ name: String) -> String {
    Recordings.packageRoot.appending(path: "datasets/strokes/\(name)").path
  }

  /// Time and length of each event.
  private static func spans(_ bytes: some Sequence<UInt8>) throws -> [[Double]] {
    try (JSONParser.parse(bytes)["events"]?.array ?? []).map {
      [$0["t_s"]?.number ?? -1, $0["duration_s"]?.number ?? 0]
    }
  }

  @Test func `The heart gives the same strokes in every format`() throws {
    let heart = try tool("stroke", Self.path("heart.csv"), "-o", "-")
    let spans = try Self.spans(heart.output)
    #expect(spans == [[0, 2.4], [3.2, 2.4]])
    for ending in ["ndjson", "inkml", "svc"] {
      let other = try tool("stroke", Self.path("heart.\(ending)"), "-o", "-")
      #expect(try Self.spans(other.output) == spans, "\(ending)")
      // A tablet writes millimetres with four decimals.
      if ending != "svc" { #expect(other.output == heart.output, "\(ending)") }
    }
    let names = ["heart.csv", "heart.ndjson", "heart.inkml", "heart.svc", "circle.xml"]
    try tool.succeed(["check"] + names.map(Self.path))
  }

  @Test func `A summary is text or JSON, with or without a written file`() throws {
    let text = try tool("stroke", Self.path("heart.csv"))
    #expect(text.text.hasPrefix("heart: 2 strokes, 302 points, 5.6 s\n"), "\(text.text)")
    let json = try tool("stroke", Self.path("heart.csv"), "--json", "-o", "felt.ahap")
    let summary = try JSONParser.parse(json.output)
    #expect(summary["strokes"]?.number == 2 && summary["pauses"]?.number == 1)
    #expect(try tool("check", "felt.ahap").status == 0)
  }

  @Test func `A page contains the strokes with their times, after the delay`() throws {
    let run = try tool("stroke", Self.path("heart.csv"), "--delay", "3", "-o", "replay.html")
    guard run.status == 0 else {
      return #expect(run.error.contains("built without its pages"), "\(run.error)")
    }
    let page = try tool.text(of: "replay.html")
    let lines = page.matches(of: #/<polyline points="([^"]*)" data-times="([^"]*)"/#)
    #expect(lines.count == 2)
    let times = lines.map { $0.output.2.split(separator: " ").compactMap { Double($0) } }
    #expect(times.map(\.first) == [3, 6.2] && times.map(\.last) == [5.4, 8.6])
    for (line, times) in zip(lines, times) {
      #expect(line.output.1.split(separator: " ").count == times.count && times == times.sorted())
    }
    #expect(page.contains("prefers-reduced-motion"))
  }

  @Test func `Scale, delay, and stroke selection work, and invalid values are rejected`() throws {
    let log = Self.path("heart.csv")
    let delayed = try tool("stroke", log, "--delay", "3", "--stroke", "right", "-o", "-")
    #expect(try Self.spans(delayed.output) == [[3, 2.4]])
    let fine = try tool("stroke", log, "--ppi", "96", "-o", "-")
    let usual = try tool("stroke", log, "-o", "-")
    #expect(fine.status == 0 && fine.output != usual.output)
    try tool.refuse("stroke", log, "--stroke", "up", saying: "there are \"left\", \"right\"")
    #expect(try tool("stroke", log, "--template", "wave").status == 2)
    #expect(try tool("stroke", log, "--rate", "0").status == 2)
    let trace = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    #expect(try tool("stroke", trace).error.contains("this is not a log of strokes"))
    let speedy = try tool("stroke", Self.path("circle.xml"), "--map", "pressure")
    #expect(speedy.error.contains("no changing pressure in 1 of 1"), "\(speedy.error)")
  }

  @Test func `A breath is paced in whole milliseconds and slows down evenly`() throws {
    let run = try tool(
      "breath", "calm", "--from", "12", "--to", "6", "--over", "300", "--minutes", "10", "-o",
      "slower.json")
    #expect(
      run.text.hasPrefix("breath: 75 breaths of calm, 12 to 6 per minute, 150 events, 600 s\n"))
    let spans = try Self.spans(tool.data(of: "slower.json"))
    #expect(spans.last == [594, 6])
    #expect(spans.allSatisfy { $0.allSatisfy { ($0 * 1000).rounded() / 1000 == $0 } })
    let plain = try tool("pattern", "breath", "--beats", "2")
    #expect(plain.text.hasPrefix("breath: 2 beats, 2 events, 20 s"), "\(plain.text)")
    for wrong in [["4"], ["--to", "6"], ["calm", "--minutes", "1", "--breaths", "2"]] {
      #expect(try tool.run(["breath"] + wrong).status == 2)
    }
    try tool.refuse(
      "pattern", "breath", "--breath", "calm", saying: "`lubdub breath PHASES` paces a breath")
  }

  @Test func `A row of a live stroke plays before the next row arrives`() throws {
    let event = { (type: String, time: Int) in
      "{\"type\": \"\(type)\", \"timeStamp\": \(time), \"clientX\": 5, \"clientY\": 5}"
    }
    try script(
      """
      : > out
      { printf '%s\\n' '\(event("pointerdown", 1000))'
        for tick in $(seq 400); do [ -s out ] && break; sleep 0.01; done
        cp out early
        printf '%s\\nx\\n' '\(event("pointerup", 1500))'
      } | "$tool" stroke - --live > out 2> error
      """)
    let early = try JSONParser.parse(Array(try tool.text(of: "early").utf8))
    #expect(early["what"]?.string == "began" && early["t_s"]?.number == 1)
    let lines = try tool.text(of: "out").split(separator: "\n")
    #expect(lines.count == 2 && lines.last?.contains("ended") == true)
    #expect(try tool.text(of: "error").contains("standard input: not-json: 1 row"))
  }

  @Test func `Raw tablet units are reported, and --resolution sets their size`() throws {
    let rows = (0..<200).map { "\(1000 + 270 * $0) 500 \(Double($0) / 133) 1 0 0 \($0)" }
    try Data(("200\n" + rows.joined(separator: "\n") + "\n").utf8).write(
      to: URL(filePath: tool.path("letter.svc")))
    let raw = try tool("stroke", "letter.svc")
    #expect(raw.error.contains("too fast for a hand") && raw.error.contains("--resolution"))
    #expect(try tool("check", "letter.svc").status == 1)
    let sized = try tool("stroke", "letter.svc", "--resolution", "5080")
    #expect(!sized.error.contains("too fast for a hand"), "\(sized.error)")
    #expect(try tool.run(["stroke", "letter.svc", "--resolution", "0"]).status == 2)
  }

  /// Runs shell commands in the tool's folder; `$tool` is the built tool.
  private func script(_ commands: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "tool='\(Tool.executable.path)'\n" + commands]
    shell.currentDirectoryURL = tool.folder
    shell.standardInput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
  }
}
