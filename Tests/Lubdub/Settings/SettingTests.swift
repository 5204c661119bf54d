import Lubdub
import Testing

@Suite struct SettingTests {
  @Test func `No two settings have one key, and each says what it does`() {
    #expect(Set(Configuration.settings.map(\.key)).count == Configuration.settings.count)
    for setting in Configuration.settings {
      #expect(!setting.summary.isEmpty)
      #expect(Configuration.setting(setting.key)?.key == setting.key)
    }
  }

  @Test(arguments: Preset.own)
  func `Every setting takes back the value it gives`(_ preset: Preset) throws {
    for setting in Configuration.settings {
      var configuration = Preset.default.configuration
      let value = setting.value(in: preset.configuration)
      try setting.set(value, in: &configuration)
      #expect(setting.value(in: configuration) == value, "\(setting.key)")
    }
  }

  @Test func `Every preset is valid`() throws {
    for preset in Preset.own { try preset.configuration.validate() }
  }
}
