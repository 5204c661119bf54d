import Lubdub
import LubdubSupport
import Testing

/// Every stored property of the configuration has a key, and every key has an effect.
@Suite struct SettingsWalkTests {
  /// The stored numbers, words and flags of a value, by the path of their names.
  private static func leaves(_ value: Any, _ path: String = "") -> [String: String] {
    if let kind = value as? EstimatorKind { return [path: kind.name] }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum || mirror.children.isEmpty { return [path: "\(value)"] }
    if mirror.displayStyle == .collection || mirror.displayStyle == .optional {
      return [path: "\(value)"]
    }
    var result: [String: String] = [:]
    for child in mirror.children {
      result.merge(leaves(child.value, "\(path).\(child.label ?? "")")) { $1 }
    }
    return result
  }

  /// Another value that a setting accepts.
  private static func other(_ setting: Setting<Configuration>, than value: SettingValue)
    -> SettingValue
  {
    switch setting.domain {
    case .number(let range), .optionalNumber(let range):
      let candidates = [range.lowerBound, range.upperBound].map { SettingValue.number($0) }
      return candidates.first { $0 != value } ?? value
    case .count(let range):
      return value == .number(Double(range.lowerBound))
        ? .number(Double(range.upperBound)) : .number(Double(range.lowerBound))
    case .numbers(let range, _): return .numbers([range.lowerBound, range.upperBound])
    case .choice(let words): return .text(words.first { .text($0) != value } ?? "")
    case .texts: return .texts(["one", "two"])
    case .pattern(let names): return .text(names.first { .text($0) != value } ?? "")
    }
  }

  @Test func `Every key changes at least one stored property and reads it back`() throws {
    let base = Preset.default.configuration
    let before = Self.leaves(base)
    for setting in Configuration.settings {
      var changed = base
      let value = Self.other(setting, than: setting.value(in: base))
      try setting.set(value, in: &changed)
      #expect(setting.value(in: changed) == value, "\(setting.key)")
      let after = Self.leaves(changed)
      #expect(before.contains { after[$0.key] != $0.value }, "\(setting.key) changes nothing")
    }
  }

  /// The properties that only code sets: cues, whether a radio learns, for wide ranges the hysteresis that benchmarks compare
  /// with, and the confidence of ranges, which no rule of theirs has.
  private static let setInCode: Set = [
    ".cues", ".zones.wide.kind", ".zones.wide.margin", ".zones.wide.marginUnit",
    ".zones.wide.dwell", ".zones.wide.minimumSamples", ".zones.wide.confidence",
    ".zones.range.confidence", ".ranging.range.learns", ".heartbeat.tempo",
  ]

  @Test func `Every stored property is set by a key or only in code`() throws {
    let base = Preset.default.configuration
    var untouched = Self.leaves(base)
    #expect(untouched.count > 60)
    for setting in Configuration.settings {
      var changed = base
      try setting.set(Self.other(setting, than: setting.value(in: base)), in: &changed)
      let after = Self.leaves(changed)
      untouched = untouched.filter { after[$0.key] == $0.value }
    }
    #expect(Set(untouched.keys) == Self.setInCode)
  }

  @Test func `A value out of range is rejected, whatever its source`() throws {
    for setting in Configuration.settings {
      let range: ClosedRange<Double>
      switch setting.domain {
      case .number(let found), .optionalNumber(let found), .numbers(let found, _): range = found
      case .count(let found): range = Double(found.lowerBound)...Double(found.upperBound)
      default: continue
      }
      for bad in [range.lowerBound - 1e-3, range.upperBound * 1.001 + 1, .nan, .infinity] {
        var changed = Preset.default.configuration
        let error = #expect(throws: SettingError.self) {
          try setting.set(.number(bad), in: &changed)
        }
        #expect(error?.key == setting.key)
        #expect(changed == Preset.default.configuration)
      }
    }
  }

  @Test func `Settings in code are checked like settings in a file`() {
    let faults: [(String, (inout Configuration) -> Void)] = [
      ("uwb.gate", { $0.ranging.range.gate = -3 }),
      ("rssi.exponent", { $0.ranging.signal.pathLoss.exponent = .nan }),
      ("handOver.after", { $0.ranging.handOver.after = -1 }),
      ("zones.range.falseChangeInterval", { $0.zones.range.falseChangeInterval = [0] }),
      ("zones.edges[1]", { $0.zones.edges = [1, 0.5, 2, 3] }),
      ("zones.names", { $0.zones.names = ["one"] }),
      ("heartbeat.refractory", { $0.heartbeat.refractory = Seconds(.infinity) }),
      ("ceremony.retries", { $0.ceremony.retries = -1 }),
      ("ceremony.readyZone", { $0.ceremony.readyZone = 5 }),
      ("uwb.staleAfter", { $0.ranging.range.silence.stale = 0 }),
      ("constantVelocity.processNoise", { $0.ranging.constantVelocity.processNoise = -1 }),
    ]
    for (key, spoil) in faults {
      var configuration = Preset.default.configuration
      spoil(&configuration)
      let error = #expect(throws: SettingError.self) { try Pipeline(configuration) }
      #expect(error?.key == key, "\(key)")
    }
  }
}

@Suite struct SettingsJSONTests {
  @Test(arguments: Preset.own)
  func `Written settings are read back as the same configuration`(_ preset: Preset) throws {
    let bytes = SettingsJSON.encode(preset.configuration)
    let read = try SettingsJSON.decode(bytes, source: "a", base: Preset.geiger.configuration)
    #expect(read == preset.configuration)
    #expect(SettingsJSON.encode(read) == bytes)
    let basic = SettingsJSON.encode(preset.configuration, level: .basic)
    #expect(basic.count < bytes.count / 3)
    #expect(
      try SettingsJSON.decode(basic, source: "a", base: preset.configuration)
        == preset.configuration)
  }

  @Test func `About a dozen settings are basic`() {
    let basic = Configuration.settings.filter { $0.level == .basic }
    #expect((10...20).contains(basic.count), "\(basic.map(\.key))")
  }

  @Test(arguments: [
    ("{", "a:"), ("[]", "expected an object"),
    ("{\"uwb\":{\"gat\":1}}", "did you mean uwb.gate?"),
    ("{\"uwb\":{\"gate\":99}}", "uwb.gate is 99, expected a number from 1 to 20"),
    ("{\"preset\":\"disco\"}", "preset is \"disco\""),
    ("{\"zones\":{\"edges\":[1,\"x\"]}}", "zones.edges[1] is \"x\""),
    (
      "{\"heartbeat\":{\"pattern\":[{\"time\":0,\"loud\":1}]}}",
      "heartbeat.pattern[0].loud is not a key"
    ),
  ])
  func `Unknown input is rejected with its key`(_ text: String, _ message: String) {
    let error = #expect(throws: SettingsFileError.self) {
      try SettingsJSON.decode(Array(text.utf8), source: "a")
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `Dotted keys work like nested keys, and a preset can be the base`() throws {
    let nested = "{\"preset\":\"geiger\",\"uwb\":{\"bias\":0.2}}"
    let dotted = "{\"preset\":\"geiger\",\"uwb.bias\":0.2}"
    let read = try SettingsJSON.decode(Array(nested.utf8), source: "a")
    #expect(try SettingsJSON.decode(Array(dotted.utf8), source: "a") == read)
    #expect(read.ranging.range.bias.constant == 0.2 && read.heartbeat == .geiger)
  }
}
