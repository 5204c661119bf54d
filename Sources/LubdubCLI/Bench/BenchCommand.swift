struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure estimators, zones, raw radio and speed.",
    subcommands: [
      BenchAccuracyCommand.self, BenchSignalsCommand.self, BenchSpeedCommand.self,
      BenchZonesCommand.self,
    ])
}
