public import LubdubSupport

/// Settings as JSON: nested objects with the keys of the schema.
public enum SettingsJSON {
  /// Returns the settings of a configuration for users of a level.
  ///
  /// If you decode them over the same preset, you get the same configuration. Code is not included: decode over a `base` with
  /// your own estimator, tempo, or named pattern.
  public static func value(
    of configuration: Configuration, level: SettingLevel = .expert
  ) -> JSONValue {
    var root: [String: JSONValue] = [:]
    for entry in SettingsDocument(configuration, level: level).entries {
      let path = entry.key.split(separator: ".").map { String($0) }
      insert(JSONValue(entry.value), at: path[...], into: &root)
    }
    return .object(root)
  }

  /// Returns the settings of a configuration for users of a level, as text.
  public static func encode(
    _ configuration: Configuration, level: SettingLevel = .expert
  ) -> [UInt8] {
    JSONWriter.encode(value(of: configuration, level: level))
  }

  /// Returns the learned values of a pair as text to store: the few known settings. Decoded over the configuration of the
  /// next session as `base`, the text changes only these settings.
  public static func encode(_ learned: LearnedLink) -> [UInt8] {
    let values = [
      "uwb.contactLevel": learned.contactLevel?.value,
      "uwb.rangeDeviation": learned.rangeDeviation?.value,
      "rssi.referencePower": learned.referencePower?.value,
      "rssi.exponent": learned.exponent,
      "rssi.powerDeviation": learned.powerDeviation?.value,
    ]
    var members = values.compactMapValues { value in value.map { JSONValue.number($0) } }
    if learned.referencePower != nil { members["rssi.trust"] = "thisLink" }
    return JSONWriter.encode(.object(members))
  }

  /// Reads the output of `encode`, and any part of it. Keys may be nested or dotted; `preset` names the preset for everything
  /// not mentioned.
  ///
  /// - Parameters:
  ///   - bytes: JSON text in UTF-8.
  ///   - source: The name of the text in errors.
  ///   - base: The configuration for everything not mentioned, if the text names no preset.
  ///   - vocabulary: The names that the program adds to the names of the pipeline.
  /// - Returns: A valid configuration.
  /// - Throws: `SettingsFileError` for invalid JSON, and for keys that are unknown, out of range, of the wrong kind, or
  ///   contradict another key.
  public static func decode(
    _ bytes: [UInt8], source: String, base: Configuration = Preset.default.configuration,
    vocabulary: Vocabulary = Vocabulary()
  ) throws(SettingsFileError) -> Configuration {
    try document(bytes, source: source).configuration(base: base, vocabulary: vocabulary)
  }

  package static func document(
    _ bytes: [UInt8], source: String
  ) throws(SettingsFileError) -> SettingsDocument {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw SettingsFileError(
        source: source, line: error.line,
        rule: "this is not JSON: column \(error.column): \(error.rule)")
    }
    return try document(value, source: source)
  }

  /// Reads settings from parsed JSON; see `decode(_:source:base:vocabulary:)`.
  ///
  /// - Throws: `SettingsFileError` as for text, without lines.
  public static func decode(
    _ value: JSONValue, source: String, base: Configuration = Preset.default.configuration,
    vocabulary: Vocabulary = Vocabulary()
  ) throws(SettingsFileError) -> Configuration {
    try document(value, source: source).configuration(base: base, vocabulary: vocabulary)
  }

  package static func document(
    _ value: JSONValue, source: String
  ) throws(SettingsFileError) -> SettingsDocument {
    guard case .object(let members) = value else {
      throw SettingsFileError(source: source, rule: "expected an object with keys and values")
    }
    var document = SettingsDocument(source: source)
    collect(members, under: "", into: &document)
    return document
  }

  private static func collect(
    _ members: [String: JSONValue], under prefix: String, into document: inout SettingsDocument
  ) {
    for (name, value) in members.inOrder(by: { $0.key < $1.key }) {
      let key = prefix.isEmpty ? name : "\(prefix).\(name)"
      if case .object(let inner) = value, !inner.isEmpty || Configuration.hasGroup(key) {
        collect(inner, under: key, into: &document)
      } else {
        document.entries.append(.init(key: key, value: SettingValue(value)))
      }
    }
  }

  private static func insert(
    _ value: JSONValue, at path: ArraySlice<String>, into members: inout [String: JSONValue]
  ) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      members[name] = value
      return
    }
    // Removed temporarily, so that it is changed in place.
    var inner = members.removeValue(forKey: name)?.object ?? [:]
    insert(value, at: path.dropFirst(), into: &inner)
    members[name] = .object(inner)
  }
}

extension JSONValue {
  package init(_ value: SettingValue) {
    switch value {
    case .none: self = .null
    case .number(let number): self = .number(number)
    case .flag(let flag): self = .bool(flag)
    case .text(let word): self = .string(word)
    case .list(let values): self = .array(values.map { JSONValue($0) })
    case .record(let members): self.init(members: members.map { ($0.name, JSONValue($0.value)) })
    }
  }
}

extension SettingValue {
  /// Creates a setting's value from JSON.
  public init(_ value: JSONValue) {
    switch value {
    case .null: self = .none
    case .number(let number): self = .number(number)
    case .bool(let flag): self = .flag(flag)
    case .string(let word): self = .text(word)
    case .array(let values): self = .list(values.map { SettingValue($0) })
    case .object(let members):
      self = .record(
        members.inOrder { $0.key < $1.key }.map { Member($0.key, SettingValue($0.value)) })
    }
  }
}
