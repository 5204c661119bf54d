public import LubdubGround

/// The list of all settings, for programs that show them: sliders, forms, completion.
public enum SettingsCatalog {
  /// One object for each setting, in the order of the schema: `key`, `summary`, `unit`, `level`, `kind`
  /// (`number`, `optional`, `count`, `numbers`, `choice`, `texts`, `pattern`), `minimum` and
  /// `maximum` where it has them, `choices` for words.
  public static var json: JSONValue {
    .array(Configuration.settings.map { entry($0) })
  }

  private static func entry(_ setting: Setting<Configuration>) -> JSONValue {
    var members: [String: JSONValue] = [
      "key": .string(setting.key), "summary": .string(setting.summary),
      "unit": .optional(setting.unit), "level": .string(setting.level.rawValue),
    ]
    switch setting.domain {
    case .number(let range): add("number", range, to: &members)
    case .optionalNumber(let range): add("optional", range, to: &members)
    case .count(let range):
      add("count", Double(range.lowerBound)...Double(range.upperBound), to: &members)
    case .numbers(let range, _): add("numbers", range, to: &members)
    case .choice(let words): add("choice", words, to: &members)
    case .texts: members["kind"] = "texts"
    case .pattern(let names): add("pattern", names, to: &members)
    }
    return .object(members)
  }

  private static func add(
    _ kind: String, _ range: ClosedRange<Double>, to members: inout [String: JSONValue]
  ) {
    members["kind"] = .string(kind)
    members["minimum"] = .number(range.lowerBound)
    members["maximum"] = .number(range.upperBound)
  }

  private static func add(
    _ kind: String, _ words: [String], to members: inout [String: JSONValue]
  ) {
    members["kind"] = .string(kind)
    members["choices"] = .array(words.map { .string($0) })
  }
}
