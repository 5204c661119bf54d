#if Tool
import ArgumentParser

/// `lubdub bench`
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure estimators, zones, speed and punctuality.",
    subcommands: [
      BenchAccuracyCommand.self,
      BenchGrowthCommand.self,
      BenchHandOverCommand.self,
      BenchLiveCommand.self,
      BenchReadCommand.self,
      BenchSignalsCommand.self,
      BenchSpeedCommand.self,
      BenchZonesCommand.self,
    ])
}
#endif
