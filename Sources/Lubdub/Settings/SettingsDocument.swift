internal import LubdubSupport

/// The keys and values of a settings file, free of its format.
package struct SettingsDocument: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var key: String
    package var value: SettingValue
    package var line: Int?

    package init(key: String, value: SettingValue, line: Int? = nil) {
      (self.key, self.value, self.line) = (key, value, line)
    }
  }

  /// The name that errors are reported under.
  package var source: String
  /// Keys and values in the order of the file. The key `preset` names the preset that everything not
  /// mentioned is taken from.
  package var entries: [Entry]

  package init(source: String, entries: [Entry] = []) {
    (self.source, self.entries) = (source, entries)
  }

  /// The settings of a configuration that somebody of this level needs, in the order of the schema.
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

  /// The configuration that several documents describe together: a later one counts before an earlier
  /// one, and only all of them have to fit each other.
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
  /// A cure is looked for among all keys, which takes its time.
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

  /// The entry that a contradiction comes from: that of its key, or else the last one of the same
  /// group, which its key must fit.
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

/// Why a settings file is refused: where, and the rule that it breaks.
public struct SettingsFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, or where else the value came from.
  public let source: String
  /// Line in the file, from 1; `nil` when there is none to name.
  public let line: Int?
  /// Key and rule in one sentence.
  public let rule: String
  /// The other faults that were found with this one, in the order of the files.
  public let others: [SettingsFileError]

  /// An error from its parts.
  public init(source: String, line: Int? = nil, rule: String, others: [SettingsFileError] = []) {
    (self.source, self.line, self.rule, self.others) = (source, line, rule, others)
  }

  /// Place and rule, one line for each fault, such as
  /// `tuned.yaml:12: zones.range.falseChangeInterval is -1, expected …`.
  public var description: String {
    let own = line.map { "\(source):\($0): \(rule)" } ?? "\(source): \(rule)"
    return ([own.visible] + others.map { $0.description }).joined(separator: "\n")
  }
}
