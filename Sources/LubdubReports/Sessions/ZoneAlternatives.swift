/// The zone changes with alternative settings. For each setting that affects zones, the session runs again with one quicker
/// value. Each run processes the session's samples row by row, so that "this would have changed it" is a measurement.
package struct ZoneAlternatives {
  private struct Variant {
    let setting: String
    let radios: Radio.Family
    var run: PipelineRun
    var moves: [ZoneComparison.Move] = []
  }

  private var variants: [Variant] = []

  /// The zone settings to try and their factors, the mildest first.
  private static let steps: [(key: String, factor: Double)] = [
    ("falseChangeInterval", 0.3), ("falseChangeInterval", 0.1), ("halfBand", 0.5), ("lookAhead", 2),
    ("dwell", 0.5), ("dwell", 0), ("margin", 0.5), ("confidence", 0.92),
  ]
  private static let groups: [(name: String, radios: Radio.Family)] = [
    ("range", .range), ("rssi", .level), ("gnss", .wideRange),
  ]

  package init(_ configuration: Configuration) {
    for (group, radios) in Self.groups {
      let keys = configuration.zones.rule(for: radios).kind.keys
      for (key, factor) in Self.steps where keys.contains(key) {
        add("zones.\(group).\(key)", factor, radios, configuration)
      }
    }
    // The gate that treats a jump as a gross error delays zones, too.
    add("uwb.gate", 2, .range, configuration)
  }

  private mutating func add(
    _ key: String, _ factor: Double, _ radios: Radio.Family, _ configuration: Configuration
  ) {
    var changed = configuration
    guard let setting = Configuration.setting(key),
      let value = Self.product(setting.value(in: configuration), factor),
      (try? setting.set(value, in: &changed)) != nil, let run = try? PipelineRun(changed)
    else { return }
    variants.append(Variant(setting: "\(key)=\(Self.text(value))", radios: radios, run: run))
  }

  private static func product(_ value: SettingValue, _ factor: Double) -> SettingValue? {
    if let number = value.number {
      return number == 0 ? nil : .number((number * factor).rounded(decimals: 3))
    }
    guard let numbers = value.numbers, numbers.contains(where: { $0 != 0 }) else { return nil }
    return .numbers(numbers.map { ($0 * factor).rounded(decimals: 3) })
  }

  private static func text(_ value: SettingValue) -> String {
    value.number.map(SettingValue.text)
      ?? "[\((value.numbers ?? []).map(SettingValue.text).joined(separator: ","))]"
  }

  package mutating func process(_ sample: Sample) {
    for place in variants.indices {
      var moves: [ZoneComparison.Move] = []
      variants[place].run.process(sample) { decision in
        if case .zone(let change) = decision, change.isMove {
          moves.append(ZoneComparison.Move(time: change.time, zone: change.to))
        }
      }
      variants[place].moves += moves
    }
  }

  /// The mildest setting for a rejected change with which the zone would have become the considered zone while evidence
  /// favored it; `nil` if there is no such setting.
  package func setting(for one: ZoneConsideration) -> String? {
    guard one.outcome == .returned || one.outcome == .tooFewSamples,
      let family = one.distance?.radio.family, let wanted = one.to
    else { return nil }
    let since = one.time - one.waited
    return variants.first { variant in
      guard variant.radios == family else { return false }
      // The zones during the consideration include the zone at its start.
      let first = max(0, variant.moves.partitioningIndex { $0.time > since } - 1)
      let end = variant.moves.partitioningIndex { $0.time > one.time }
      return first < end && variant.moves[first..<end].contains { $0.zone == wanted }
    }?.setting
  }

  /// The effect of each setting over the whole session: the time in the wrong zone, or the number of changes without a
  /// truth.
  func prices(beside recorder: SessionRecorder) -> [String: String] {
    let own = recorder.comparison()?.score
    let texts = variants.map { variant in
      let score = own.flatMap { _ in recorder.comparison(of: variant.moves)?.score }
      guard let before = own?.wrongShare, let after = score?.wrongShare else {
        return "\(counted(variant.moves.count, "change")) instead of \(recorder.moves.count)"
      }
      return
        "wrong zone \(NumberText.percent(after)) of the time instead of \(NumberText.percent(before))"
    }
    return Dictionary(zip(variants.map(\.setting), texts)) { first, _ in first }
  }
}

extension ZoneRule.Kind {
  fileprivate var keys: [String] {
    switch self {
    case .cusum: ["falseChangeInterval", "halfBand", "lookAhead"]
    case .hysteresis: ["dwell", "margin"]
    case .probability: ["confidence"]
    }
  }
}
