import ArgumentParser
import HapticAudio
import Lubdub
import SettingsYAML

/// `lubdub preset`
struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "Print a preset as YAML that can be edited and passed back with --config.",
    discussion: """
      Examples:
        lubdub preset --list
        lubdub preset eternal-loop > my.yaml
        lubdub preset --actuators > actuators.yaml
      """)

  @Argument(help: "The preset.")
  var name: Preset?

  @Flag(help: "Name the presets instead.")
  var list = false

  @Flag(help: "Print the built-in actuator models instead, as YAML for --actuator.")
  var actuators = false

  func run() throws {
    if actuators {
      let models = ActuatorModel.names.compactMap { name in
        ActuatorModel.named(name).map { (name: name, model: $0) }
      }
      return try Console.print(ActuatorFile.write(models))
    }
    guard !list else {
      let lines = Preset.allCases.map { "\($0.rawValue): \($0.summary)\n" }
      return try Console.print(lines.joined())
    }
    let preset = name ?? .default
    try Console.print(
      ConfigurationWriter.write(
        preset.configuration, heading: ["\(preset.rawValue): \(preset.summary)"]))
  }
}
