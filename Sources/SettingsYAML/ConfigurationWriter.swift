internal import Haptics
public import Lubdub

/// Writes a configuration as YAML that `ConfigurationReader` reads back to the same value.
public enum ConfigurationWriter {
  /// All settings, each with a comment that says what it does and what it takes.
  public static func write(_ configuration: Configuration, heading: [String] = []) -> String {
    write(Configuration.settings, of: configuration, heading: heading)
  }

  /// Some settings, in the order given.
  public static func write(
    _ settings: [Setting], of configuration: Configuration, heading: [String] = []
  ) -> String {
    var lines = heading.map { "# \($0)" }
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
      lines.append("\(margin)\(parts[parts.count - 1]):\(text(setting.value(in: configuration)))")
      if case .events(let events) = setting.value(in: configuration) {
        lines.append(contentsOf: events.map { "\(margin)  - \(text($0))" })
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func indent(_ depth: Int) -> String {
    String(repeating: "  ", count: depth)
  }

  private static func text(_ value: SettingValue) -> String {
    switch value {
    case .none: " null"
    case .number(let number): " \(Setting.text(number))"
    case .numbers(let numbers): " [\(numbers.map(Setting.text).joined(separator: ", "))]"
    case .flag(let flag): " \(flag)"
    case .text(let word): " \(word)"
    case .texts(let words): " [\(words.joined(separator: ", "))]"
    case .events(let events): events.isEmpty ? " []" : ""
    }
  }

  private static func text(_ event: Pattern.Element) -> String {
    var fields = [
      "time: \(Setting.text(event.offset))", "intensity: \(Setting.text(event.intensity))",
      "sharpness: \(Setting.text(event.sharpness))",
    ]
    if case .continuous(let duration, let curve) = event.kind {
      fields.append("duration: \(Setting.text(duration))")
      let points = curve.map { point in
        "{time: \(Setting.text(point.offset)), intensity: \(Setting.text(point.intensity)), "
          + "sharpness: \(Setting.text(point.sharpness))}"
      }
      if !points.isEmpty { fields.append("curve: [\(points.joined(separator: ", "))]") }
    }
    return "{\(fields.joined(separator: ", "))}"
  }
}
