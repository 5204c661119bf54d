#if !hasFeature(Embedded)
internal import LubdubSupport

extension Configuration: Codable {
  /// Encodes every setting by its key, like `SettingsJSON`.
  public func encode(to encoder: any Encoder) throws {
    try SettingsJSON.value(of: self).encode(to: encoder)
  }

  /// Decodes settings; omitted settings have the values of the default preset.
  ///
  /// - Throws: `SettingsFileError` like `SettingsJSON`, and the errors of the decoder.
  public init(from decoder: any Decoder) throws {
    self = try SettingsJSON.decode(JSONValue(from: decoder), source: "settings")
  }
}

extension LearnedLink: Codable {
  /// Encodes the known settings, like `SettingsJSON`; omits the number of teachings and their doubt.
  public func encode(to encoder: any Encoder) throws {
    try JSONParser.parse(SettingsJSON.encode(self)).encode(to: encoder)
  }

  /// Decodes learned values.
  ///
  /// - Throws: `SettingsFileError` like `SettingsJSON`, and the errors of the decoder.
  public init(from decoder: any Decoder) throws {
    self = try SettingsJSON.decode(JSONValue(from: decoder), source: "learned").learned
  }
}
#endif
