import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite struct LiveTests {
  static let traces = [
    "approach.csv", "uwb-outage.csv", "ceremony.csv", "ceremony-interrupted.csv",
  ]

  private static func path(_ name: String) -> String {
    Recordings.packageRoot.appending(path: "datasets/\(name)").path
  }

  @Test("Live and batch give the same beats, events and zone changes", arguments: traces)
  func sameAsBatch(_ name: String) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let batch = try JSONParser.parse(try tool("run", Self.path(name), "-o", "-").output)
    let trace = try Data(contentsOf: URL(filePath: Self.path(name)))
    let live = try tool("run", "-", "--live", input: trace)
    #expect(live.status == 0, "\(live.error)")
    let records = try live.text.split(separator: "\n").map { try JSONParser.parse($0.utf8) }
    for (record, member) in [
      ("beat", "beats"), ("event", "events"), ("zone_change", "zone_changes"),
    ] {
      let told = records.filter { $0["record"]?.string == record }.map { value in
        var members = value.object ?? [:]
        members["record"] = nil
        return JSONValue.object(members)
      }
      let kept = try #require(batch[member]?.array)
      // Cues overlap with beats: live tells events as they are decided, the batch by their time.
      #expect(Set(told) == Set(kept), "\(member)")
      #expect(told.count == kept.count, "\(member)")
    }
    #expect(records.first?["record"]?.string == "timeline")
    #expect(records.last?["duration_s"] == batch["duration_s"])
  }

  @Test("What a live session wrote is a timeline that can be read and exported")
  func readable() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let live = try tool("run", Self.path("approach.csv"), "--live")
    try live.output.write(to: URL(filePath: tool.path("live.ndjson")))
    let export = try tool("export", "live.ndjson", "--format", "ahap", "-o", "live.ahap")
    #expect(export.status == 0, "\(export.error)")
    #expect(FileManager.default.fileExists(atPath: tool.path("live.ahap")))
  }

  @Test("A reader that has seen enough ends the session quietly")
  func closedPipe() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    let trace = Self.path("approach.csv")
    shell.arguments = [
      "-c",
      "{ '\(Tool.executable.path)' run '\(trace)' --live 2>error; echo $? >status; } | head -1 >first",
    ]
    shell.currentDirectoryURL = tool.folder
    try shell.run()
    shell.waitUntilExit()
    #expect(try String(contentsOfFile: tool.path("status"), encoding: .utf8) == "0\n")
    let error = try String(contentsOfFile: tool.path("error"), encoding: .utf8)
    #expect(!error.contains("Error"), "\(error)")
  }

  /// Runs shell commands in the tool's folder; `$tool` is the built tool.
  static func shell(_ commands: String, _ tool: Tool) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "tool='\(Tool.executable.path)'\n" + commands]
    shell.currentDirectoryURL = tool.folder
    shell.standardInput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
  }

  static func contents(_ name: String, _ tool: Tool) throws -> String {
    try String(contentsOfFile: tool.path(name), encoding: .utf8)
  }

  #if os(Linux)
    // A shell ignores SIGINT for its children in the background; GNU env gives it back to them.
    @Test(
      "A growing file is followed until the user interrupts, and the session is then complete",
      .timeLimit(.minutes(2)), arguments: ["INT", "TERM"])
    func interrupted(_ signal: String) throws {
      let tool = try Tool()
      defer { tool.cleanUp() }
      let trace = Self.path("approach.csv")
      try Self.shell(
        """
        head -500 '\(trace)' > log.csv
        timeout 60 env --default-signal=INT "$tool" run log.csv --live --follow > out 2> error &
        child=$!
        for tick in $(seq 200); do grep -q '"t_s": 4' out && break; sleep 0.05; done
        tail -n +501 '\(trace)' >> log.csv
        for tick in $(seq 200); do grep -q '"t_s": 59' out && break; sleep 0.05; done
        kill -\(signal) $(pgrep -P $child || echo $child)
        wait $child
        echo $? > status
        """, tool)
      let error = try Self.contents("error", tool)
      #expect(try Self.contents("status", tool) == "0\n", "\(error)")
      let told = try Self.contents("out", tool).split(separator: "\n")
      let batch = try tool("run", trace, "--live").text.split(separator: "\n")
      // The first line names the input; all others are the same as from a file that is complete.
      #expect(told.count > 50 && told.dropFirst() == batch.dropFirst())
    }
  #endif

  @Test(
    "A live session on a pipe holds its memory while the trace grows a hundredfold",
    .disabled(if: Tool.isSanitized, "a sanitizer keeps what was freed"))
  func constantMemory() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    func peak(rows: Int) throws -> Int {
      let script = """
        awk 'BEGIN { print "t_s,source,range_m"; for (i = 0; i < \(rows); i++) \
          printf "%.2f,uwb,%.2f\\n", i / 10, 1.5 + (i % 40) / 100 }' |
          { exec 3<&0; "$tool" run - --live <&3 > out 2> error & child=$!
            while kill -0 $child 2> none; do
              grep -h VmHWM /proc/$child/status >> peaks 2> none; sleep 0.02; done; }
        """
      try Self.shell("rm -f peaks\n" + script, tool)
      let sizes = try Self.contents("peaks", tool).split(separator: "\n").compactMap { line in
        line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
      }
      let told = try Self.contents("out", tool).split(separator: "\n")
      #expect(told.count > rows / 20)
      return try #require(sizes.max())
    }
    let short = try peak(rows: 2000)
    let long = try peak(rows: 200_000)
    #expect(long < short + 8192, "peak of \(short) KiB for 2,000 rows and \(long) KiB for 200,000")
  }

  @Test("The smoothed estimate of a recording is nearer to the truth than the live one")
  func smoother() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let file = Self.path("approach.csv")
    let live = try tool("estimate", file, "--set", "handOver.after=3600")
    let smooth = try tool("estimate", file, "--smooth")
    #expect(smooth.status == 0, "\(smooth.error)")
    let truth = try Self.column(4, of: String(contentsOfFile: file, encoding: .utf8))
    func error(_ estimates: [Double: Double]) -> Double {
      let errors = estimates.compactMap { time, value in truth[time].map { abs($0 - value) } }
      return errors.reduce(0, +) / Double(max(1, errors.count))
    }
    let smoothed = try Self.column(1, of: smooth.text)
    #expect(smoothed.count > 500)
    #expect(error(smoothed) < error(try Self.column(1, of: live.text)))
  }

  /// A column of numbers by time.
  private static func column(_ index: Int, of text: String) throws -> [Double: Double] {
    var values: [Double: Double] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count > index, let time = Double(fields[0]), let value = Double(fields[index])
      else { continue }
      values[time] = value
    }
    return values
  }
}
