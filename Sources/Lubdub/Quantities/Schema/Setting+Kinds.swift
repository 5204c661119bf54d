extension Setting {
  /// A bare number.
  package static func number(
    _ key: String, _ summary: String, unit: String? = nil, level: SettingLevel = .expert,
    in range: ClosedRange<Double>, get: @escaping @Sendable (Root) -> Double,
    set: @escaping @Sendable (inout Root, Double) -> Void
  ) -> Setting {
    Setting(
      key, summary, unit: unit, level: level, .number(range), get: { .number(get($0)) },
      assign: { root, value in set(&root, value.number ?? range.lowerBound) })
  }

  package static func quantity<Unit: UnitOfMeasure>(
    _ key: String, _ summary: String, level: SettingLevel = .expert, in range: ClosedRange<Double>,
    get: @escaping @Sendable (Root) -> Quantity<Unit>,
    set: @escaping @Sendable (inout Root, Quantity<Unit>) -> Void
  ) -> Setting {
    number(
      key, summary, unit: Unit.symbol, level: level, in: range, get: { get($0).value },
      set: { set(&$0, Quantity($1)) })
  }

  /// A number, or nothing.
  package static func optional(
    _ key: String, _ summary: String, unit: String? = nil, level: SettingLevel = .expert,
    in range: ClosedRange<Double>, get: @escaping @Sendable (Root) -> Double?,
    set: @escaping @Sendable (inout Root, Double?) -> Void
  ) -> Setting {
    Setting(
      key, summary, unit: unit, level: level, .optionalNumber(range),
      get: { get($0).map { .number($0) } ?? .none },
      assign: { root, value in set(&root, value.number) })
  }

  /// A whole number.
  package static func count(
    _ key: String, _ summary: String, level: SettingLevel = .expert, in range: ClosedRange<Int>,
    get: @escaping @Sendable (Root) -> Int, set: @escaping @Sendable (inout Root, Int) -> Void
  ) -> Setting {
    Setting(
      key, summary, level: level, .count(range), get: { .number(Double(get($0))) },
      assign: { root, value in
        set(&root, value.number.flatMap { Int(exactly: $0) } ?? range.lowerBound)
      })
  }

  /// A list of numbers. A single number is a list of one.
  package static func numbers(
    _ key: String, _ summary: String, unit: String? = nil, level: SettingLevel = .expert,
    eachIn range: ClosedRange<Double>, get: @escaping @Sendable (Root) -> [Double],
    set: @escaping @Sendable (inout Root, [Double]) -> Void
  ) -> Setting {
    Setting(
      key, summary, unit: unit, level: level, .numbers(range, takesNull: false),
      get: { .numbers(get($0)) }, assign: { root, value in set(&root, value.numbers ?? []) })
  }

  /// A list of numbers, some of which may be left open. A single number is a list of one.
  package static func optionalNumbers(
    _ key: String, _ summary: String, unit: String? = nil, level: SettingLevel = .expert,
    eachIn range: ClosedRange<Double>, get: @escaping @Sendable (Root) -> [Double?],
    set: @escaping @Sendable (inout Root, [Double?]) -> Void
  ) -> Setting {
    Setting(
      key, summary, unit: unit, level: level, .numbers(range, takesNull: true),
      get: { .list(get($0).map { $0.map { .number($0) } ?? .none }) },
      assign: { root, value in set(&root, value.list?.map { $0.number } ?? [value.number]) })
  }

  /// Yes or no.
  package static func flag(
    _ key: String, _ summary: String, level: SettingLevel = .expert,
    get: @escaping @Sendable (Root) -> Bool, set: @escaping @Sendable (inout Root, Bool) -> Void
  ) -> Setting {
    Setting(
      key, summary, level: level, .flag, get: { .flag(get($0)) },
      assign: { root, value in set(&root, value == .flag(true)) })
  }

  /// One of the cases of an enumeration, by its raw value.
  package static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ key: String, _ summary: String, level: SettingLevel = .expert,
    get: @escaping @Sendable (Root) -> Choice,
    set: @escaping @Sendable (inout Root, Choice) -> Void
  ) -> Setting where Choice.RawValue == String {
    Setting(
      key, summary, level: level, .choice(Choice.allCases.map { $0.rawValue }),
      get: { .text(get($0).rawValue) },
      assign: { root, value in
        if let choice = value.text.flatMap(Choice.init) { set(&root, choice) }
      })
  }

  /// A list of words. A single word is a list of one.
  package static func texts(
    _ key: String, _ summary: String, level: SettingLevel = .expert,
    get: @escaping @Sendable (Root) -> [String],
    set: @escaping @Sendable (inout Root, [String]) -> Void
  ) -> Setting {
    Setting(
      key, summary, level: level, .texts, get: { .texts(get($0)) },
      assign: { root, value in
        set(&root, value.list?.compactMap { $0.text } ?? [value.text].compactMap { $0 })
      })
  }
}
