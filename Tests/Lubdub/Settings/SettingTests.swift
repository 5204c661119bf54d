import Lubdub
import Testing

@Suite struct SettingTests {
  @Test("No two settings have one key, and each says what it does")
  func keys() {
    #expect(Set(Configuration.settings.map(\.key)).count == Configuration.settings.count)
    for setting in Configuration.settings {
      #expect(!setting.summary.isEmpty)
      #expect(Configuration.setting(setting.key)?.key == setting.key)
    }
  }

  @Test("Every setting takes back the value it gives", arguments: Preset.own)
  func identity(_ preset: Preset) throws {
    for setting in Configuration.settings {
      var configuration = Preset.default.configuration
      let value = setting.value(in: preset.configuration)
      try setting.set(value, in: &configuration)
      #expect(setting.value(in: configuration) == value, "\(setting.key)")
    }
  }

  @Test("Every preset is valid")
  func presets() throws {
    for preset in Preset.own { try preset.configuration.validate() }
  }
}
