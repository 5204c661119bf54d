#if Tool
import ArgumentParser
import Foundation
import LubdubBench
import LubdubGround

/// `lubdub bench speed`
struct BenchSpeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "speed",
    abstract: "Time every stage of the tool on this machine.",
    discussion: """
      ns an item, items a second, and what reading and writing the memory alone would take. The stages \
      take turns, and the median of the rounds counts, so that ratios hold on a busy machine too.

      Examples:
        lubdub bench speed
        lubdub bench speed --json --samples 1000000
      """)

  @Option(help: "Samples of the trace.")
  var samples = 100_000

  @Option(help: "Candidates that the lanes run.")
  var candidates = 64

  @Option(help: "Rounds.")
  var rounds = 9

  @Option(help: "A library with C baselines to time beside; tools/bench/baselines.c says how.")
  var baselines: String?

  @Option(help: "Only the stage of this name; without one, those whose names contain it.")
  var only: String?

  @Flag(help: "Print JSON.")
  var json = false

  mutating func validate() throws {
    guard (2...100_000_000).contains(samples) else {
      throw ValidationError("--samples is \(samples), expected 2 to 100000000")
    }
    guard (1...1_000_000).contains(candidates), (1...1000).contains(rounds) else {
      throw ValidationError("--candidates and --rounds are at least 1, at most 1000000 and 1000")
    }
  }

  func run() throws {
    let suite = SpeedSuite(samples: samples, candidates: candidates)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "lubdub-speed-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var stages = try suite.stages(tracePath: folder.appending(path: "walk.csv").path)
    if let baselines { stages += try Baselines(path: baselines).stages(suite) }
    if let only {
      let named = stages.filter { $0.name == only }
      stages = named.isEmpty ? stages.filter { $0.name.contains(only) } : named
    }
    var timer = SpeedTimer()
    let memory = timer.memorySpeed()
    let results = try timer.run(stages, rounds: rounds, bytesPerSecond: memory)
    if json {
      let document = JSONValue.object([
        "memory_bytes_per_s": .number(memory), "samples": .number(Double(samples)),
        "candidates": .number(Double(candidates)), "rounds": .number(Double(rounds)),
        "stages": .array(results.map(\.json)),
      ])
      try writeFile(JSONWriter.encode(document), to: "-")
    } else {
      try Console.print(results.map { $0.line + "\n" }.joined())
    }
  }
}

extension SpeedTimer.Result {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name), "item": .string(item), "ns": .number(nanoseconds),
      "items_per_s": .number(1e9 / nanoseconds), "memory_bound_ns": .optional(memoryBound),
      "rounds_ns": .array(rounds.map { .number($0) }),
    ])
  }

  fileprivate var line: String {
    let time = (nanoseconds * 1000).rounded() / 1000
    let rate = (1e9 / nanoseconds).rounded()
    let bound = memoryBound.map { ", memory \(($0 * 1000).rounded() / 1000) ns" } ?? ""
    return "\(name): \(time) ns a \(item), \(rate) a second\(bound)"
  }
}
#endif
