import Lubdub
import Testing

@Suite struct SettingTests {
  @Test func `Every setting has a unique key and a summary`() {
    #expect(Set(Configuration.settings.map(\.key)).count == Configuration.settings.count)
    for setting in Configuration.settings {
      #expect(!setting.summary.isEmpty)
      #expect(Configuration.setting(setting.key)?.key == setting.key)
    }
  }

  @Test(arguments: Preset.own)
  func `Every setting accepts the value it returns`(_ preset: Preset) throws {
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
