extension SettingsJSON {
  static func value(
    of settings: [Setting<Configuration>], in configuration: Configuration
  ) -> JSONValue {
    JSONValue(members: settings.map { ($0.key, JSONValue($0.value(in: configuration))) })
  }
}
