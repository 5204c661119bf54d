package struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Preset; `lubdub preset --list` lists the presets.", valueName: "name"))
  var preset: Preset?

  @Option(
    help: ArgumentHelp(
      """
      YAML or JSON file with settings. `lubdub preset NAME` prints a file to edit, and --all adds every key. \
      May be repeated.
      """, valueName: "file"),
    completion: .file(extensions: ["yaml", "yml", "json"]))
  package var config: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      """
      Set one setting, such as rssi.referencePower=-65 or estimator=one-euro. May be repeated. `lubdub preset \
      --all` lists the keys.
      """, valueName: "key=value"))
  var settings: [String] = []

  package init() {}

  /// Whether no setting is given.
  package var isEmpty: Bool { preset == nil && config.isEmpty && settings.isEmpty }

  /// The configuration from the options. Files are applied in the given order, and then the single settings. Only the
  /// combination of all settings has to be valid.
  package func resolve(following link: (() throws -> String?)? = nil) throws -> Configuration {
    try Self.resolve(config, settings, preset: preset, following: link)
  }

  static func resolve(
    _ files: [String], _ settings: [String], preset: Preset? = nil,
    following link: (() throws -> String?)? = nil
  ) throws -> Configuration {
    var documents = try files.map { try document($0) }
    let links = try documents.flatMap { try $0.links }
    if !links.isEmpty {
      let own = try link?()
      if own.map(links.contains) != true { noteOtherLinks(links, than: own, isOne: link != nil) }
      documents = try documents.map { try $0.settings(of: own) }
    }
    for document in documents {
      guard let preset, let other = try document.preset(in: .workbench), other != preset else {
        continue
      }
      throw ValidationError(
        "--preset \(preset.name) and \(document.source), which has preset: "
          + "\(other.name), contradict each other; leave one out")
    }
    let base = (preset ?? .default).configuration
    let configuration = try ConfigurationReader.read(
      documents, settings, option: "--set", base: base, vocabulary: .workbench)
    noteUnusedLevel(configuration.ranging.signal, base.ranging.signal)
    noteLongTimes(configuration.heartbeat.pattern)
    return configuration
  }

  private static func noteLongTimes(_ pattern: Pattern) {
    let length = pattern.duration(interval: Seconds(1)).value
    guard length > 10, [.seconds, .fixed].contains(pattern.timeBase) else { return }
    Console.note(
      "heartbeat.pattern lasts \(NumberText.rounded(length, 3)) s per beat; \(TimelineLint.secondsCure)"
    )
  }

  private static func noteUnusedLevel(
    _ signal: SignalStrengthFilter.Parameters, _ base: SignalStrengthFilter.Parameters
  ) {
    guard signal.trust == .unknown, signal.pathLoss != base.pathLoss else { return }
    Console.note(
      "rssi.trust=unknown ignores rssi.referencePower and rssi.exponent; to use them, set it to thisLink, thisKind, "
        + "or elsewhere")
  }

  private static func noteOtherLinks(_ links: [String], than own: String?, isOne: Bool) {
    let reason =
      own.map { "not for \($0)" }
      ?? (isOne ? "and the trace names no links" : "and this command follows all links")
    Console.note(
      "the settings have parts for the links \(links.prefix(8).joined(separator: ", ")), \(reason); Lubdub uses "
        + "the settings for all links")
  }

  static func document(_ path: String) throws -> SettingsDocument {
    let bytes = try readFile(at: path, limit: Bound.settings.most)
    if let other = OtherFile.inPlaceOfSettings(bytes) { throw CommandFailure("\(path): \(other)") }
    return try ConfigurationReader.document(bytes, source: path)
  }
}

extension Preset: ExpressibleByArgument {
  /// Creates the preset with this name.
  public init?(argument: String) {
    guard let preset = Vocabulary.workbench.preset(argument) else { return nil }
    self = preset
  }

  /// The names of all presets.
  public static var allValueStrings: [String] { Vocabulary.workbench.presets.map(\.name) }

  /// The name for the help.
  public var defaultValueDescription: String { name }
}
