#if Tool
import ArgumentParser
import LubdubBench

/// How many threads a command takes.
struct JobOptions: ParsableArguments {
  @Option(
    help: "How many recordings are read and run at the same time; by default one on each core.")
  var jobs = Workers.cores

  mutating func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs is \(jobs), expected at least 1") }
  }

  var workers: Workers { Workers(jobs) }
}
#endif
