#if Tool
import Foundation
import LubdubBench
import LubdubGround
import LubdubSessions

/// Starts the program that makes the runs of a search, such as the bridge to Dask, and ends with it.
final class PipeEngine: TuningEngine {
  private let process: Process
  private let input: FileHandle
  private let output: FileHandle
  private let engine: LineEngine

  /// Starts the program and hands it the recordings.
  init(_ command: [String], task: TuningTask) throws(TuningEngineError) {
    let name = command.joined(separator: " ")
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let (to, from) = (Pipe(), Pipe())
    process.standardInput = to
    process.standardOutput = from
    input = to.fileHandleForWriting
    output = from.fileHandleForReading
    do {
      try process.run()
    } catch {
      throw TuningEngineError("\(name): \(error.localizedDescription)")
    }
    let channel = LineChannel(input: output.fileDescriptor, output: input.fileDescriptor)
    engine = try LineEngine(channel, name: name, task: task, version: Version.current)
    Console.note("\(engine.workers) workers make the runs")
  }

  deinit {
    try? input.close()
    process.waitUntilExit()
  }

  func run(
    _ work: TuningWork, isCancelled: () -> Bool,
    take: (_ scores: [(place: Int, score: Score?)]) throws -> Void
  ) throws -> Bool {
    try engine.run(work, isCancelled: isCancelled, take: take)
  }
}
#endif
