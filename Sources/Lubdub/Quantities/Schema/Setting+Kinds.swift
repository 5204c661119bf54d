package protocol SettingNumber: Sendable {
  init(settingNumber: Double)
  var settingNumber: Double { get }
  static var settingUnit: String? { get }
}

extension Double: SettingNumber {
  package init(settingNumber: Double) { self = settingNumber }
  package var settingNumber: Double { self }
  package static var settingUnit: String? { nil }
}

extension Quantity: SettingNumber {
  package init(settingNumber: Double) { self.init(settingNumber) }
  package var settingNumber: Double { value }
  package static var settingUnit: String? { Unit.symbol }
}

extension Setting {
  /// Creates a setting stored as a value of some type; `write` returns `nil` for a value that cannot be converted.
  private init<Part>(
    _ key: String, _ summary: String, unit: String? = nil, level: SettingLevel,
    _ domain: SettingDomain, isPerEdge: Bool = false, _ place: @escaping Place<Part>,
    read: @escaping @Sendable (Part) -> SettingValue,
    write: @escaping @Sendable (SettingValue) -> Part?
  ) {
    self.init(
      key, summary, unit: unit, level: level, domain, isPerEdge: isPerEdge,
      visit: { root, new in
        var held = SettingValue.none
        place(&root) { part in
          if let new, let value = write(new) { part = value }
          held = read(part)
        }
        return .success(held)
      })
  }

  package static func number<Number: SettingNumber>(
    _ key: String, _ summary: String, level: SettingLevel = .expert, in range: ClosedRange<Double>,
    _ place: @escaping Place<Number>
  ) -> Setting {
    Setting(
      key, summary, unit: Number.settingUnit, level: level, .number(range), place,
      read: { .number($0.settingNumber) }, write: { $0.number.map { Number(settingNumber: $0) } })
  }

  package static func optional<Number: SettingNumber>(
    _ key: String, _ summary: String, level: SettingLevel = .expert, in range: ClosedRange<Double>,
    _ place: @escaping Place<Number?>
  ) -> Setting {
    Setting(
      key, summary, unit: Number.settingUnit, level: level, .optionalNumber(range), place,
      read: { SettingValue($0) }, write: { .some($0.number.map { Number(settingNumber: $0) }) })
  }

  package static func count(
    _ key: String, _ summary: String, level: SettingLevel = .expert, in range: ClosedRange<Int>,
    _ place: @escaping Place<Int>
  ) -> Setting {
    Setting(
      key, summary, level: level, .count(range), place, read: { .number(Double($0)) },
      write: { $0.number.flatMap { Int(exactly: $0) } })
  }

  /// A list of numbers. A single number counts as a list of one number.
  package static func numbers<Number: SettingNumber>(
    _ key: String, _ summary: String, unit: String? = nil, level: SettingLevel = .expert,
    eachIn range: ClosedRange<Double>, isPerEdge: Bool = false, _ place: @escaping Place<[Number]>
  ) -> Setting {
    Setting(
      key, summary, unit: unit ?? Number.settingUnit, level: level,
      .numbers(range, takesNull: false), isPerEdge: isPerEdge, place,
      read: { .list($0.map { .number($0.settingNumber) }) },
      write: { $0.numbers?.map { Number(settingNumber: $0) } })
  }

  /// A list of numbers and nulls. A single number counts as a list of one number.
  package static func optionalNumbers<Number: SettingNumber>(
    _ key: String, _ summary: String, level: SettingLevel = .expert,
    eachIn range: ClosedRange<Double>, _ place: @escaping Place<[Number?]>
  ) -> Setting {
    Setting(
      key, summary, unit: Number.settingUnit, level: level, .numbers(range, takesNull: true), place,
      read: { .list($0.map { SettingValue($0) }) },
      write: { ($0.list ?? [$0]).map { $0.number.map { Number(settingNumber: $0) } } })
  }

  package static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ key: String, _ summary: String, level: SettingLevel = .expert,
    _ place: @escaping Place<Choice>
  ) -> Setting where Choice.RawValue == String {
    Setting(
      key, summary, level: level, .choice(Choice.allCases.map { $0.rawValue }), place,
      read: { .text($0.rawValue) }, write: { $0.text.flatMap { Choice(rawValue: $0) } })
  }

  /// A list of words. A single word counts as a list of one word.
  package static func texts(
    _ key: String, _ summary: String, level: SettingLevel = .expert,
    _ place: @escaping Place<[String]>
  ) -> Setting {
    Setting(
      key, summary, level: level, .texts, place, read: { .texts($0) },
      write: { ($0.list ?? [$0]).compactMap { $0.text } })
  }
}

extension SettingValue {
  fileprivate init(_ number: (some SettingNumber)?) {
    self = number.map { .number($0.settingNumber) } ?? .none
  }
}
