import Foundation
import TestSupport
import Testing

@Suite struct LiveTests {
  private let tool = Tool()

  static let traces = [
    "approach.csv", "uwb-outage.csv", "ceremony.csv", "ceremony-interrupted.csv",
  ]

  private static func path(_ name: String) -> String {
    Recordings.packageRoot.appending(path: "datasets/\(name)").path
  }

  @Test(arguments: traces)
  func `Live and batch give the same beats, events, and zone changes`(_ name: String) throws {
    let batch = try JSONParser.parse(try tool("run", Self.path(name), "-o", "-").output)
    let trace = try Data(contentsOf: URL(filePath: Self.path(name)))
    // On a busy machine a beat may come late; it is a beat all the same.
    let live = try tool.succeed("live", "-", "--set", "live.lateBeats=playAll", input: trace)
    let records = try live.text.split(separator: "\n").map { try JSONParser.parse($0.utf8) }
    for (record, member) in [
      ("beat", "beats"), ("event", "events"), ("zone_change", "zone_changes"),
    ] {
      // A beat that was reported ahead and then cancelled is none.
      let cancelled = Set(
        records.filter { $0["record"]?.string == "cancelled" }.compactMap { $0["id"]?.string })
      let live = records.filter { value in
        guard let id = (value["id"] ?? value["beat"])?.string else {
          return value["record"]?.string == record
        }
        return value["record"]?.string == record && !cancelled.contains(id)
      }.map { value in
        var members = value.object ?? [:]
        members["record"] = nil
        members["id"] = nil
        members["beat"] = nil
        members["late_s"] = nil
        if record == "zone_change" {
          let names = ["contact", "touch", "near", "far", "away"]
          let zone = value["to"]?.number.map { names[Int($0)] }
          #expect(members.removeValue(forKey: "zone") == JSONValue.optional(zone))
        }
        return JSONValue.object(members)
      }
      let kept = try #require(batch[member]?.array)
      // Cues overlap with beats: live shows events as they are decided, the batch by their time.
      #expect(Set(live) == Set(kept), "\(member)")
      #expect(live.count == kept.count, "\(member)")
    }
    #expect(records.first?["record"]?.string == "timeline")
    #expect(records.last?["duration_s"] == batch["duration_s"])
  }

  @Test func `The output of a live session is a timeline that can be read and exported`() throws {
    let live = try tool("live", Self.path("approach.csv"))
    try tool.write(live.output, to: "live.ndjson")
    try tool.succeed("convert", "live.ndjson", "-o", "live.ahap")
    #expect(tool.hasFile("live.ahap"))
  }

  @Test(
    "While a pipe is silent, beats continue and the zone becomes coasting, then stale",
    .timeLimit(.minutes(1)))
  func silence() throws {
    // The pipe stays open until the change to stale was printed.
    try Self.shell(
      """
      : > out
      { printf 't_s,range_m\\n'
        for row in $(seq 0 20); do printf '%d.%d,0.5\\n' $((row / 10)) $((row % 10)); sleep 0.1; done
        for tick in $(seq 400); do grep -q stale out && break; sleep 0.05; done
        grep -c stale out > seen; } | "$tool" live - > out 2> error
      """, tool)
    let records = try Self.records(try Self.contents("out", tool))
    let changes = records.filter { $0["record"]?.string == "zone_change" }
    #expect(changes.map { $0["reason"]?.string } == ["acquired", "coasting", "stale"])
    let stale = try #require(changes.last?["t_s"]?.number)
    #expect(try Self.contents("seen", tool) == "1\n")
    #expect(stale >= 4.9)
    // Lines stand in the order of time, so that the beats before the change were printed before it.
    let beats = records.filter { $0["record"]?.string == "beat" }
    #expect(beats.count >= 4)
    #expect(beats.allSatisfy { $0["t_s"]?.number ?? .infinity <= stale + 0.1 })
  }

  @Test(.timeLimit(.minutes(1)))
  func `A recording is replayed at its own pace or several times as fast`() throws {
    let rows = (0...40).map { "\(Double($0) / 10),0.5\n" }.joined()
    try Data(("t_s,range_m\n" + rows).utf8).write(to: URL(filePath: tool.path("rest.csv")))
    for arguments in [["--pace"], ["--pace", "4"]] {
      let live = try tool.succeed(["live", "rest.csv"] + arguments)
      let zones = try Self.records(live.text).filter { $0["record"]?.string == "zone_change" }
      #expect(zones.count == 1)
    }
    #expect(try tool("live", "rest.csv", "--pace", "0").status == 2)
  }

  @Test func `A session ends quietly when its reader closes the pipe`() throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    let trace = Self.path("approach.csv")
    shell.arguments = [
      "-c",
      "{ '\(Tool.executable.path)' live '\(trace)' 2>error; echo $? >status; } | head -1 >first",
    ]
    shell.currentDirectoryURL = tool.folder
    try shell.run()
    shell.waitUntilExit()
    #expect(try tool.text(of: "status") == "0\n")
    let error = try tool.text(of: "error")
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

  /// The lines of a live session.
  static func records(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONParser.parse($0.utf8) }
  }

  static func contents(_ name: String, _ tool: Tool) throws -> String {
    try tool.text(of: name)
  }

  #if os(Linux)
  @Test(
    "Ctrl-C ends a session on a silent pipe, even if the pipe replaced a file",
    .timeLimit(.minutes(1)), arguments: ["live pipe", "live log --follow", "import pipe"])
  func silentPipe(_ command: String) throws {
    try Self.shell(
      """
      mkfifo pipe
      printf 't_s,range_m\\n0,1\\n1,1\\n' > log
      timeout 50 env --default-signal=INT "$tool" \(command) > out 2> error &
      child=$!
      sleep 0.7
      rm log; mkfifo log
      sleep 0.7
      kill -INT $(pgrep -P $child || echo $child)
      wait $child
      echo $? > status
      """, tool)
    // 124 is of timeout.
    let status = try Self.contents("status", tool)
    #expect(["0\n", "2\n", "130\n"].contains(status), "\(status)")
  }

  // A shell ignores SIGINT for its children in the background; GNU env gives it back to them.
  @Test(
    "A growing file is followed until interruption, and the session is then complete",
    .timeLimit(.minutes(1)), arguments: ["INT", "TERM"])
  func interrupted(_ signal: String) throws {
    let trace = Self.path("approach.csv")
    try Self.shell(
      """
      head -500 '\(trace)' > log.csv
      timeout 60 env --default-signal=INT "$tool" live log.csv --follow > out 2> error &
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
    let live = try Self.records(try Self.contents("out", tool))
    let batch = try Self.records(try tool("live", trace).text)
    #expect(live.first?["record"]?.string == "timeline")
    #expect(live.last?["record"]?.string == "end")
    // The session's clock goes on while the file stands still, so times may differ by the pause.
    let moves = (live.changes, batch.changes)
    #expect(moves.0.map { $0.to } == moves.1.map { $0.to } && moves.0.count == 5)
    for (live, whole) in zip(moves.0, moves.1) { #expect(abs(live.time - whole.time) < 1) }
    #expect(live.filter { $0["record"]?.string == "beat" }.count > 30)
  }
  #endif

  @Test(.disabled(if: Tool.isSanitized, "a sanitizer keeps what was freed"))
  func `The memory of a live session on a pipe doesn't grow with its trace`() throws {
    func peak(rows: Int) throws -> Int {
      let script = """
        awk 'BEGIN { print "t_s,source,range_m"; for (i = 0; i < \(rows); i++) \
          printf "%.2f,uwb,%.2f\\n", i / 10, 1.5 + (i % 40) / 100 }' |
          { exec 3<&0; "$tool" live - <&3 > out 2> error & child=$!
            while kill -0 $child 2> none; do
              grep -h VmHWM /proc/$child/status >> peaks 2> none; sleep 0.02; done; }
        """
      try Self.shell("rm -f peaks\n" + script, tool)
      let sizes = try Self.contents("peaks", tool).split(separator: "\n").compactMap { line in
        line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
      }
      let live = try Self.contents("out", tool).split(separator: "\n")
      #expect(live.count > rows / 20)
      return try #require(sizes.max())
    }
    // 21 bytes kept for each row would be seen. How full the buffers become depends on who runs when,
    // which is some megabytes, more in a longer run.
    let short = try peak(rows: 300_000)
    let long = try peak(rows: 1_200_000)
    #expect(
      long < short + 18432, "peak of \(short) KiB for 300,000 rows and \(long) KiB for 1,200,000")
  }

  @Test func `The smoothed estimate is closer to the truth than the live estimate`() throws {
    let file = Self.path("approach.csv")
    let live = try tool("estimate", file, "--set", "handOver.after=3600")
    let smooth = try tool.succeed("estimate", file, "--smooth")
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

extension [JSONValue] {
  /// The moves of the zone: the time and the new zone of each.
  fileprivate var changes: [(time: Double, to: Double?)] {
    filter { $0["record"]?.string == "zone_change" && $0["from"] != $0["to"] }
      .map { ($0["t_s"]?.number ?? 0, $0["to"]?.number) }
  }
}
