internal import Haptics
public import Lubdub
internal import Yams

/// Reads a configuration from YAML, strictly: what is not understood is an error with its line.
public enum ConfigurationReader {
  /// Reads a file's text.
  ///
  /// - Parameters:
  ///   - text: YAML. Keys may be nested (`zones:` over `dwell:`) or dotted (`zones.dwell:`); the key
  ///     `preset` names the preset that everything not mentioned is taken from.
  ///   - source: The name that errors are reported under.
  ///   - base: The configuration that the file changes when it names no preset.
  /// - Returns: A valid configuration.
  /// - Throws: `ConfigurationError` for the first key that is unknown, out of range, of the wrong
  ///   kind or in contradiction to another.
  public static func read(
    _ text: String, source: String, base: Configuration = Preset.default.configuration
  ) throws(ConfigurationError) -> Configuration {
    var entries = Entries(source: source)
    if let root = try YAMLText.compose(text, source: source) {
      try entries.collect(root, under: "")
    }
    var configuration = base
    if let preset = entries.preset {
      guard let named = Preset(rawValue: preset.name) else {
        let names = Preset.allCases.map(\.rawValue).joined(separator: ", ")
        throw entries.failure("preset is \"\(preset.name)\", expected one of \(names)", preset.line)
      }
      configuration = named.configuration
    }
    var lines: [String: Int] = [:]
    for entry in entries.values {
      guard let setting = Configuration.setting(entry.key) else {
        throw entries.failure(Configuration.unknownKey(entry.key), entry.line)
      }
      lines[entry.key] = entry.line
      do throws(SettingError) {
        try setting.set(entry.value, in: &configuration)
      } catch {
        throw entries.failure(error.description, entry.line)
      }
    }
    do throws(SettingError) {
      try configuration.validate()
    } catch {
      throw ConfigurationError(source: source, line: lines[error.key], rule: error.description)
    }
    return configuration
  }

  /// Applies one `KEY=VALUE`, as given on a command line. A list is written `[0.1, 0.2]`.
  ///
  /// - Throws: `ConfigurationError` when there is no such key or the value is not one that it takes.
  public static func apply(
    _ assignment: String, to configuration: inout Configuration
  ) throws(ConfigurationError) {
    guard let split = assignment.firstIndex(of: "=") else {
      throw ConfigurationError(
        source: assignment, line: nil, rule: "expected KEY=VALUE")
    }
    let key = assignment[..<split]
    let value = assignment[assignment.index(after: split)...]
    let changed: Configuration
    do throws(ConfigurationError) {
      changed = try read("\(key): \(value)", source: assignment, base: configuration)
    } catch {
      throw ConfigurationError(source: error.source, line: nil, rule: error.rule)
    }
    configuration = changed
  }
}

/// The keys and values of a document, flattened to dotted names.
private struct Entries {
  let source: String
  var values: [(key: String, value: SettingValue, line: Int?)] = []
  var preset: (name: String, line: Int?)?

  init(source: String) {
    self.source = source
  }

  func failure(_ rule: String, _ line: Int?) -> ConfigurationError {
    ConfigurationError(source: source, line: line, rule: rule)
  }

  mutating func collect(_ node: Node, under prefix: String) throws(ConfigurationError) {
    guard case .mapping(let mapping) = node else {
      guard prefix.isEmpty, case .scalar(let scalar) = node, scalar.string.isEmpty else {
        throw failure("expected keys with values at the top of the file", node.mark?.line)
      }
      return
    }
    for (name, value) in mapping {
      guard let name = name.scalar?.string else {
        throw failure("a key must be a word", name.mark?.line)
      }
      let key = prefix.isEmpty ? name : "\(prefix).\(name)"
      try add(key, value, line: value.mark?.line ?? mapping.mark?.line)
    }
  }

  private mutating func add(
    _ key: String, _ node: Node, line: Int?
  ) throws(ConfigurationError) {
    switch node {
    case .mapping: try collect(node, under: key)
    case .sequence(let sequence):
      values.append((key, try list(Array(sequence), key: key, line: line), line))
    case .scalar(let scalar):
      if key == "preset" {
        preset = (scalar.string, line)
      } else {
        values.append((key, YAMLScalar.value(scalar), line))
      }
    case .alias: throw failure("\(key) is an alias, expected a value", line)
    }
  }

  private func list(
    _ nodes: [Node], key: String, line: Int?
  ) throws(ConfigurationError) -> SettingValue {
    if nodes.contains(where: { $0.mapping != nil }) {
      var events: [Pattern.Element] = []
      for (index, node) in nodes.enumerated() {
        events.append(try PatternNode.event(node, path: "\(key)[\(index)]", source: source))
      }
      return .events(events)
    }
    let values = nodes.compactMap(\.scalar).map(YAMLScalar.value)
    guard values.count == nodes.count else {
      throw failure("\(key) holds a list in a list, expected plain values", line)
    }
    let numbers = values.compactMap { value in
      if case .number(let number) = value { number } else { nil }
    }
    if numbers.count == values.count { return .numbers(numbers) }
    return .texts(nodes.compactMap(\.scalar?.string))
  }
}
