import ArgumentParser

/// `lubdub bench`
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure estimators.",
    subcommands: [BenchAccuracyCommand.self, BenchHandOverCommand.self])
}
