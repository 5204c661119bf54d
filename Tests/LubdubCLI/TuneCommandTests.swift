import Foundation
import TestSupport
import Testing

@Suite struct TuneCommandTests {
  private let tool = Tool()

  private static let traces = ["approach.csv", "retreat.csv", "walk-by.csv"].map {
    Recordings.packageRoot.appending(path: "datasets/\($0)").path
  }

  private static func contents(_ tool: Tool, _ name: String) throws -> Data {
    try tool.data(of: name)
  }

  @Test func `Too few sessions give no verdict on settings or calibration`() throws {
    let tune = try tool.succeed(
      ["tune"] + Self.traces + ["--budget", "8", "--write", "best", "-o", "tuned.yaml"])
    for text in [tune.text, String(decoding: try Self.contents(tool, "tuned.yaml"), as: UTF8.self)]
    {
      #expect(text.contains("Not enough to say") || text.contains("Keep your settings"), "\(text)")
      #expect(
        text.contains("Not enough to say whether the fitted calibration helps"), "\(text)")
      #expect(!text.contains("Use these settings"), "\(text)")
    }
  }

  @Test func `A bound on contact is reported with its price, and invalid bounds are rejected`()
    throws
  {
    let search = ["tune"] + Self.traces + ["--budget", "8"]
    let tune = try tool.succeed(search + ["--want", "contact within 0.5 s"])
    #expect(tune.text.contains("contact within 0.5 s for "), "\(tune.text)")
    let out = try tool.run(
      search + ["--want", "contact within 0.2 s", "--over", "rssi.exponent=2:3"])
    #expect(
      out.text.contains("No searched settings meet the bounds"), "\(out.text)")
    try tool.refuse(search + ["--over", "heartbeat.intervals=0.2:2"], saying: "choose it by hand")
    for bound in ["contact within 0 s", "beats within 1 s"] {
      try tool.refuse(search + ["--want", bound], saying: "expected 'contact within S s'")
    }
    let twice = ["--want", "contact within 1 s", "--want", "contact within 1 s"]
    try tool.refuse(search + twice, saying: "--want repeats a bound")
  }

  @Test func `A search that moves edges keeps the true zones and gives no advice`() throws {
    let walks = (1...6).map { "w\($0).csv" }
    for (place, walk) in walks.enumerated() {
      try tool.succeed(["simulate", "approach", "--seed", "\(place)", "-o", walk])
    }
    let tune = try tool.succeed(
      ["tune"] + walks
        + ["--objective", "wrong-zone", "--over", "zones.edges[0]=0.01:0.5", "--budget", "16"])
    #expect(tune.error.contains("true zones keep your zones.edges"), "\(tune.error)")
    #expect(!tune.text.contains("Use these settings"), "\(tune.text)")
  }

  @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM, SIGHUP])
  func `An ended search writes its best result and returns 128 + signal`(signal: Int32) throws {
    let printed = try Self.interrupt(["--write", "best", "-o", "best.yaml"], by: signal, tool)
    #expect(printed.contains("this is the best so far"), "\(printed)")
    #expect(tool.hasFile("best.yaml"))
  }

  @Test(.timeLimit(.minutes(1)))
  func `An interrupted search without a result keeps settings and writes its report`() throws {
    for name in ["best.yaml", "best.json"] {
      try Data("yesterday".utf8).write(to: URL(filePath: tool.path(name)))
    }
    let printed = try Self.interrupt(["-o", "best.yaml", "-o", "best.json"], by: SIGINT, tool)
    #expect(printed.contains("best.yaml is not written"), "\(printed)")
    #expect(try Self.contents(tool, "best.yaml") == Data("yesterday".utf8))
    #expect(
      String(decoding: try Self.contents(tool, "best.json"), as: UTF8.self).contains("verdict"))
  }

  @Test("Settings are written if advised or requested, and --gate gives status 3")
  func writing() throws {
    let search = ["tune"] + Self.traces + ["--over", "uwb.staleAfter=2:4", "--budget", "8"]
    try Data("yesterday".utf8).write(to: URL(filePath: tool.path("old.yaml")))
    let kept = try tool.run(search + ["-o", "old.yaml", "-o", "new.yaml"])
    #expect(kept.status == 0 && kept.error.contains("--write best"), "\(kept.error)")
    #expect(try Self.contents(tool, "old.yaml") == Data("yesterday".utf8))
    #expect(!tool.hasFile("new.yaml"))
    let gated = try tool.run(search + ["--gate", "--write", "best", "-o", "old.yaml"])
    #expect(gated.status == 3, "\(gated.error)")
    #expect(try Self.contents(tool, "old.yaml").count > 100)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `A page that doesn't fit on the disk doesn't lose the settings`() throws {
    try tool.refuse(
      ["tune"] + Self.traces + ["--budget", "8", "--write", "best"]
        + ["-o", "/dev/full", "--as", "page", "-o", "tuned.yaml", "-o", "tuned.json"],
      saying: "No space left")
    #expect(try Self.contents(tool, "tuned.yaml").count > 100)
    #expect(try Self.contents(tool, "tuned.json").count > 100)
  }

  /// Starts a long search and ends it by a signal.
  ///
  /// - Returns: The text that the search printed on standard error.
  private static func interrupt(_ outputs: [String], by signal: Int32, _ tool: Tool) throws
    -> String
  {
    let process = Process()
    process.executableURL = Tool.executable
    process.arguments = ["tune"] + Self.traces + ["--budget", "2000"] + outputs
    process.currentDirectoryURL = tool.folder
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    while process.isRunning, !Self.catches(signal, process.processIdentifier) { usleep(1000) }
    kill(process.processIdentifier, signal)
    let bytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    let printed = String(decoding: bytes, as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "\(printed)")
    #expect(process.terminationStatus == 128 + signal, "\(printed)")
    return printed
  }

  /// Whether a program handles a signal itself, as the search does from its first run on.
  private static func catches(_ signal: Int32, _ process: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let mask = line.flatMap { UInt64($0.dropFirst(7).filter(\.isHexDigit), radix: 16) } ?? 0
    return mask & 1 << UInt64(signal - 1) != 0
  }

  @Test func `If nothing better is found, terminal and file state it without figures`() throws {
    let idle =
      ["--over", "uwb.staleAfter=2:4", "--budget", "8", "--write", "best"] + ["-o", "kept.yaml"]
    let outcome = try tool.succeed(["tune"] + Self.traces + idle)
    let advice = "Keep your settings: the search found no better settings."
    #expect(outcome.text.contains(advice), "\(outcome.text)")
    let file = String(decoding: try Self.contents(tool, "kept.yaml"), as: UTF8.self)
    #expect(file.contains("# \(advice)\n"))
    #expect(!file.contains("0% lower in cost"))
  }

  @Test func `Terminal, file, JSON, and page report the same figures of a bound`() throws {
    let search =
      ["tune"] + Self.traces + [
        "--budget", "8", "--want", "contact within 0.4 s in 75%", "--want",
        "at most 30 false changes an hour", "--write", "best",
      ]
    let tune = try tool.succeed(
      search + ["-o", "best.yaml", "-o", "best.json", "-o", "best.html"])
    let bounds = tune.text.split(separator: "\n").filter { $0.contains("the bound is ") }
    #expect(bounds.count == 2, "\(tune.text)")
    for name in ["best.yaml", "best.html"] {
      let text = String(decoding: try Self.contents(tool, name), as: UTF8.self)
      for line in bounds { #expect(text.contains(line.dropLast()), "\(name): \(line)") }
    }
    let json = try JSONSerialization.jsonObject(with: try Self.contents(tool, "best.json"))
    let list = try #require((json as? [String: Any])?["bounds"] as? [[String: Any]])
    #expect(list.map { $0["want"] as? String ?? "" }.allSatisfy { tune.text.contains($0) })
    let held = try #require(list.first { "\($0["want"] ?? "")".hasPrefix("contact") })
    let share = try #require(held["held_out"] as? Double ?? held["these_recordings"] as? Double)
    let percent = (1000 * share).rounded() / 10
    let text = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
    #expect(bounds.contains { $0.contains("for \(text)% of the contacts") }, "\(text): \(bounds)")
  }

  @Test func `Terminal, file, JSON, and page report the same held-out gain`() throws {
    let tune = try tool.succeed(
      ["tune"] + Self.traces + [
        "--budget", "8", "--write", "best", "-o", "best.yaml", "-o", "best.json", "-o", "best.html",
      ])
    let said = try #require(tune.text.split(separator: "\n").first { $0.contains("(held out)") })
    for name in ["best.yaml", "best.html"] {
      let text = String(decoding: try Self.contents(tool, name), as: UTF8.self)
      #expect(text.contains(said.dropLast()), "\(name): \(said)")
    }
    let json = try JSONSerialization.jsonObject(with: try Self.contents(tool, "best.json"))
    let test = try #require((json as? [String: Any])?["test"] as? [String: Any])
    let percent = (1000 * abs(try #require(test["expected"] as? Double))).rounded() / 10
    let text = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
    let gain = try #require(
      tune.text.split(separator: "\n").first { $0.contains("expected to be") })
    #expect(gain.contains("\(text)%") && gain.contains("(held out)"), "\(text): \(gain)")
    #expect(!tune.error.contains("%"), "\(tune.error)")
  }

  @Test func `A truncated journal continues to the same bytes, with one search at a time`() throws {
    let search = ["tune"] + Self.traces + ["--budget", "8", "--write", "best"]
    try tool.succeed(search + ["-o", "1.yaml", "-o", "1.json"])
    let journal = search + ["--journal", "search.jsonl"]
    try tool.succeed(journal + ["-o", "2.yaml", "-o", "2.json"])
    let whole = try Self.contents(tool, "search.jsonl")
    try whole.prefix(whole.count * 2 / 3).write(to: URL(filePath: tool.path("search.jsonl")))
    let third = try tool.succeed(journal + ["-o", "3.yaml", "-o", "3.json"])
    #expect(third.error.contains("candidates scored before"), "\(third.error)")
    #expect(third.error.contains("1 incomplete line is dropped"), "\(third.error)")
    for number in ["2", "3"] {
      #expect(try Self.contents(tool, "1.yaml") == Self.contents(tool, "\(number).yaml"))
      #expect(try Self.contents(tool, "1.json") == Self.contents(tool, "\(number).json"))
    }
    try tool.refuse(
      search + ["--no-calibrate", "--journal", "search.jsonl"], saying: "name another file")
  }

  @Test func `One worker and two workers write equal bytes`() throws {
    for jobs in ["1", "2"] {
      try tool.succeed(
        ["tune"] + Self.traces + [
          "--budget", "8", "--jobs", jobs, "--write", "best", "-o", "\(jobs).yaml", "-o",
          "\(jobs).json",
        ])
    }
    for ending in ["yaml", "json"] {
      #expect(try Self.contents(tool, "1.\(ending)") == Self.contents(tool, "2.\(ending)"))
    }
  }
}
