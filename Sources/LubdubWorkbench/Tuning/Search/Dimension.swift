internal import RealModule

/// A setting that a search varies, and the scale and range of its values.
public struct Dimension: Sendable, Hashable {
  /// The scale that maps a number between 0 and 1 to a value.
  public enum Scale: String, Sendable, Hashable {
    /// A scale of equal steps.
    case linear
    /// A scale of equal factors, for times, deviations, and densities.
    case logarithmic
    /// A scale of equal steps of ln(p / (1 - p)), for probabilities.
    case logistic
    /// A scale of whole numbers.
    case whole
  }

  package let target: SettingPlace
  /// The name of the setting, such as `zones.range.falseChangeInterval` or `zones.range.falseChangeInterval[0]`.
  package var key: String { target.name }
  package let range: ClosedRange<Double>
  package let scale: Scale
  /// The words to try, for a setting with words. A value is then an index into this list.
  package let words: [String]

  /// Creates a dimension for numbers.
  ///
  /// - Throws: `SettingError` if there is no such setting, if it does not accept numbers, or if the range is outside the
  ///   range of the setting.
  public init(
    _ key: String, _ range: ClosedRange<Double>, _ scale: Scale? = nil
  ) throws(SettingError) {
    let target = try SettingPlace(key)
    guard let setting = target.setting else { throw Configuration.unknownKey(key) }
    guard setting.key != "heartbeat.intervals" else {
      throw SettingError(
        key: key,
        rule: "sets what you feel: a search would make all zones alike; choose it by hand")
    }
    self.target = target
    self.range = range
    words = []
    switch setting.domain {
    case .count: self.scale = .whole
    case .number, .optionalNumber, .numbers: self.scale = scale ?? Self.usual(range)
    default:
      throw SettingError(
        key: key, rule: "accepts \(setting.expectation); only numbers can be searched")
    }
    var probe = Preset.default.configuration
    // An index may belong to edges that the preset lacks, so the check uses the range of the whole list.
    try setting.set(.number(range.lowerBound), in: &probe)
    try setting.set(.number(range.upperBound), in: &probe)
    let isPositive = range.lowerBound > 0
    guard isPositive || self.scale == .linear || self.scale == .whole,
      self.scale != .logistic || range.upperBound < 1
    else {
      throw SettingError(key: key, rule: "has a range that a \(self.scale) scale cannot span")
    }
  }

  /// Creates a dimension for words, such as estimators.
  ///
  /// - Throws: `SettingError` if there is no such setting, or if it rejects one of the words.
  public init(_ key: String, words: [String]) throws(SettingError) {
    let target = try SettingPlace(key)
    guard let setting = target.setting else { throw Configuration.unknownKey(key) }
    var probe = Preset.default.configuration
    for word in words { try setting.set(.text(word), in: &probe) }
    self.target = target
    self.words = words
    range = 0...Double(max(0, words.count - 1))
    scale = .whole
  }

  init(_ dimension: Dimension, at target: SettingPlace) {
    self = Dimension(
      target: target, range: dimension.range, scale: dimension.scale, words: dimension.words)
  }

  /// The dimension with the word of a configuration as the first word.
  func beginning(in configuration: Configuration) -> Dimension {
    guard !words.isEmpty, case .text(let word) = target.value(in: configuration),
      !words.contains(word)
    else { return self }
    return Dimension(
      target: target, range: 0...Double(words.count), scale: scale, words: [word] + words)
  }

  private init(target: SettingPlace, range: ClosedRange<Double>, scale: Scale, words: [String]) {
    (self.target, self.range, self.scale, self.words) = (target, range, scale, words)
  }

  func settingValue(_ value: Double) -> SettingValue {
    guard !words.isEmpty else { return .number(value) }
    let index = Int(exactly: value.rounded()) ?? 0
    return .text(words[min(max(index, 0), words.count - 1)])
  }

  /// Whether a value of the setting is within the range. An unset value counts as within.
  func spans(_ value: SettingValue) -> Bool {
    switch value {
    case .number(let number): range.contains(number)
    case .list: value.numbers?.first.map { range.contains($0) } ?? true
    case .text(let word): words.contains(word)
    default: true
    }
  }

  /// The usual scale of a range: logarithmic for more than a factor of ten, and linear otherwise.
  private static func usual(_ range: ClosedRange<Double>) -> Scale {
    range.lowerBound > 0 && range.upperBound > 10 * range.lowerBound ? .logarithmic : .linear
  }

  /// The value at a place, rounded to four digits so that the written value equals the measured one.
  package func value(at place: Double) -> Double {
    let place = min(max(place, 0), 1)
    let (low, high) = (stretch(range.lowerBound), stretch(range.upperBound))
    let value = shrink(low + place * (high - low))
    let rounded = scale == .whole ? value.rounded() : Self.rounded(value)
    return min(max(rounded, range.lowerBound), range.upperBound)
  }

  /// The place of a value. A value outside the range has the place of the nearer end.
  package func place(of value: Double) -> Double {
    let value = min(max(value, range.lowerBound), range.upperBound)
    let (low, high) = (stretch(range.lowerBound), stretch(range.upperBound))
    return high > low ? (stretch(value) - low) / (high - low) : 0
  }

  private func stretch(_ value: Double) -> Double {
    switch scale {
    case .linear, .whole: value
    case .logarithmic: Double.log(value)
    case .logistic: Double.log(value / (1 - value))
    }
  }

  private func shrink(_ place: Double) -> Double {
    switch scale {
    case .linear, .whole: place
    case .logarithmic: Double.exp(place)
    case .logistic: 1 / (1 + Double.exp(-place))
    }
  }

  /// A number rounded to four significant digits. The scale is a power of ten from multiplications, so that it is equal on
  /// every machine.
  static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    var factor = 1.0
    while abs(value) * factor < 1000, factor < 1e15 { factor *= 10 }
    return (value * factor).rounded() / factor
  }
}
