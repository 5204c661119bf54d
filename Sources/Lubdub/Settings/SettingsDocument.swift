internal import LubdubSupport

/// The keys and values of a settings file, independent of its format.
package struct SettingsDocument: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var key: String
    package var value: SettingValue
    package var line: Int?

    package init(key: String, value: SettingValue, line: Int? = nil) {
      (self.key, self.value, self.line) = (key, value, line)
    }
  }

  /// The name of the document in errors.
  package var source: String
  /// The keys and values in the order of the file. The key `preset` names the preset for everything not mentioned.
  package var entries: [Entry]

  package init(source: String, entries: [Entry] = []) {
    (self.source, self.entries) = (source, entries)
  }

  /// Creates a document of the settings of a configuration for users of a level, in the order of the schema.
  package init(_ configuration: Configuration, level: SettingLevel = .expert, source: String = "") {
    let settings = Configuration.settings.filter { level == .expert || $0.level == .basic }
    self.init(
      source: source,
      entries: settings.map { Entry(key: $0.key, value: $0.value(in: configuration)) })
  }

  package func configuration(
    base: Configuration = Preset.default.configuration, vocabulary: Vocabulary = Vocabulary()
  ) throws(SettingsFileError) -> Configuration {
    try Self.configuration(of: [self], base: base, vocabulary: vocabulary)
  }

  /// Returns the configuration of several documents together: a later document overrides an earlier one, and only the result
  /// must be consistent.
  package static func configuration(
    of documents: [SettingsDocument], base: Configuration = Preset.default.configuration,
    vocabulary: Vocabulary = Vocabulary()
  ) throws(SettingsFileError) -> Configuration {
    var configuration = base
    for document in documents { try document.assign(to: &configuration, vocabulary) }
    for (name, cue) in vocabulary.cues where configuration.cues[name] == nil {
      configuration.cues[name] = cue
    }
    do throws(SettingError) {
      try configuration.validate()
    } catch {
      for document in documents.reversed() {
        guard let entry = document.entry(for: error) else { continue }
        throw document.failure(error, entry.line)
      }
      let source = documents.last?.source ?? ""
      throw SettingsFileError(source: source, rule: error.description)
    }
    return configuration
  }

  package func preset(in vocabulary: Vocabulary) throws(SettingsFileError) -> Preset? {
    guard let entry = entries.last(where: { $0.key == Self.presetKey }) else { return nil }
    guard let preset = entry.value.text.flatMap(vocabulary.preset) else {
      let names = vocabulary.presets.map { $0.name }
      let error = SettingError(key: Self.presetKey, entry.value, outside: .choice(names), unit: nil)
      throw failure(error, entry.line)
    }
    return preset
  }

  private static let presetKey = "preset"
  /// The largest number of reported unknown keys, because the search for a cure among all keys takes time.
  private static let mostUnknownKeys = Bound.keys.usual

  private func assign(
    to configuration: inout Configuration, _ vocabulary: Vocabulary
  ) throws(SettingsFileError) {
    if let preset = try preset(in: vocabulary) { configuration = preset.configuration }
    var faults: [SettingsFileError] = []
    for entry in entries where entry.key != Self.presetKey && !vocabulary.leavesOut(entry.key) {
      if Configuration.setting(entry.key) != nil { continue }
      guard faults.count < Self.mostUnknownKeys else {
        let rule = "only the first \(Self.mostUnknownKeys) unknown keys are reported"
        faults.append(SettingsFileError(source: source, line: entry.line, rule: rule))
        break
      }
      faults.append(failure(Configuration.unknownKey(entry.key), entry.line))
    }
    // In the order of the schema, so that the order of the file does not matter.
    for setting in Configuration.settings {
      guard let entry = entries.last(where: { $0.key == setting.key }) else { continue }
      if setting.key == "estimator" {
        if let kind = vocabulary.estimators.first(where: { $0.name == entry.value.text }) {
          configuration.estimator = kind
        } else if configuration.estimator.name != entry.value.text {
          let names = vocabulary.estimators.map { $0.name }
          let error = SettingError(
            key: setting.key, entry.value, outside: .choice(names), unit: nil)
          faults.append(failure(error, entry.line))
        }
        continue
      }
      do throws(SettingError) {
        try setting.set(entry.value, in: &configuration)
      } catch {
        faults.append(failure(error, entry.line))
      }
    }
    faults = faults.inOrder { ($0.line ?? 0) < ($1.line ?? 0) }
    guard let first = faults.first else { return }
    throw SettingsFileError(
      source: first.source, line: first.line, rule: first.rule, others: Array(faults.dropFirst()))
  }

  /// Returns the entry that causes a contradiction: the entry of the error's key, or the last entry of the same group, which
  /// the key must fit.
  private func entry(for error: SettingError) -> Entry? {
    let own = entries.last { error.key == $0.key || error.key.hasPrefix($0.key + "[") }
    guard own == nil, let dot = error.key.lastIndex(of: ".") else { return own }
    let group = error.key[...dot]
    // Other edges need other intervals.
    return entries.last { $0.key.hasPrefix(group) } ?? entries.last { $0.key == "zones.edges" }
  }

  private func failure(_ error: SettingError, _ line: Int?) -> SettingsFileError {
    SettingsFileError(source: source, line: line, rule: error.description)
  }
}

/// An error in a settings file, with its place and the broken rule.
public struct SettingsFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, or another source of the value.
  public let source: String
  /// The line in the file, from 1; `nil` for an error without a line.
  public let line: Int?
  /// The key and the rule in one sentence.
  public let rule: String
  /// The other errors found together with this error, in the order of the files.
  public let others: [SettingsFileError]

  /// Creates an error from its parts.
  public init(source: String, line: Int? = nil, rule: String, others: [SettingsFileError] = []) {
    (self.source, self.line, self.rule, self.others) = (source, line, rule, others)
  }

  /// The place and the rule, one line per error, such as
  /// `tuned.yaml:12: zones.range.falseChangeInterval is -1, expected …`.
  public var description: String {
    let own = line.map { "\(source):\($0): \(rule)" } ?? "\(source): \(rule)"
    return ([own.visible] + others.map { $0.description }).joined(separator: "\n")
  }
}
