/// The keys and values of a settings file, free of its format.
package struct SettingsDocument: Sendable, Hashable {
  /// One key with its value.
  package struct Entry: Sendable, Hashable {
    /// The dotted key.
    package var key: String
    /// The value.
    package var value: SettingValue
    /// The line it stands in, from 1; `nil` where that is not known.
    package var line: Int?

    /// An entry from its parts.
    package init(key: String, value: SettingValue, line: Int? = nil) {
      self.key = key
      self.value = value
      self.line = line
    }
  }

  /// The name that errors are reported under.
  package var source: String
  /// Keys and values in the order of the file. The key `preset` names the preset that everything not
  /// mentioned is taken from.
  package var entries: [Entry]

  /// A document from its parts.
  package init(source: String, entries: [Entry] = []) {
    self.source = source
    self.entries = entries
  }

  /// The settings of a configuration that somebody of this level needs, in the order of the schema.
  package init(_ configuration: Configuration, level: SettingLevel = .expert, source: String = "") {
    let settings = Configuration.settings.filter { level == .expert || $0.level == .basic }
    self.init(
      source: source,
      entries: settings.map { Entry(key: $0.key, value: $0.value(in: configuration)) })
  }

  /// The configuration that the document describes.
  ///
  /// - Parameters:
  ///   - base: What is taken where the document names neither a value nor a preset.
  ///   - estimators: The estimators that the key `estimator` may name.
  /// - Returns: A valid configuration.
  /// - Throws: `SettingsFileError` for keys that are unknown, out of range, of the wrong kind or in
  ///   contradiction to another.
  package func configuration(
    base: Configuration = Preset.default.configuration,
    estimators: [EstimatorKind] = EstimatorKind.own
  ) throws(SettingsFileError) -> Configuration {
    try Self.configuration(of: [self], base: base, estimators: estimators)
  }

  /// The configuration that several documents describe together: a later one counts before an earlier
  /// one, and only all of them have to fit each other.
  ///
  /// - Parameters:
  ///   - documents: From the first to the last.
  ///   - base: What is taken where they name neither a value nor a preset.
  ///   - estimators: The estimators that the key `estimator` may name.
  /// - Returns: A valid configuration.
  /// - Throws: `SettingsFileError` with every key that is unknown, out of range or of the wrong kind;
  ///   if there is none, with the first contradiction.
  package static func configuration(
    of documents: [SettingsDocument], base: Configuration = Preset.default.configuration,
    estimators: [EstimatorKind] = EstimatorKind.own
  ) throws(SettingsFileError) -> Configuration {
    var configuration = base
    let documents = try present(documents)
    for document in documents {
      try document.assign(to: &configuration, estimators: estimators)
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

  private static func present(
    _ documents: [SettingsDocument]
  ) throws(SettingsFileError) -> [SettingsDocument] {
    var present: [SettingsDocument] = []
    for document in documents { present.append(try document.withPresentNames()) }
    return present
  }

  /// The preset that the document names; `nil` when it names none.
  ///
  /// - Throws: `SettingsFileError` when there is no such preset.
  package var preset: Preset? {
    get throws(SettingsFileError) {
      guard let entry = entries.last(where: { $0.key == Self.presetKey }) else { return nil }
      guard let name = entry.value.text, let preset = Preset(rawValue: name) else {
        let names = Preset.allCases.map { $0.rawValue }.joined(separator: ", ")
        let error = SettingError(
          key: Self.presetKey, found: entry.value.kind, expected: "one of \(names)")
        throw failure(error, entry.line)
      }
      return preset
    }
  }

  private static let presetKey = "preset"

  /// Whether a key belongs to the readers of traces, which find their keys in the same file; also those of single links.
  package static func isOfTraces(_ key: String) -> Bool {
    key == "columns" || key == "decimal" || key == "thousands" || key == "nlos.center"
      || key == "nlos.slope"
      || key.utf8.starts(with: "columns.".utf8) || key.utf8.starts(with: "links.".utf8)
  }

  /// Sets what the document names, whether it fits the rest or not.
  private func assign(
    to configuration: inout Configuration, estimators: [EstimatorKind]
  ) throws(SettingsFileError) {
    if let preset = try preset { configuration = preset.configuration }
    var faults: [SettingsFileError] = []
    for entry in entries where entry.key != Self.presetKey && !Self.isOfTraces(entry.key) {
      if Configuration.setting(entry.key) != nil { continue }
      faults.append(failure(Configuration.unknownKey(entry.key), entry.line))
    }
    // In the order of the schema, so that the order of the file does not matter.
    for setting in Configuration.settings {
      guard let entry = entries.last(where: { $0.key == setting.key }) else { continue }
      if setting.key == "estimator",
        let kind = estimators.first(where: { $0.name == entry.value.text })
      {
        configuration.estimator = kind
        continue
      }
      do throws(SettingError) {
        try setting.set(entry.value, in: &configuration)
      } catch {
        faults.append(failure(error, entry.line))
      }
    }
    faults.sort { ($0.line ?? 0) < ($1.line ?? 0) }
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
    return entries.last { $0.key.hasPrefix(group) }
  }

  private func failure(_ error: SettingError, _ line: Int?) -> SettingsFileError {
    SettingsFileError(source: source, line: line, rule: error.description)
  }
}

extension SettingsDocument {
  /// One sentence with its place for each key or word that has another name now; those names are read
  /// for one version.
  public var notes: [String] {
    formerNames.map { "\(source)\($0.line.map { ":\($0)" } ?? ""): \($0.note)" }
  }

  /// The same with the lines apart.
  package var formerNames: [(line: Int?, note: String)] {
    entries.compactMap { entry in
      FormerNames.note(entry.key, entry.value).map { (entry.line, $0) }
    }
  }

  /// The same with the names of today.
  ///
  /// - Throws: `SettingsFileError` for a setting that is given by its former and by its present name.
  func withPresentNames() throws(SettingsFileError) -> SettingsDocument {
    var present = SettingsDocument(source: source)
    for entry in entries {
      for key in FormerNames.keys[entry.key] ?? [entry.key] {
        if key != entry.key, entries.contains(where: { $0.key == key }) {
          throw SettingsFileError(
            source: source, line: entry.line,
            rule: "\(entry.key) is the former name of \(key), which is given too; "
              + "leave one of them out")
        }
        present.entries.append(
          Entry(key: key, value: FormerNames.value(entry.value, of: key), line: entry.line))
      }
    }
    return present
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
  public init(
    source: String, line: Int? = nil, rule: String, others: [SettingsFileError] = []
  ) {
    self.source = source
    self.line = line
    self.rule = rule
    self.others = others
  }

  /// Place and rule, one line for each fault, such as
  /// `tuned.yaml:12: zones.range.falseChangeInterval is -1, expected …`.
  public var description: String {
    let own = line.map { "\(source):\($0): \(rule)" } ?? "\(source): \(rule)"
    return ([own] + others.map { $0.description }).joined(separator: "\n")
  }
}
