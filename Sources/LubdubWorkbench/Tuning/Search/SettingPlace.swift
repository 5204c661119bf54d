/// A setting, or one number of a list, such as `zones.range.falseChangeInterval[0]`.
package struct SettingPlace: Sendable, Hashable {
  package let key: String
  /// The index in the list, from 0; `nil` for the whole setting.
  package let index: Int?

  package var name: String { index.map { "\(key)[\($0)]" } ?? key }

  package init(_ name: String) throws(SettingError) {
    guard let bracket = name.firstIndex(of: "[") else {
      try self.init(name, index: nil)
      return
    }
    let inner = name[name.index(after: bracket)...].dropLast()
    guard name.hasSuffix("]"), let index = Int(inner), index >= 0 else {
      throw SettingError(key: name, rule: "expected a number from 0 on between the brackets")
    }
    try self.init(String(name[..<bracket]), index: index)
  }

  init(_ key: String, index: Int?) throws(SettingError) {
    guard let setting = Configuration.setting(key) else { throw Configuration.unknownKey(key) }
    if index != nil {
      guard case .numbers = setting.domain else {
        throw SettingError(key: key, rule: "is not a list; leave out the brackets")
      }
    }
    self.key = key
    self.index = index
  }

  package var setting: Setting<Configuration>? { Configuration.setting(key) }

  /// The value at this place. If a list has one number for all edges, that number counts.
  package func value(in configuration: Configuration) -> SettingValue {
    guard let value = setting?.value(in: configuration) else { return .none }
    guard let index, let numbers = value.numbers else { return value }
    if numbers.count == 1 { return .number(numbers[0]) }
    return numbers.indices.contains(index) ? .number(numbers[index]) : .none
  }

  /// Sets the value at this place. One number for all edges becomes a list with one number per edge.
  package func set(
    _ value: SettingValue, in configuration: inout Configuration
  ) throws(SettingError) {
    guard let setting else { return }
    guard let index, let number = value.number else {
      return try setting.set(value, in: &configuration)
    }
    try check(in: configuration)
    var numbers = numbers(in: configuration)
    numbers[index] = number
    try setting.set(.numbers(numbers), in: &configuration)
  }

  func check(in configuration: Configuration) throws(SettingError) {
    let count = numbers(in: configuration).count
    guard let index, index >= count else { return }
    throw SettingError(
      key: name,
      rule: "is not in the list, which has \(count) numbers: \(key)[0] to \(key)[\(count - 1)]")
  }

  private func numbers(in configuration: Configuration) -> [Double] {
    let numbers = setting?.value(in: configuration).numbers ?? []
    guard numbers.count == 1 else { return numbers }
    return Array(repeating: numbers[0], count: configuration.zones.edges.count)
  }

  /// The place itself, or one place per number if the setting is a list with several numbers.
  func expanded(in configuration: Configuration) -> [SettingPlace] {
    guard index == nil, let list = setting?.value(in: configuration).list, list.count > 1 else {
      return [self]
    }
    return list.indices.compactMap { try? SettingPlace(key, index: $0) }
  }
}
