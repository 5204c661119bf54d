import Foundation
import Lubdub
import LubdubSupport
import Testing

/// Settings through encoders of any kind, and errors by their codes.
@Suite struct CodableTests {
  @Test(arguments: Preset.own)
  func `A configuration survives encoding and decoding`(_ preset: Preset) throws {
    var configuration = preset.configuration
    configuration.ceremony.press = 0.123456789012345
    let data = try JSONEncoder().encode(configuration)
    #expect(try JSONDecoder().decode(Configuration.self, from: data) == configuration)
    #expect(try SettingsJSON.decode([UInt8](data), source: "same") == configuration)
    let kept = try JSONDecoder().decode(
      Configuration.self, from: Data(SettingsJSON.encode(configuration)))
    #expect(kept == configuration)
  }

  @Test func `Learned values survive encoding and decoding, whole or in parts`() throws {
    for learned in [
      LearnedLink(), LearnedLink(contactLevel: 0.09), LearnedLink(rangeDeviation: 0.02),
      LearnedLink(
        contactLevel: 0.1, rangeDeviation: 0.03, referencePower: -61.25, exponent: 2.2,
        powerDeviation: 3.5),
    ] {
      let data = try JSONEncoder().encode(learned)
      #expect(try JSONDecoder().decode(LearnedLink.self, from: data) == learned)
    }
  }

  @Test func `An unknown setting is rejected with its code and key`() throws {
    let error = #expect(throws: SettingsFileError.self) {
      try JSONDecoder().decode(
        Configuration.self, from: Data(#"{"heartbeat": {"policy": "dance"}}"#.utf8))
    }
    #expect(error?.code == "settings-file")
    #expect(error?.arguments.last?.contains("heartbeat.policy") == true)
  }

  @Test func `Every user-visible error has its own code`() throws {
    let kinds: [ReadError.Kind] = [
      .unreadable, .empty, .unrecognised, .unknownFormat, .damagedCompression, .tooMuch,
      .rejected(.notJSON),
    ]
    var errors: [any CodedError] = kinds.map {
      ReadError(path: "a.csv", line: 3, kind: $0, message: "")
    }
    #expect(errors.allSatisfy { $0.arguments == ["a.csv", "3"] })
    let setting = #expect(throws: SettingError.self) {
      var configuration = Preset.default.configuration
      configuration.ceremony.press = -1
      try configuration.validate()
    }
    errors += [try #require(setting), SettingsFileError(source: "own.json", rule: "is odd")]
    #expect(setting?.arguments.first == "ceremony.press")
    for text in ["{}", #"{"type": "distanceUpdate", "payload": "A"}"#] {
      let fault = #expect(throws: CeremonyMessage.Fault.self) {
        try CeremonyMessage.decode(Array(text.utf8))
      }
      errors.append(try #require(fault))
      #expect(fault?.arguments == [])
    }
    #expect(Set(errors.map(\.code)).count == errors.count)
  }
}
