#if !hasFeature(Embedded)
internal import LubdubSupport

extension Configuration: Codable {
  /// Writes every setting by its key, as `SettingsJSON` does.
  public func encode(to encoder: any Encoder) throws {
    try SettingsJSON.value(of: self).encode(to: encoder)
  }

  /// Reads settings; those that are left out have the values of the default preset.
  ///
  /// - Throws: `SettingsFileError` as `SettingsJSON`, and what the decoder throws.
  public init(from decoder: any Decoder) throws {
    self = try SettingsJSON.decode(JSONValue(from: decoder), source: "settings")
  }
}

extension LearnedLink: Codable {
  /// Writes the settings that are known, as `SettingsJSON` does; the number of teachings and their doubt are not kept.
  public func encode(to encoder: any Encoder) throws {
    try JSONParser.parse(SettingsJSON.encode(self)).encode(to: encoder)
  }

  /// Reads what was learned.
  ///
  /// - Throws: `SettingsFileError` as `SettingsJSON`, and what the decoder throws.
  public init(from decoder: any Decoder) throws {
    self = try SettingsJSON.decode(JSONValue(from: decoder), source: "learned").learned
  }
}
#endif
