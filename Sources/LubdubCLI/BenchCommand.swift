import ArgumentParser

/// `lubdub bench`
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure estimators and the reader.",
    subcommands: [
      BenchAccuracyCommand.self,
      BenchGrowthCommand.self,
      BenchHandOverCommand.self,
      BenchReadCommand.self,
      BenchSpeedCommand.self,
      BenchZonesCommand.self,
    ])
}
