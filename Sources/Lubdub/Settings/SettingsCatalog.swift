public import LubdubSupport

/// The list of all settings, for programs that show them: sliders, forms, completion.
public enum SettingsCatalog {
  /// One object per setting, in the order of the schema: `key`, `summary`, `unit`, `level`, `kind` (`number`, `optional`,
  /// `count`, `numbers`, `choice`, `texts`, `pattern`), `minimum` and `maximum` if the setting has them, `choices` for words.
  public static var json: JSONValue {
    .array(Configuration.settings.map { entry($0) })
  }

  private static func entry(_ setting: Setting<Configuration>) -> JSONValue {
    let (kind, range, words): (String, ClosedRange<Double>?, [String]?) =
      switch setting.domain {
      case .number(let range): ("number", range, nil)
      case .optionalNumber(let range): ("optional", range, nil)
      case .count(let range): ("count", Double(range.lowerBound)...Double(range.upperBound), nil)
      case .numbers(let range, _): ("numbers", range, nil)
      case .choice(let words): ("choice", nil, words)
      case .texts: ("texts", nil, nil)
      case .pattern(let names): ("pattern", nil, names)
      }
    var members: [String: JSONValue] = [
      "key": .string(setting.key), "summary": .string(setting.summary),
      "unit": .optional(setting.unit), "level": .string(setting.level.rawValue),
      "kind": .string(kind),
    ]
    members["minimum"] = range.map { .number($0.lowerBound) }
    members["maximum"] = range.map { .number($0.upperBound) }
    members["choices"] = words.map { .array($0.map { .string($0) }) }
    return .object(members)
  }
}
