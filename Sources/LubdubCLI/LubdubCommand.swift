import ArgumentParser

@main
struct LubdubCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lubdub",
    abstract: "From how far apart two devices are to a heartbeat that can be felt.",
    version: "0.1.0",
    subcommands: [ImportCommand.self, SimulateCommand.self])
}
