struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure estimators, felt proximity, zones, raw radio, and speed.",
    subcommands: [
      BenchAccuracyCommand.self, BenchCloseCommand.self, BenchSignalsCommand.self,
      BenchSpeedCommand.self, BenchZonesCommand.self,
    ])
}
