internal import Yams

/// Actuator models in YAML: the key `actuators:` contains one mapping per name.
package enum ActuatorFile {
  /// Reads the models of a file. Missing values get their defaults.
  package static func read(
    _ text: String, source: String
  ) throws(SettingsFileError) -> [(name: String, model: ActuatorModel)] {
    let root = try YAMLText.compose(text, source: source)
    guard let actuators = root?.mapping?["actuators"]?.mapping else {
      throw SettingsFileError(
        source: source, line: nil,
        rule: "expected the key \"actuators\" with a mapping of names to models")
    }
    if let other = root?.mapping?.first(where: { $0.key.string != "actuators" }) {
      throw SettingsFileError(
        source: source, line: other.key.mark?.line,
        rule:
          "\(other.key.string.map { "\"\($0)\"" } ?? "this key") is not known here, expected \"actuators\""
      )
    }
    var models: [(name: String, model: ActuatorModel)] = []
    for (key, value) in actuators {
      let name = key.string ?? ""
      models.append((name, try model(value, path: "actuators.\(name)", source: source)))
    }
    return models
  }

  private static func model(
    _ node: Node, path: String, source: String
  ) throws(SettingsFileError) -> ActuatorModel {
    func failure(_ rule: String, at place: Node) -> SettingsFileError {
      SettingsFileError(source: source, line: place.mark?.line, rule: rule)
    }
    let kinds = ActuatorModel.names.joined(separator: ", ")
    guard let mapping = node.mapping, let kind = mapping["model"]?.string else {
      throw failure("\(path).model is missing, expected one of \(kinds)", at: node)
    }
    guard var model = ActuatorModel.named(kind) else {
      throw failure("\(path).model is \"\(kind)\", expected one of \(kinds)", at: node)
    }
    for (key, value) in mapping where key.string != "model" {
      let name = key.string ?? ""
      guard let number = value.scalar.flatMap({ YAMLScalar.number($0.string) }) else {
        throw failure("\(path).\(name) is not a number", at: key)
      }
      guard let changed = model.setting(name, to: number) else {
        let known = model.fields.map(\.name).joined(separator: ", ")
        throw failure("\(path).\(name) is not a key of \(kind), expected one of \(known)", at: key)
      }
      model = changed
    }
    do throws(AudioError) {
      try model.validate()
    } catch {
      throw failure("\(path).\(error.description)", at: node)
    }
    return model
  }

  package static func write(_ models: [(name: String, model: ActuatorModel)]) -> String {
    let blocks = models.map { name, model in
      let lines = model.fields.map { field in
        "    \(field.name): \(SettingValue.text(field.value))  # \(field.meaning)\n"
      }
      return "  \(name):\n    model: \(model.name)\n" + lines.joined()
    }
    return "actuators:\n" + blocks.joined()
  }

  package static func json(_ models: [(name: String, model: ActuatorModel)]) -> JSONValue {
    ["actuators": JSONValue(members: models.map { ($0.name, $0.model.json) })]
  }
}
