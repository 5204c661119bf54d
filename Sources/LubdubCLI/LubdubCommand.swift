#if Tool
import ArgumentParser
import LubdubGround
import LubdubReports
import LubdubSessions

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@main
struct LubdubCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lubdub",
    abstract: "From how far apart two devices are to a heartbeat that can be felt.",
    discussion: """
      Examples:
        lubdub simulate approach -o walk.csv       make a trace with known distances
        lubdub run walk.csv -o walk.json --wav walk.wav --plot walk.svg
        lubdub estimate walk.csv -o walk.est.csv   the filtered distance, row by row
        lubdub preset eternal-loop > my.yaml       edit it, then
        lubdub run walk.csv --config my.yaml

      Exit status: 0 done, 1 a check found something, 2 the command could not be done, 130 a search was cut short \
      by Ctrl-C.
      """,
    version: "lubdub \(Version.current)",
    groupedSubcommands: [
      CommandGroup(
        name: "Sessions",
        subcommands: [
          SimulateCommand.self, ImportCommand.self, CheckCommand.self, RunCommand.self,
          StudioCommand.self, ReportCommand.self, EstimateCommand.self, PresetCommand.self,
        ]),
      CommandGroup(
        name: "Haptic files",
        subcommands: [
          PatternCommand.self, PreviewCommand.self, ConvertCommand.self, EditCommand.self,
        ]),
      CommandGroup(
        name: "Bench",
        subcommands: [
          TuneCommand.self, CompareCommand.self, SweepCommand.self, CalibrateCommand.self,
          BenchCommand.self,
        ]),
      CommandGroup(
        name: "Extras",
        subcommands: [
          TrackDistanceCommand.self, GeofenceCommand.self, JudgeTagCommand.self,
          PulseCommand.self, StrokeCommand.self, PlanCommand.self,
        ]),
    ])

  /// What the command was called with. Names of files are bytes, which `CommandLine.arguments` would replace.
  private static var words: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(fileName: $0) }
    }
  }

  /// Runs the command and ends the process with a documented status.
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    do {
      let arguments = FormerSpelling.replaced(in: words)
      var command = try parseAsRoot(PatternCommand.joiningText(arguments))
      do {
        try command.run()
      } catch let error as ValidationError {
        throw CommandUsageError(message: error.message, command: type(of: command))
      }
    } catch let error as FileError where error.path == "-" && error.code == EPIPE {
      end(0)
    } catch let code as ExitCode {
      end(code.rawValue)
    } catch {
      let isRequest = exitCode(for: error) == .success
      let cure = (error as? ReadError).flatMap(ColumnHint.text).map { "; \($0)" } ?? ""
      let message = fullMessage(for: error) + cure
      Console.write(FlagHint.added(to: message) + "\n", to: isRequest ? .output : .error)
      end(isRequest ? 0 : 2)
    }
  }
}

/// Options that do not fit each other or the input, found while a command runs: reported with the usage of
/// that command.
private struct CommandUsageError: Error, CustomStringConvertible {
  let message: String
  let command: any ParsableCommand.Type

  var description: String {
    let path = LubdubCommand.path(to: command) ?? [LubdubCommand._commandName]
    return "\(message)\nUsage: \(LubdubCommand.usageString(for: command))\n"
      + "  See '\(path.joined(separator: " ")) --help' for more information."
  }
}

extension ParsableCommand {
  /// What is typed for a command at or below this one, such as `lubdub`, `bench`, `accuracy`; `nil` when
  /// it is not there.
  fileprivate static func path(to command: any ParsableCommand.Type) -> [String]? {
    if command == Self.self { return [_commandName] }
    let below = configuration.subcommands.lazy.compactMap { $0.path(to: command) }.first
    return below.map { [_commandName] + $0 }
  }
}

/// Ends the process.
private func end(_ status: Int32) -> Never {
  exit(status)
}
#else
/// Without the trait Tool there is nothing that the tool could be made of.
@main
struct LubdubCommand {
  static func main() { print("lubdub was built without the trait Tool") }
}
#endif
