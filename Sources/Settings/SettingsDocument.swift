public import Lubdub

/// The keys and values of a settings file, free of its format.
public struct SettingsDocument: Sendable, Hashable {
  /// One key with its value.
  public struct Entry: Sendable, Hashable {
    /// The dotted key.
    public var key: String
    /// The value.
    public var value: SettingValue
    /// The line it stands in, from 1; `nil` where that is not known.
    public var line: Int?

    /// An entry from its parts.
    public init(key: String, value: SettingValue, line: Int? = nil) {
      self.key = key
      self.value = value
      self.line = line
    }
  }

  /// The name that errors are reported under.
  public var source: String
  /// Keys and values in the order of the file. The key `preset` names the preset that everything not
  /// mentioned is taken from.
  public var entries: [Entry]

  /// A document from its parts.
  public init(source: String, entries: [Entry] = []) {
    self.source = source
    self.entries = entries
  }

  /// The settings of a configuration that somebody of this level needs, in the order of the schema.
  public init(_ configuration: Configuration, level: SettingLevel = .expert, source: String = "") {
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
  /// - Throws: `SettingsFileError` for the first key that is unknown, out of range, of the wrong kind
  ///   or in contradiction to another.
  public func configuration(
    base: Configuration = Preset.default.configuration,
    estimators: [EstimatorKind] = EstimatorKind.own
  ) throws(SettingsFileError) -> Configuration {
    var configuration = try preset ?? base
    var lines: [String: Int] = [:]
    for entry in entries where entry.key != Self.presetKey && !Self.isOfTraces(entry.key) {
      guard Configuration.setting(entry.key) != nil else {
        throw failure(Configuration.unknownKey(entry.key), entry.line)
      }
      lines[entry.key] = entry.line
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
        throw failure(error, entry.line)
      }
    }
    do throws(SettingError) {
      try configuration.validate()
    } catch {
      throw failure(error, lines[error.key])
    }
    return configuration
  }

  private static let presetKey = "preset"

  /// Whether a key says how traces are read, which is none of the pipeline's.
  private static func isOfTraces(_ key: String) -> Bool {
    key == "columns" || key == "decimal" || key.utf8.starts(with: "columns.".utf8)
  }

  /// The columns of traces that are none of ours, as a mapping: the key `columns`, in one text or with
  /// one key for each field. `nil` where the file names none.
  public var traceColumns: String? {
    if let entry = entries.last(where: { $0.key == "columns" }) { return entry.value.text }
    let prefix = "columns."
    let fields = entries.compactMap { entry -> String? in
      guard entry.key.utf8.starts(with: prefix.utf8), let name = entry.value.text else {
        return nil
      }
      return String(entry.key.dropFirst(prefix.count)) + "=" + name
    }
    guard let first = fields.first else { return nil }
    return fields.dropFirst().reduce(first) { $0 + "," + $1 }
  }

  /// The decimal mark of such traces: the key `decimal`; `nil` where the file has none.
  public var traceDecimalMark: String? { entries.last { $0.key == "decimal" }?.value.text }

  private var preset: Configuration? {
    get throws(SettingsFileError) {
      guard let entry = entries.last(where: { $0.key == Self.presetKey }) else { return nil }
      guard let name = entry.value.text, let preset = Preset(rawValue: name) else {
        let names = Preset.allCases.map { $0.rawValue }.joined(separator: ", ")
        let error = SettingError(
          key: Self.presetKey, found: entry.value.kind, expected: "one of \(names)")
        throw failure(error, entry.line)
      }
      return preset.configuration
    }
  }

  private func failure(_ error: SettingError, _ line: Int?) -> SettingsFileError {
    SettingsFileError(source: source, line: line, rule: error.description)
  }
}
