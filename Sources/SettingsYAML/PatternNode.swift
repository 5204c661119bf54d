internal import Haptics
internal import Yams

/// Reads the events of a pattern from YAML.
enum PatternNode {
  /// An event, such as `{time: 0.15, intensity: 0.7, sharpness: 0.3}`; with `duration` it is
  /// continuous, and `curve` then gives its course as a list of
  /// `{time: …, intensity: …, sharpness: …}`.
  ///
  /// - Throws: `ConfigurationError` with the path and line of what is not understood.
  static func event(
    _ node: Node, path: String, source: String
  ) throws(ConfigurationError) -> Pattern.Element {
    var fields = try Fields(node, path: path, source: source)
    let time = try fields.number("time", in: 0...3600)
    let intensity = try fields.number("intensity", in: 0...1, default: 1)
    let sharpness = try fields.number("sharpness", in: 0...1, default: 0.5)
    let duration = try fields.number("duration", in: 0...3600, default: 0)
    let points = try fields.list("curve")
    var curve: [Pattern.Element.CurvePoint] = []
    for (index, point) in points.enumerated() {
      let place = "\(path).curve[\(index)]"
      curve.append(try Self.point(point, path: place, source: source))
      guard index == 0 || curve[index - 1].offset <= curve[index].offset else {
        throw fields.failure("\(place).time is before the point that precedes it")
      }
    }
    try fields.finish()
    guard duration > 0 || curve.isEmpty else {
      throw fields.failure("\(path) has a curve but no duration")
    }
    let kind: Pattern.Element.Kind =
      duration > 0 ? .continuous(duration: duration, curve: curve) : .transient
    return Pattern.Element(
      offset: time, intensity: intensity, sharpness: sharpness, kind: kind)
  }

  private static func point(
    _ node: Node, path: String, source: String
  ) throws(ConfigurationError) -> Pattern.Element.CurvePoint {
    var fields = try Fields(node, path: path, source: source)
    let time = try fields.number("time", in: 0...3600)
    let intensity = try fields.number("intensity", in: 0...1)
    let sharpness = try fields.number("sharpness", in: 0...1, default: 0.5)
    try fields.finish()
    return Pattern.Element.CurvePoint(
      offset: time, intensity: intensity, sharpness: sharpness)
  }
}

/// The members of one mapping, taken out one by one so that what is left over is an error.
private struct Fields {
  private var rest: [String: Node]
  private let path: String
  private let source: String
  private let line: Int?

  init(_ node: Node, path: String, source: String) throws(ConfigurationError) {
    self.path = path
    self.source = source
    line = node.mark?.line
    rest = [:]
    guard let mapping = node.mapping else {
      throw failure("\(path) is a plain value, expected {time: …, intensity: …}")
    }
    for (name, value) in mapping {
      rest[name.scalar?.string ?? ""] = value
    }
  }

  func failure(_ rule: String) -> ConfigurationError {
    ConfigurationError(source: source, line: line, rule: rule)
  }

  mutating func number(
    _ name: String, in range: ClosedRange<Double>, default standard: Double? = nil
  ) throws(ConfigurationError) -> Double {
    guard let node = rest.removeValue(forKey: name) else {
      guard let standard else { throw failure("\(path) has no \(name)") }
      return standard
    }
    guard let word = node.scalar?.string, let number = YAMLScalar.number(word),
      range.contains(number)
    else {
      throw failure(
        "\(path).\(name) is \(node.scalar?.string ?? "no plain value"), expected a number from "
          + "\(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func list(_ name: String) throws(ConfigurationError) -> [Node] {
    guard let node = rest.removeValue(forKey: name) else { return [] }
    guard let sequence = node.sequence else {
      throw failure("\(path).\(name) is no list, expected points")
    }
    return Array(sequence)
  }

  func finish() throws(ConfigurationError) {
    guard let name = rest.keys.min() else { return }
    throw failure("\(path).\(name) is not a key of an event")
  }
}
