/// Writes a configuration as YAML that `ConfigurationReader` reads back as an equal value.
package enum ConfigurationWriter {
  package static func write(
    _ configuration: Configuration, level: SettingLevel = .expert, heading: [String] = []
  ) -> String {
    let settings = Configuration.settings.filter { level == .expert || $0.level == .basic }
    return write(settings, of: configuration, heading: heading)
  }

  package static func write(
    _ settings: [Setting<Configuration>], of configuration: Configuration, heading: [String] = []
  ) -> String {
    var lines = heading.map(\.hashComment)
    var open: [Substring] = []
    for setting in settings {
      let parts = setting.key.split(separator: ".")
      let path = parts.dropLast()
      let shared = zip(open, path).prefix { $0 == $1 }.count
      for depth in shared..<path.count {
        if depth == 0, !lines.isEmpty { lines.append("") }
        lines.append("\(indent(depth))\(path[depth]):")
      }
      open = Array(path)
      let margin = indent(path.count)
      lines.append("\(margin)# \(setting.summary): \(setting.expectation)")
      let value = setting.value(in: configuration)
      let events = events(of: value)
      let text = events == nil ? " \(inline(value))" : ""
      lines.append("\(margin)\(parts[parts.count - 1]):\(text)")
      lines += (events ?? []).map { "\(margin)  - \(inline($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  /// The elements of a list of records, for writing one per line; `nil` for every other value.
  private static func events(of value: SettingValue) -> [SettingValue]? {
    guard case .list(let values) = value, case .record = values.first else { return nil }
    return values
  }

  private static func inline(_ value: SettingValue) -> String {
    switch value {
    case .none: return "null"
    case .number(let number): return SettingValue.text(number)
    case .flag(let flag): return "\(flag)"
    case .text(let word): return YAMLText.word(word)
    case .list(let values): return "[\(values.map(inline).joined(separator: ", "))]"
    case .record(let members):
      let fields = members.map { "\($0.name): \(inline($0.value))" }
      return "{\(fields.joined(separator: ", "))}"
    }
  }
}
