struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "Print a preset as YAML or JSON, to edit and to use with --config.",
    discussion: """
      Examples:
        lubdub preset --list
        lubdub preset eternal-loop > my.yaml
        lubdub preset eternal-loop --all
        lubdub preset --config my.yaml --json > my.json
        lubdub preset --actuators > actuators.yaml
      """)

  @Argument(help: "The preset.") var name: Preset?

  @Option(
    help: .init(
      "Print all settings of this file instead, such as JSON for an app.", valueName: "file"),
    completion: .file())
  var config: String?

  @Flag(help: "List the presets, with the beat interval of each zone.")
  var list = false

  @Flag(help: "Print every setting, not only the basic settings.") var all = false

  @Flag(help: "Print JSON instead of YAML, also of --actuators.") var json = false

  @Flag(help: "Print the built-in actuator models instead, for --actuator.") var actuators = false

  func validate() throws {
    let chosen = [
      ("--config", config != nil), ("--list", list), ("--actuators", actuators),
    ]
    .filter { $0.1 }.map { $0.0 }
    guard let other = chosen.first else { return }
    try expect(chosen.count == 1, "\(chosen.joined(separator: " and ")) exclude each other")
    try expect(
      name == nil && !all, "\(other) does not print a preset; leave out its name and --all")
    try expect(!json || !list, "--list prints text; leave out --json")
  }

  func run() throws {
    if actuators {
      let models = ActuatorModel.names.compactMap { name in
        ActuatorModel.named(name).map { (name: name, model: $0) }
      }
      return try Console.print(json ? text(ActuatorFile.json(models)) : ActuatorFile.write(models))
    }
    guard !list else {
      return try Console.print(Vocabulary.workbench.presets.map(Self.lines(of:)).joined())
    }
    if let config {
      let found = try ConfigurationReader.read(
        [ConfigurationOptions.document(config)], [], option: "--set",
        base: Preset.default.configuration, vocabulary: .workbench)
      return try Console.print(
        json
          ? text(SettingsJSON.value(of: found, level: .expert))
          : ConfigurationWriter.write(found, level: .expert))
    }
    let preset = name ?? .default
    let level: SettingLevel = all ? .expert : .basic
    if json {
      guard case .object(var members) = SettingsJSON.value(of: preset.configuration, level: level)
      else { return }
      members["preset"] = .string(preset.name)
      return try Console.print(text(.object(members)))
    }
    try Console.print(
      "# \(preset.name): \(preset.summary)\npreset: \(preset.name)\n\n"
        + ConfigurationWriter.write(preset.configuration, level: level))
  }

  /// The name and summary of a preset, and the interval of each zone, or at each distance of a curve.
  private static func lines(of preset: Preset) -> String {
    let (zones, heartbeat) = (preset.configuration.zones, preset.configuration.heartbeat)
    let isCurve = heartbeat.policy == .continuous
    let steps = (isCurve ? heartbeat.knots : zones.edges).enumerated().map { index, edge in
      let tempo = heartbeat.tempo(inZone: index).map { "\($0.interval)" } ?? "silent"
      return "\(isCurve ? "at" : "\(zones.names[index]) below") \(edge): \(tempo)"
    }
    return "\(preset.name): \(preset.summary)\n  \(steps.joined(separator: ", "))\n"
  }

  private func text(_ value: JSONValue) -> String {
    String(decoding: JSONWriter.encode(value), as: UTF8.self)
  }
}
