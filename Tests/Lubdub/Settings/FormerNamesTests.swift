import Lubdub
import LubdubGround
import Testing

/// Settings files of the version before are read, and say which names have changed.
@Suite struct FormerNamesTests {
  private static let table = FormerNames.keys.filter { !$1.isEmpty }.sorted { $0.key < $1.key }
  private static let gone = FormerNames.keys.filter { $1.isEmpty }.keys.sorted()

  private static func document(_ entries: [(String, SettingValue)]) -> SettingsDocument {
    SettingsDocument(
      source: "old.yaml",
      entries: entries.enumerated().map { .init(key: $1.0, value: $1.1, line: $0 + 1) })
  }

  /// A value that the setting takes and the default preset does not have.
  private static func other(_ setting: Setting<Configuration>) throws -> SettingValue {
    let now = setting.value(in: Preset.default.configuration)
    let candidates: [SettingValue] =
      switch setting.domain {
      case .number(let range), .optionalNumber(let range), .numbers(let range, _):
        [.number(range.upperBound), .number(range.lowerBound)]
      case .count(let range): [.number(Double(range.upperBound))]
      case .choice(let words): words.map { .text($0) }
      default: []
      }
    return try #require(candidates.first { $0 != now })
  }

  @Test func `every former key sets what the keys of today set, with one note`() throws {
    #expect(Self.table.count > 20)
    for (former, present) in Self.table {
      #expect(Configuration.setting(former) == nil, "\(former) is still a key")
      let setting = try #require(Configuration.setting(present[0]), "\(former)")
      let value = try Self.other(setting)
      let old = Self.document([(former, value)])
      let new = Self.document(present.map { ($0, value) })
      #expect(try old.configuration() == new.configuration(), "\(former)")
      #expect(try old.configuration() != Preset.default.configuration, "\(former)")
      #expect(old.notes.count == 1 && new.notes.isEmpty, "\(former)")
      for key in present { #expect(old.notes[0].contains(key), "\(old.notes)") }
      #expect(old.notes[0].hasPrefix("old.yaml:1: \(former) is now "), "\(old.notes)")
    }
  }

  @Test func `a setting that is no more is skipped, with a note`() throws {
    #expect(Self.gone.contains("rssi.referencePowerTime"))
    for key in Self.gone {
      #expect(Configuration.setting(key) == nil, "\(key) is still a key")
      let document = Self.document([(key, .number(1))])
      #expect(try document.configuration() == Preset.default.configuration, "\(key)")
      #expect(
        document.notes == ["old.yaml:1: \(key) is no longer a setting, its value is skipped"])
    }
  }

  @Test func `a former key beside one of today is refused with both names`() throws {
    for (former, present) in Self.table {
      for key in present {
        let value = try Self.other(try #require(Configuration.setting(key)))
        let error = #expect(throws: SettingsFileError.self) {
          try Self.document([(key, value), (former, value)]).configuration()
        }
        #expect(error?.line == 2)
        #expect(
          error?.rule == "\(former) is the former name of \(key), which is given too; "
            + "leave one of them out")
      }
    }
  }

  @Test(arguments: [("evidence", "cusum"), ("margin", "hysteresis")])
  func `former words of the rule are read, under either key`(former: String, now: String) throws {
    for key in ["zones.uwb.rule", "zones.range.rule", "zones.rssi.rule"] {
      let document = Self.document([(key, .text(former))])
      let keys = FormerNames.keys[key] ?? [key]
      let configuration = try document.configuration()
      for key in keys {
        #expect(Configuration.setting(key)?.value(in: configuration) == .text(now))
      }
      #expect(document.notes.count == 1)
      #expect(document.notes[0].contains("the rule \(former) is now \(now)"), "\(document.notes)")
    }
  }

  @Test func `JSON takes former keys, nested and dotted, and writes those of today only`() throws {
    let nested = Array("{\"zones\": {\"uwb\": {\"calm\": 60}}, \"uwb.lostCount\": 7}".utf8)
    let configuration = try SettingsJSON.decode(nested, source: "old.json")
    #expect(configuration.zones.range.falseChangeInterval == [60])
    #expect(configuration.zones.position.falseChangeInterval == [60])
    #expect(configuration.ranging.range.restartCount == 7)
    let written = SettingsDocument(configuration).entries.map(\.key)
    for (former, _) in Self.table { #expect(!written.contains(former)) }
  }
}
