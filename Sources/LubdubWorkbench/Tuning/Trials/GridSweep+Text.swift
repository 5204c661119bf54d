extension GridSweep.Axis {
  /// The most values of an axis. More values are rejected, because nobody plots them.
  package static let mostValues = 1_000_000

  /// Reads an axis: `KEY=FROM:TO:COUNT` for numbers, or `KEY=VALUE` or `KEY=VALUE|VALUE` for numbers, words, and truth
  /// values.
  package init(_ text: String) throws(SettingError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw SettingError(
        key: text, rule: "has no values, expected KEY=FROM:TO:COUNT or KEY=VALUE|VALUE")
    }
    let place = try SettingPlace(String(text[..<equals]))
    guard let setting = place.setting else { throw Configuration.unknownKey(place.key) }
    let values = text[text.index(after: equals)...]
    let words = values.split(separator: "|", omittingEmptySubsequences: false)
    self =
      values.contains(":")
      ? try Self.steps(values, place, setting)
      : Self(key: place.name, values: words.map(Self.value))
    var probe = Preset.default.configuration
    for value in self.values {
      if let text = value.text, case let parts = text.split(separator: ","), parts.count > 1,
        parts[0] != "0",
        parts.allSatisfy({ Double($0) != nil || setting.domain.contains(.text(String($0))) })
      {
        let cure = "separate values by |, as in \(place.name)=\(parts.joined(separator: "|"))"
        throw SettingError(key: place.name, rule: "is \"\(text)\", expected one value; \(cure)")
      }
      do throws(SettingError) {
        // An index may belong to edges that the preset lacks.
        try setting.set(value, in: &probe)
      } catch {
        throw SettingError(key: place.name, rule: error.rule + Self.example(place, setting))
      }
    }
  }

  private static func steps(
    _ text: Substring, _ place: SettingPlace, _ setting: Setting<Configuration>
  ) throws(SettingError) -> Self {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 3, let low = parts[0], let high = parts[1], low.isFinite, high.isFinite,
      let count = parts[2].flatMap({ Int(exactly: $0) }), (1...mostValues).contains(count)
    else {
      throw SettingError(
        key: place.name,
        rule:
          "is \"\(text)\", expected FROM:TO:COUNT, COUNT up to \(mostValues), or VALUE|VALUE, each \(setting.expectation)"
          + example(place, setting))
    }
    // The steps are equal and include both ends.
    let steps = (0..<count - 1).map { low + (high - low) * Double($0) / Double(count - 1) }
    let values = steps + [count > 1 ? high : low]
    return Self(key: place.name, values: values.map { .number($0) })
  }

  private static func value(_ word: Substring) -> SettingValue {
    switch word {
    case "null": .none
    case "true": .flag(true)
    case "false": .flag(false)
    default: Double(word).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(String(word))
    }
  }

  /// An example that fits the usual settings; empty for settings with lists of words.
  private static func example(_ place: SettingPlace, _ setting: Setting<Configuration>) -> String {
    let standard = Preset.default.configuration
    let target = place.expanded(in: standard).first ?? place
    func fits(_ value: SettingValue) -> Bool {
      var copy = standard
      return (try? target.set(value, in: &copy)) != nil && (try? copy.validate()) != nil
    }
    let values: String
    switch setting.domain {
    case .number(let range), .optionalNumber(let range), .numbers(let range, _):
      let usual = target.value(in: standard).number ?? range.lowerBound
      let spans = [(usual, 2 * usual), (usual / 2, usual), (range.lowerBound, range.upperBound)]
      let span = spans.first { $0.0 < $0.1 && fits(.number($0.0)) && fits(.number($0.1)) }
      values =
        span.map { "\(SettingValue.text($0.0)):\(SettingValue.text($0.1)):5" }
        ?? SettingValue.text(usual)
    case .count(let range):
      let first = range.prefix(3).filter { fits(.number(Double($0))) }
      values = first.map(String.init).joined(separator: "|")
    case .choice(let words), .pattern(let words):
      values = words.filter { fits(.text($0)) }.prefix(3).joined(separator: "|")
    case .texts: return ""
    }
    return "; such as \(target.name)=\(values)"
  }
}
