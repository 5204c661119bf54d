import Foundation
import TestSupport
import Testing

/// The tool's system calls: the opened files, and no network calls.
@Suite("The tool opens only named files and connects to no other address") struct OpenedFilesTests {
  private static let strace = "/usr/bin/strace"

  /// Whether a program can be traced here: some containers do not allow it.
  static let canTrace: Bool = {
    guard FileManager.default.isExecutableFile(atPath: strace) else { return false }
    let tool = Tool()
    return (try? tool.run(["--version"], under: [strace, "-o", "/dev/null"]))?.status == 0
  }()

  /// Runs a command, with the lines of strace on its calls of these names. Each thread has a file of its own, because a call
  /// that another thread interrupts takes two lines in a shared file.
  static func calls(
    of command: [String], with tool: Tool, named names: String
  ) throws -> (outcome: Tool.Outcome, lines: [Substring]) {
    let outcome = try tool.run(
      command, under: [strace, "-ff", "-y", "-o", tool.path("calls"), "-e", "trace=\(names)"])
    let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
      .filter { $0.hasPrefix("calls.") }
    return (outcome, try files.flatMap { try tool.text(of: $0).split(separator: "\n") })
  }

  /// Commands, each with all files that it is allowed to open.
  static let commands: [[String]] = [
    ["run", "walk.csv", "-o", "out.json", "-o", "out.wav", "-o", "out.svg"],
    ["run", "walk.csv", "--config", "own.yaml", "--explain"],
    ["estimate", "walk.csv", "-o", "out.csv"], ["import", "walk.csv", "-o", "out.csv"],
    ["check", "walk.csv"], ["live", "walk.csv"], ["calibrate", "walk.csv", "-o", "out.yaml"],
    ["compare", "eternal-loop", "own.yaml", "walk.csv"],
    [
      "tune", "walk.csv", "--budget", "8", "--over", "uwb.gate=2:4", "-o",
      "out.yaml",
    ],
    ["bench", "zones", "walk.csv"], ["pattern", "lub-dub", "-o", "out.ahap"],
    ["preview", "beat.json"], ["convert", "beat.json", "out.ahap"],
    ["pulse", "heart.csv", "-o", "out.json"], ["stroke", "drawn.csv", "-o", "out.json"],
  ]

  @Test(
    .enabled(if: canTrace, "strace is missing, or may not trace here"),
    arguments: commands)
  func `A trace of the system calls shows only named files`(command: [String]) throws {
    let tool = Tool()
    for (name, source) in [
      ("walk.csv", "approach.csv"), ("other.csv", "retreat.csv"), ("heart.csv", "pulse/faults.csv"),
      ("drawn.csv", "strokes/heart.csv"),
    ] {
      try FileManager.default.copyItem(
        at: Recordings.packageRoot.appending(path: "datasets/\(source)"),
        to: URL(filePath: tool.path(name)))
    }
    for name in ["own.yaml", "lubdub.yaml", ".lubdub"] {
      try tool.write("uwb:\n  gate: 4\n", to: name)
    }
    _ = try tool("pattern", "lub-dub", "-o", "beat.json")
    let (outcome, trace) = try Self.calls(
      of: command, with: tool, named: "open,openat,creat,socket,connect")
    #expect(outcome.status == 0, "\(command): \(outcome.error)")
    #expect(!trace.isEmpty, "strace saw nothing")
    #expect(trace.filter { $0.contains("socket(AF_INET") || $0.contains("connect(") } == [])
    let place = tool.folder.resolvingSymlinksInPath().path
    let opened = Set(trace.compactMap(Self.path))
    #expect(opened.contains { $0.hasPrefix(place) } || command[0] == "pattern")
    let beside = Tool.executable.resolvingSymlinksInPath().deletingLastPathComponent().path
    for path in opened {
      guard path.hasPrefix(place) else {
        let isOfSystem = ["/lib", "/usr", "/opt", "/etc", "/proc", "/sys", "/dev", "pipe", beside]
          .contains { path.hasPrefix($0) }
        #expect(isOfSystem, "\(command): \(path)")
        continue
      }
      let name = path.dropFirst(place.count + 1)
      // A file is written beside its name, in a file without one or with a longer one.
      let isNamed = command.contains { name.hasPrefix($0) || name.hasPrefix("." + $0) }
      #expect(isNamed || name.isEmpty || name.hasPrefix("#"), "\(command): \(path)")
    }
  }

  /// The path of a file that was opened: `openat(…) = 3</path>`.
  private static func path(_ line: Substring) -> String? {
    guard line.contains("open"), let start = line.range(of: " = ")?.upperBound,
      let path = line[start...].range(of: "<")?.upperBound, line.hasSuffix(">")
    else { return nil }
    return String(line[path...].dropLast())
  }
}
