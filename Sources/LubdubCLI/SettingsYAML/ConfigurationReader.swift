internal import Yams

/// Reads a configuration from YAML strictly. Unknown content is an error with its line.
package enum ConfigurationReader {
  /// The configuration of several files and then of assignments `KEY=VALUE`. All values are applied before checks of their
  /// combination.
  package static func read(
    _ documents: [SettingsDocument], _ assignments: [String], option: String,
    base: Configuration = Preset.default.configuration, vocabulary: Vocabulary = Vocabulary()
  ) throws(SettingsFileError) -> Configuration {
    let together = try document(assignments, option: option, vocabulary)
    do throws(SettingsFileError) {
      return try SettingsDocument.configuration(
        of: documents + [together], base: base, vocabulary: vocabulary)
    } catch {
      guard error.source == option else { throw error }
      throw error.placed { "\(option) \(assignments[$0])" }
    }
  }

  /// The keys and values of assignments. The line of an entry is the index of its assignment.
  private static func document(
    _ assignments: [String], option: String, _ vocabulary: Vocabulary
  ) throws(SettingsFileError) -> SettingsDocument {
    var together = SettingsDocument(source: option)
    for (index, assignment) in assignments.enumerated() {
      let source = "\(option) \(assignment)"
      guard let split = assignment.firstIndex(of: "=") else {
        throw SettingsFileError(source: source, rule: "expected KEY=VALUE")
      }
      let value = assignment[assignment.index(after: split)...]
      do throws(SettingsFileError) {
        let one = try document("\(assignment[..<split]): \(value)", source: source)
        if let other = one.entries.first(where: { vocabulary.leavesOut($0.key) }) {
          throw SettingsFileError(
            source: source, rule: "\(other.key) is allowed only in a settings file")
        }
        together.entries += one.entries.map { .init(key: $0.key, value: $0.value, line: index) }
      } catch {
        throw SettingsFileError(source: source, rule: error.rule)
      }
    }
    return together
  }

  package static func document(
    _ text: String, source: String
  ) throws(SettingsFileError) -> SettingsDocument {
    var document = SettingsDocument(source: source)
    if let root = try YAMLText.compose(text, source: source) {
      try collect(root, under: "", into: &document)
    }
    return document
  }

  /// The keys and values of a settings file: JSON if its name ends in `.json`, and YAML otherwise.
  package static func document(
    _ bytes: [UInt8], source: String
  ) throws(SettingsFileError) -> SettingsDocument {
    guard let text = String(utf8: bytes) else {
      throw SettingsFileError(source: source, rule: "the file is not UTF-8 text")
    }
    guard source.hasSuffix(".json") else { return try document(text, source: source) }
    var document = try SettingsJSON.document(bytes, source: source)
    // JSON is also YAML, and the YAML reader returns lines.
    guard let lines = try? Self.document(text, source: source) else { return document }
    for index in document.entries.indices {
      let key = document.entries[index].key
      document.entries[index].line = lines.entries.last { $0.key == key }?.line
    }
    return document
  }

  private static func collect(
    _ node: Node, under prefix: String, into document: inout SettingsDocument
  ) throws(SettingsFileError) {
    func failure(_ rule: String, _ line: Int?) -> SettingsFileError {
      SettingsFileError(source: document.source, line: line, rule: rule)
    }
    guard case .mapping(let mapping) = node else {
      guard prefix.isEmpty, case .scalar(let scalar) = node, scalar.string.isEmpty else {
        throw failure(
          "expected keys with values, such as zones: and below it edges: [0.1, 0.3, 1, 2]; lubdub preset prints a file",
          node.mark?.line)
      }
      return
    }
    for (name, value) in mapping {
      guard let name = name.scalar?.string else {
        throw failure("a key must be a word", name.mark?.line)
      }
      let key = prefix.isEmpty ? name : "\(prefix).\(name)"
      if case .mapping(let inner) = value, !inner.isEmpty || Configuration.hasGroup(key) {
        try collect(value, under: key, into: &document)
        continue
      }
      let line = value.mark?.line ?? mapping.mark?.line
      guard let settingValue = SettingValue(value) else {
        throw failure(
          "\(key) contains an alias or a key that is not a word, expected a value", line)
      }
      document.entries.append(.init(key: key, value: settingValue, line: line))
    }
  }
}

extension SettingsFileError {
  fileprivate func placed(_ name: (Int) -> String) -> SettingsFileError {
    SettingsFileError(
      source: line.map(name) ?? source, rule: rule, others: others.map { $0.placed(name) })
  }
}

extension SettingValue {
  fileprivate init?(_ node: Node) {
    switch node {
    case .scalar(let scalar): self = YAMLScalar.value(scalar)
    case .sequence(let sequence):
      let values = sequence.compactMap { SettingValue($0) }
      guard values.count == sequence.count else { return nil }
      self = .list(values)
    case .mapping(let mapping):
      var members: [Member] = []
      for (name, value) in mapping {
        guard let name = name.scalar?.string, let value = SettingValue(value) else { return nil }
        members.append(Member(name, value))
      }
      self = .record(members)
    case .alias: return nil
    }
  }
}
