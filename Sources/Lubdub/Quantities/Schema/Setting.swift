/// The audience of a setting.
public enum SettingLevel: String, Sendable, Hashable, CaseIterable {
  /// For everyone who tunes a product.
  case basic
  /// For experts who know how the stage works.
  case expert
}

/// One key of a part of the settings: its name, its meaning, its valid values, and its place. Each settings struct has a
/// list of its keys, `static var schema`. Files, command lines, searches, editors, and validation all use these lists.
package struct Setting<Root: Sendable>: Sendable {
  package let key: String
  package let summary: String
  /// The unit's symbol; `nil` for a bare number or a word.
  package let unit: String?
  package let level: SettingLevel
  package let domain: SettingDomain
  /// Whether the setting is a list of one value for all edges of the zones, or one value per edge.
  package let isPerEdge: Bool

  /// Passes a part of the root to be read or changed in place: `{ $1(&$0.gate) }`.
  package typealias Place<Part> = @Sendable (inout Root, (inout Part) -> Void) -> Void
  /// Sets the value, unless it is `nil`, and returns the value then in force. Only values of the domain are set.
  package typealias Visit =
    @Sendable (inout Root, SettingValue?) -> Result<SettingValue, SettingError>
  private let visit: Visit

  package init(
    _ key: String, _ summary: String, unit: String? = nil, level: SettingLevel = .expert,
    _ domain: SettingDomain, isPerEdge: Bool = false, visit: @escaping Visit
  ) {
    self.key = key
    self.summary = summary
    self.unit = unit
    self.level = level
    self.domain = domain
    self.isPerEdge = isPerEdge
    self.visit = visit
  }

  package var expectation: String { domain.description(unit: unit) }

  package func value(in root: Root) -> SettingValue {
    var root = root
    return (try? visit(&root, nil).get()) ?? .none
  }

  package func set(_ value: SettingValue, in root: inout Root) throws(SettingError) {
    try check(value)
    _ = try visit(&root, value).get()
  }

  package func validate(_ root: Root) throws(SettingError) { try check(value(in: root)) }

  private func check(_ value: SettingValue) throws(SettingError) {
    guard !domain.contains(value) else { return }
    throw SettingError(key: key, value, outside: domain, unit: unit)
  }

  /// Returns the setting for a larger struct that contains the root; the key gets the prefix, if there is one.
  package func lifted<Outer: Sendable>(
    _ prefix: String?, level: SettingLevel? = nil, _ place: @escaping Setting<Outer>.Place<Root>
  ) -> Setting<Outer> {
    Setting<Outer>(
      prefix.map { "\($0).\(key)" } ?? key, summary, unit: unit, level: level ?? self.level, domain,
      isPerEdge: isPerEdge,
      visit: { [visit] outer, new in
        var result = Result<SettingValue, SettingError>.success(.none)
        place(&outer) { result = visit(&$0, new) }
        return prefix.map { prefix in result.mapError { $0.inside(prefix) } } ?? result
      })
  }
}

/// A part of the settings: a list of settings, and a check of their combination.
package protocol SettingGroup: Sendable {
  static var schema: [Setting<Self>] { get }
  func validateTogether() throws(SettingError)
}

extension SettingGroup {
  package func validateTogether() throws(SettingError) {}

  /// Checks every setting, and that they fit together; errors have the key within the group.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
    try validateTogether()
  }
}

extension SettingError {
  /// Creates the error for a value outside a domain; for a list of numbers, for the first number outside.
  package init(key: String, _ value: SettingValue, outside domain: SettingDomain, unit: String?) {
    var (place, found) = ("", value)
    if case .numbers = domain, let list = value.list,
      let index = list.firstIndex(where: { !domain.contains(.list([$0])) })
    {
      (place, found) = (list.count > 1 ? "[\(index)]" : "", list[index])
    }
    self.init(key: key + place, found: found.kind, expected: domain.description(unit: unit))
    #if !hasFeature(Embedded)
    if let cure = domain.cure(for: value, unit: unit) { rule += "; \(cure)" }
    #endif
  }
}
