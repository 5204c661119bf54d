/// Who needs to know of a setting.
public enum SettingLevel: String, Sendable, Hashable, CaseIterable {
  /// Everybody who tunes a product.
  case basic
  /// Somebody who knows how the stage works.
  case expert
}

/// One key of a part of the settings: its name, its meaning, the values that it takes, and how to get
/// and set it.
///
/// Each settings struct has its list of them beside it, as `static var schema`. Files, command lines,
/// searches, editors and validation all work on these lists.
package struct Setting<Root: Sendable>: Sendable {
  /// The dotted name, such as `zones.range.falseChangeInterval`.
  package let key: String
  /// One line that says what it does.
  package let summary: String
  /// The unit's symbol; `nil` for a bare number or a word.
  package let unit: String?
  /// Who needs to know of it.
  package let level: SettingLevel
  /// The values that it takes.
  package let domain: SettingDomain

  private let get: @Sendable (Root) -> SettingValue
  private let assign: @Sendable (inout Root, SettingValue) throws(SettingError) -> Void

  /// A setting from its parts. `assign` is only called with values of the domain; what it throws has
  /// the key as its key.
  package init(
    _ key: String, _ summary: String, unit: String? = nil, level: SettingLevel = .expert,
    _ domain: SettingDomain, get: @escaping @Sendable (Root) -> SettingValue,
    assign: @escaping @Sendable (inout Root, SettingValue) throws(SettingError) -> Void
  ) {
    self.key = key
    self.summary = summary
    self.unit = unit
    self.level = level
    self.domain = domain
    self.get = get
    self.assign = assign
  }

  /// The values that the setting takes, in words.
  package var expectation: String { domain.description(unit: unit) }

  /// The setting's value.
  package func value(in root: Root) -> SettingValue { get(root) }

  /// Gives the setting a value.
  package func set(_ value: SettingValue, in root: inout Root) throws(SettingError) {
    guard domain.contains(value) else {
      throw SettingError(key: key, found: value.kind(outside: domain), expected: expectation)
    }
    try assign(&root, value)
  }

  /// Refuses a value that was set in code and is outside the range.
  package func validate(_ root: Root) throws(SettingError) {
    let value = get(root)
    guard domain.contains(value) else {
      throw SettingError(key: key, found: value.kind(outside: domain), expected: expectation)
    }
  }

  /// The same setting of a larger struct that holds this one: the key gets a prefix, if there is one, and
  /// another level, if one is given.
  package func lifted<Outer: Sendable>(
    _ prefix: String?, level: SettingLevel? = nil, get part: @escaping @Sendable (Outer) -> Root,
    set put: @escaping @Sendable (inout Outer, Root) -> Void
  ) -> Setting<Outer> {
    Setting<Outer>(
      prefix.map { "\($0).\(key)" } ?? key, summary, unit: unit, level: level ?? self.level, domain,
      get: { self.get(part($0)) },
      assign: { (outer: inout Outer, value: SettingValue) throws(SettingError) in
        var inner = part(outer)
        do throws(SettingError) {
          try self.assign(&inner, value)
        } catch {
          throw prefix.map { error.inside($0) } ?? error
        }
        put(&outer, inner)
      })
  }
}

extension [SettingValue] {
  /// The first value of a list that a domain does not hold.
  fileprivate func first(outside domain: SettingDomain) -> SettingValue? {
    first { !domain.contains(.list([$0])) }
  }
}

extension SettingValue {
  /// What is wrong with a value: of a list of numbers, the first that does not fit.
  fileprivate func kind(outside domain: SettingDomain) -> String {
    guard case .numbers = domain, let wrong = list?.first(outside: domain) else { return kind }
    return wrong.kind
  }
}
