import Foundation
import TestSupport
import Testing

@Suite struct TuneCommandTests {
  private static let traces = ["approach.csv", "retreat.csv", "walk-by.csv"].map {
    Recordings.packageRoot.appending(path: "datasets/\($0)").path
  }

  private static func contents(_ tool: Tool, _ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: tool.path(name)))
  }

  @Test("Too few sessions are not enough to say, of the calibration that was fitted neither")
  func ground() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let tune = try tool.run(["tune"] + Self.traces + ["--budget", "8", "-o", "tuned.yaml"])
    #expect(tune.status == 0, "\(tune.error)")
    for text in [tune.text, String(decoding: try Self.contents(tool, "tuned.yaml"), as: UTF8.self)]
    {
      #expect(text.contains("Not enough to say") || text.contains("Keep your settings"), "\(text)")
      #expect(
        text.contains("Not enough to say whether the calibration that was fitted helps"), "\(text)")
      #expect(!text.contains("Take these settings"), "\(text)")
    }
  }

  @Test("A bound on contact is said with its price, and another bound is refused")
  func bound() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let search = ["tune"] + Self.traces + ["--budget", "8", "--folds", "0"]
    let tune = try tool.run(search + ["--want", "contact within 0.5 s"])
    #expect(tune.status == 0, "\(tune.error)")
    #expect(tune.text.contains("contact within 0.5 s for "), "\(tune.text)")
    let out = try tool.run(
      search + ["--want", "contact within 0.2 s", "--over", "rssi.exponent=2:3"])
    #expect(
      out.text.contains("no settings that were searched bring contact within 0.2 s"), "\(out.text)")
    #expect(!out.text.contains("Its price"), "\(out.text)")
    let tempo = try tool.run(search + ["--over", "heartbeat.intervals=0.2:2"])
    #expect(tempo.status == 2 && tempo.error.contains("choose it by hand"), "\(tempo.error)")
    for bound in ["contact within 0.4 s", "beats within 1 s"] {
      let refused = try tool.run(search + ["--want", bound])
      #expect(refused.status == 2 && refused.error.contains("expected 'contact within S s'"))
    }
  }

  @Test("Edges that a search moves are called in doubt, and so are zones that nothing rested in")
  func edges() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let walks = (1...6).map { "w\($0).csv" }
    for (place, walk) in walks.enumerated() {
      let made = try tool.run(["simulate", "approach", "--seed", "\(place)", "-o", walk])
      #expect(made.status == 0, "\(made.error)")
    }
    let tune = try tool.run(
      ["tune"] + walks
        + ["--objective", "wrong-zone", "--over", "zones.edges[0]=0.01:0.5", "--budget", "16"])
    #expect(tune.status == 0, "\(tune.error)")
    #expect(tune.error.contains("true zones stay cut at your zones.edges"), "\(tune.error)")
    #expect(!tune.text.contains("Take these settings"), "\(tune.text)")
  }

  @Test("A search that was killed several times goes on to the same bytes", .timeLimit(.minutes(1)))
  func killed() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let search = ["tune"] + Self.traces + ["--budget", "48", "--folds", "3", "--seed", "3"]
    let whole = try tool.run(search + ["-o", "whole.yaml", "-o", "whole.json"])
    #expect(whole.status == 0, "\(whole.error)")

    let parts = search + ["-o", "parts.yaml", "-o", "parts.json", "--study", "s.sqlite"]
    var kills = 0
    for round in 1...8 {
      let process = Process()
      process.executableURL = Tool.executable
      process.arguments = parts + (round > 1 ? ["--resume"] : [])
      process.currentDirectoryURL = tool.folder
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      let study = tool.path("s.sqlite")
      while process.isRunning, !FileManager.default.fileExists(atPath: study) { usleep(1000) }
      Thread.sleep(forTimeInterval: 0.05 * Double(round))
      if process.isRunning {
        kill(process.processIdentifier, SIGKILL)
        kills += 1
      }
      process.waitUntilExit()
      guard FileManager.default.fileExists(atPath: tool.path("parts.yaml")) else { continue }
      // A result that is there is whole, also where the search was killed right after it.
      #expect(try Self.contents(tool, "parts.yaml") == Self.contents(tool, "whole.yaml"))
      break
    }
    #expect(kills > 0, "the search was over before it could be killed")
    let study = try Self.contents(tool, "s.sqlite")
    #expect(study.starts(with: Data("SQLite format 3".utf8)))
    let last = try tool.run(parts + ["--resume"])
    #expect(last.status == 0 && !last.error.contains("no study yet"), "\(last.error)")
    #expect(try Self.contents(tool, "parts.yaml") == Self.contents(tool, "whole.yaml"))
    #expect(try Self.contents(tool, "parts.json") == Self.contents(tool, "whole.json"))
  }

  @Test(
    "A search that the user ends writes the best so far, says how to go on, and has a shell's status",
    .timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let process = Process()
    process.executableURL = Tool.executable
    process.arguments =
      ["tune"] + Self.traces
      + ["--budget", "2000", "-o", "best.yaml", "--study", "s.sqlite", "--resume"]
    process.currentDirectoryURL = tool.folder
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let study = tool.path("s.sqlite")
    while process.isRunning, !FileManager.default.fileExists(atPath: study) { usleep(1000) }
    kill(process.processIdentifier, signal)
    let bytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    let printed = String(decoding: bytes, as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "\(printed)")
    #expect(process.terminationStatus == 128 + signal, "\(printed)")
    #expect(printed.contains("s.sqlite: there is no study yet, and a new one begins"), "\(printed)")
    #expect(printed.contains("this is the best so far"), "\(printed)")
    #expect(
      printed.contains("kept in s.sqlite; the same command with --resume goes on"), "\(printed)")
    #expect(FileManager.default.fileExists(atPath: tool.path("best.yaml")))
  }

  @Test("Where nothing better is found, terminal and file say so without figures of luck")
  func nothingFound() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let idle = ["--over", "uwb.staleAfter=2:4", "--budget", "8", "-o", "kept.yaml"]
    let outcome = try tool.run(["tune"] + Self.traces + idle)
    #expect(outcome.status == 0, "\(outcome.error)")
    let advice = "Keep your settings: the search found no better ones that hold out."
    #expect(outcome.text.contains(advice), "\(outcome.text)")
    let file = String(decoding: try Self.contents(tool, "kept.yaml"), as: UTF8.self)
    #expect(file.contains("# \(advice)\n"))
    #expect(!file.contains("0 % cheaper"))
  }

  @Test("One worker and two write the same bytes")
  func workers() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    for jobs in ["1", "2"] {
      let run = try tool.run(
        ["tune"] + Self.traces + [
          "--budget", "8", "--jobs", jobs, "-o", "\(jobs).yaml", "-o", "\(jobs).json",
        ])
      #expect(run.status == 0, "\(run.error)")
    }
    for ending in ["yaml", "json"] {
      #expect(try Self.contents(tool, "1.\(ending)") == Self.contents(tool, "2.\(ending)"))
    }
  }
}
