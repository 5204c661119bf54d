public import ArgumentParser
import Baselines
import FileIO
public import Lubdub
import Ranging
import Settings
import SettingsYAML

/// Where the configuration comes from: a preset or a file, and single keys on top.
struct ConfigurationOptions: ParsableArguments {
  @Option(help: "A preset by name; `lubdub preset --list` names them.")
  var preset: Preset?

  @Option(
    help: "A YAML or JSON file with settings; `lubdub preset NAME` prints one to start from.",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var config: [String] = []

  @Option(
    name: .customLong("set"),
    help: "Override one setting: KEY=VALUE, such as rssi.referencePower=-65. May be repeated.")
  var settings: [String] = []

  @Option(
    help: "Another estimator than the default, fusion.")
  var estimator: EstimatorKind?

  @Option(help: "Where such links usually are, in metres; what signal strength is weighed against.")
  var typicalDistance: Double?

  /// The configuration that the options describe. Files are applied in the order given.
  ///
  /// - Throws: `FileError` or `SettingsFileError`.
  func resolve() throws -> Configuration {
    var more = settings
    if let estimator { more.insert("estimator=\(estimator.name)", at: 0) }
    if let typicalDistance { more.insert("rssi.typicalDistance=\(typicalDistance)", at: 0) }
    return try Self.resolve(config, more, preset: preset ?? .default)
  }

  /// A preset, with files and then single settings on top.
  ///
  /// - Throws: `FileError` or `SettingsFileError`.
  static func resolve(
    _ files: [String], _ settings: [String], preset: Preset = .default
  ) throws -> Configuration {
    var configuration = preset.configuration
    for path in files {
      let bytes = try readFile(at: path, limit: 1 << 24)
      if path.hasSuffix(".json") {
        configuration = try SettingsJSON.decode(
          bytes, source: path, base: configuration, estimators: EstimatorKind.all)
        continue
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw SettingsFileError(source: path, rule: "the file is not UTF-8 text")
      }
      configuration = try ConfigurationReader.read(
        text, source: path, base: configuration, estimators: EstimatorKind.all)
    }
    try ConfigurationReader.apply(
      settings, option: "--set", to: &configuration, estimators: EstimatorKind.all)
    return configuration
  }
}

extension Preset: ExpressibleByArgument {}
