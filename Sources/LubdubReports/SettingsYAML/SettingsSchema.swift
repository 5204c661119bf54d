/// The JSON Schema of a settings file, for editors that complete and check YAML and JSON.
package enum SettingsSchema {
  /// The schema, of draft 2020-12. Keys are nested, as `SettingsJSON` and the YAML files write them.
  package static func json(_ vocabulary: Vocabulary = Vocabulary()) -> JSONValue {
    var root = Group()
    for setting in Configuration.settings {
      root.insert(
        property(of: setting), at: setting.key.split(separator: ".").map { String($0) }[...])
    }
    root.insert(
      [
        "description": "What everything that is not mentioned is taken from",
        "enum": .array(vocabulary.presets.map { .string($0.name) }),
      ], at: ["preset"])
    guard case .object(var members) = root.json else { return root.json }
    members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    members["title"] = "Settings of Lubdub"
    return .object(members)
  }

  private static func property(of setting: Setting<Configuration>) -> JSONValue {
    var members = members(of: setting.domain)
    let unit = setting.unit.map { ", in \($0)" } ?? ""
    members["description"] = .string("\(setting.summary)\(unit) (\(setting.level.rawValue))")
    members["default"] = JSONValue(setting.value(in: Preset.default.configuration))
    return .object(members)
  }

  private static func members(of domain: SettingDomain) -> [String: JSONValue] {
    switch domain {
    case .number(let range): return number(range)
    case .optionalNumber(let range): return nullable(number(range))
    case .count(let range):
      return [
        "type": "integer", "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]
    case .numbers(let range, let takesNull):
      let item = takesNull ? nullable(number(range)) : number(range)
      return ["anyOf": [["type": "array", "items": .object(item)], .object(number(range))]]
    case .choice(let words): return ["enum": .array(words.map { .string($0) })]
    case .texts:
      return ["anyOf": [["type": "array", "items": ["type": "string"]], ["type": "string"]]]
    case .pattern(let names):
      return [
        "anyOf": [
          ["enum": .array(names.map { .string($0) })], ["type": "string", "pattern": ":"],
          ["type": "array", "minItems": 1, "items": event],
        ]
      ]
    }
  }

  private static func number(_ range: ClosedRange<Double>) -> [String: JSONValue] {
    [
      "type": "number", "minimum": .number(range.lowerBound),
      "maximum": .number(range.upperBound),
    ]
  }

  private static func nullable(_ members: [String: JSONValue]) -> [String: JSONValue] {
    ["anyOf": [.object(members), ["type": "null"]]]
  }

  private static var event: JSONValue {
    let share = JSONValue.object(number(0...1))
    let time = JSONValue.object(number(0...3600))
    let point: JSONValue = [
      "type": "object", "additionalProperties": false, "required": ["time", "intensity"],
      "properties": ["time": time, "intensity": share, "sharpness": share],
    ]
    return [
      "type": "object", "additionalProperties": false, "required": ["time"],
      "properties": [
        "time": time, "intensity": share, "sharpness": share, "duration": time,
        "curve": ["type": "array", "items": point],
      ],
    ]
  }

  private struct Group {
    private var groups: [String: Group] = [:]
    private var leaves: [String: JSONValue] = [:]

    mutating func insert(_ value: JSONValue, at path: ArraySlice<String>) {
      guard let name = path.first else { return }
      if path.count == 1 {
        leaves[name] = value
      } else {
        groups[name, default: Group()].insert(value, at: path.dropFirst())
      }
    }

    var json: JSONValue {
      var properties = leaves
      for (name, group) in groups { properties[name] = group.json }
      return [
        "type": "object", "additionalProperties": false, "properties": .object(properties),
      ]
    }
  }
}
