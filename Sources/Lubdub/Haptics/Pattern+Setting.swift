extension Setting {
  static func pattern(
    _ key: String, _ summary: String, level: SettingLevel = .basic,
    _ place: @escaping Place<Pattern>
  ) -> Setting {
    Setting(
      key, summary, level: level, .pattern(Pattern.builtIn.map { $0.name }),
      visit: { root, new in
        Result { () throws(SettingError) in
          let given = try new.map { (value) throws(SettingError) in try Pattern(value, key) }
          var held = SettingValue.none
          place(&root) { pattern in
            // Equal events keep their time base; other events are in seconds, whatever the unit of the old events was.
            if let given, given.isBuiltIn || given.elements != pattern.elements { pattern = given }
            held = pattern.settingValue
          }
          return held
        }
      })
  }
}

extension Pattern {
  fileprivate init(_ value: SettingValue, _ key: String) throws(SettingError) {
    if let pattern = value.text.flatMap(Pattern.named) {
      self = pattern
    } else if let line = value.text {
      self.init(name: "custom", elements: try Element.list(line: line, key))
    } else {
      self.init(name: "custom", elements: try Pattern.elements(value, key))
    }
  }

  fileprivate var isBuiltIn: Bool { Pattern.named(name) != nil }

  fileprivate var settingValue: SettingValue {
    if Pattern.named(name)?.elements == elements { return .text(name) }
    return .list(elements.map { $0.settingValue })
  }

  /// Returns the events described by a list of records, such as `{time: 0.15, intensity: 0.7, sharpness: 0.3}`. An event with
  /// `duration` is continuous; `curve` then describes its course as a list of records with time, intensity (a share of the
  /// event's intensity), and sharpness (the event's by default).
  fileprivate static func elements(
    _ value: SettingValue, _ key: String
  ) throws(SettingError) -> [Element] {
    try (value.list ?? []).enumerated().map { (index, value) throws(SettingError) in
      try element(value, "\(key)[\(index)]")
    }
  }

  private static func element(_ value: SettingValue, _ key: String) throws(SettingError) -> Element
  {
    var fields = try RecordFields(value, key: key)
    let time = try fields.number("time", in: 0...3600)
    let intensity = try fields.number("intensity", in: 0...1, default: 1)
    let sharpness = try fields.number("sharpness", in: 0...1, default: 0.5)
    let duration = try fields.number("duration", in: 0...3600, default: 0)
    var curve: [Element.CurvePoint] = []
    for (index, point) in try fields.list("curve").enumerated() {
      let place = "\(key).curve[\(index)]"
      curve.append(try self.point(point, place, sharpness))
      guard index == 0 || curve[index - 1].offset <= curve[index].offset else {
        throw SettingError(key: "\(place).time", rule: "is before the point that precedes it")
      }
    }
    try fields.finish()
    guard duration > 0 || curve.isEmpty else {
      throw SettingError(key: key, rule: "has a curve but no duration")
    }
    return Element(
      offset: time, intensity: intensity, sharpness: sharpness,
      kind: duration > 0 ? .continuous(duration: duration, curve: curve) : .transient)
  }

  private static func point(
    _ value: SettingValue, _ key: String, _ usual: Double
  ) throws(SettingError) -> Element.CurvePoint {
    var fields = try RecordFields(value, key: key)
    let time = try fields.number("time", in: 0...3600)
    let intensity = try fields.number("intensity", in: 0...1)
    let sharpness = try fields.number("sharpness", in: 0...1, default: usual)
    try fields.finish()
    return Element.CurvePoint(offset: time, intensity: intensity, sharpness: sharpness)
  }
}

extension Pattern.Element {
  fileprivate var settingValue: SettingValue {
    var members = Self.members(offset, intensity, sharpness)
    if case .continuous(let duration, let curve) = kind {
      members.append(.init("duration", .number(duration)))
      let points = curve.map {
        SettingValue.record(Self.members($0.offset, $0.intensity, $0.sharpness))
      }
      if !points.isEmpty { members.append(.init("curve", .list(points))) }
    }
    return .record(members)
  }

  private static func members(
    _ time: Double, _ intensity: Double, _ sharpness: Double
  ) -> [SettingValue.Member] {
    [
      .init("time", .number(time)), .init("intensity", .number(intensity)),
      .init("sharpness", .number(sharpness)),
    ]
  }
}

/// The members of a record, removed one by one, so that any remaining member is an error.
private struct RecordFields {
  private var rest: [SettingValue.Member]
  private let key: String

  init(_ value: SettingValue, key: String) throws(SettingError) {
    guard case .record(let members) = value else {
      throw SettingError(
        key: key, rule: "is \(value.kind), expected {time: …, intensity: …, sharpness: …}")
    }
    (rest, self.key) = (members, key)
  }

  private mutating func removeValue(_ name: String) -> SettingValue? {
    guard let index = rest.lastIndex(where: { $0.name == name }) else { return nil }
    return rest.remove(at: index).value
  }

  mutating func number(
    _ name: String, in range: ClosedRange<Double>, default standard: Double? = nil
  ) throws(SettingError) -> Double {
    guard let value = removeValue(name) else {
      guard let standard else { throw SettingError(key: key, rule: "has no \(name)") }
      return standard
    }
    guard let number = value.number, range.contains(number) else {
      throw SettingError(
        key: "\(key).\(name)", found: value.kind,
        expected: "a number from \(SettingValue.text(range.lowerBound)) to "
          + SettingValue.text(range.upperBound))
    }
    return number
  }

  mutating func list(_ name: String) throws(SettingError) -> [SettingValue] {
    guard let value = removeValue(name) else { return [] }
    guard let values = value.list else {
      throw SettingError(key: "\(key).\(name)", rule: "is \(value.kind), expected a list of points")
    }
    return values
  }

  func finish() throws(SettingError) {
    guard let member = rest.first else { return }
    throw SettingError(
      key: "\(key).\(member.name)",
      rule: "is not a key; an event has time, intensity, sharpness, duration, curve")
  }
}
