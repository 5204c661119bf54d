/// The settings that a search varies.
public struct ParameterSpace: Sendable, Hashable {
  package let dimensions: [Dimension]

  /// Creates a space from its dimensions.
  ///
  /// - Throws: `SettingError` if there are no dimensions, or if a key occurs twice.
  public init(_ dimensions: [Dimension]) throws(SettingError) {
    guard !dimensions.isEmpty else {
      throw SettingError(key: "", rule: "no setting was given to vary")
    }
    var seen: Set<String> = []
    for dimension in dimensions where !seen.insert(dimension.key).inserted {
      throw SettingError(key: dimension.key, rule: "was given twice")
    }
    self.dimensions = dimensions
  }

  /// The space with one dimension per number of a list, so that a list keeps its differences, and with the first word of a
  /// configuration among the words.
  func expanded(in configuration: Configuration) -> ParameterSpace {
    ParameterSpace(
      known: dimensions.flatMap { dimension in
        dimension.target.expanded(in: configuration).map { target in
          Dimension(dimension.beginning(in: configuration), at: target)
        }
      })
  }

  package func place(of configuration: Configuration) -> [Double] {
    dimensions.map { dimension in
      let value = dimension.target.value(in: configuration)
      switch value {
      case .number(let number): return dimension.place(of: number)
      case .list: return dimension.place(of: value.numbers?.first ?? 0)
      case .text(let word):
        return dimension.place(of: Double(dimension.words.firstIndex(of: word) ?? 0))
      // An unset value counts as the middle of its range.
      default: return dimension.place(of: dimension.value(at: 0.5))
      }
    }
  }

  package func values(of configuration: Configuration) -> [Double] {
    zip(dimensions, place(of: configuration)).map { $0.value(at: $1) }
  }

  /// Applies values to a configuration. A value that is unchanged to four digits keeps the setting, so a list stays a list,
  /// and null stays null.
  package func apply(
    _ values: [Double], to configuration: Configuration
  ) throws(SettingError) -> Configuration {
    var copy = configuration
    let start = self.values(of: configuration)
    for (index, dimension) in dimensions.enumerated() {
      let isThere = dimension.spans(dimension.target.value(in: configuration))
      guard values[index] != start[index] || !isThere else { continue }
      try dimension.target.set(dimension.settingValue(values[index]), in: &copy)
    }
    try copy.validate()
    return copy
  }

  // MARK: - Sensible ranges

  /// The default space to search.
  ///
  /// - Parameters:
  ///   - radios: The radios in the recordings.
  ///   - handsOver: Whether a recording has both radios.
  ///   - isCalibrated: Whether bias and path loss come from the recordings. Otherwise, they are searched.
  ///   - keepsSounding: Whether the settings already have a bias of channel sounding. Otherwise, it is searched, because no
  ///     calibration fits it.
  /// - Returns: The usual keys with their ranges.
  public static func usual(
    for radios: Set<Radio>, handsOver: Bool, isCalibrated: Bool, keepsSounding: Bool = false
  ) -> ParameterSpace {
    var list: [Entry] = []
    if radios.contains(.uwb) { list += uwb + (isCalibrated ? [] : uwbCalibration) }
    if radios.contains(.ble) { list += ble + (isCalibrated ? [] : bleCalibration) }
    if radios.contains(.cs) {
      list += cs + (keepsSounding ? [] : csCalibration)
      // One rule is shared by all radios that measure ranges.
      if !radios.contains(.uwb) { list += csZones }
    }
    if radios.contains(.reported) {
      list += reported
      if radios.isDisjoint(with: [.uwb, .cs]) { list += csZones }
    }
    if radios.contains(.gnss) { list += gnss + gnssZones }
    if handsOver { list += handOver }
    let dimensions = list.compactMap { try? Dimension($0.key, $0.range, $0.scale) }
    let tests =
      (radios.isDisjoint(with: [.uwb, .cs, .reported]) ? [] : ["zones.range"])
      + (radios.contains(.ble) ? ["zones.rssi"] : [])
    return ParameterSpace(known: dimensions + tests.flatMap(margins))
  }

  private static func margins(_ group: String) -> [Dimension] {
    [
      try? Dimension("\(group).rule", words: ["cusum", "hysteresis"]),
      try? Dimension("\(group).margin", 0...40, .linear),
      try? Dimension("\(group).dwell", 0...2, .linear),
    ].compactMap(\.self)
  }

  private typealias Entry = (key: String, range: ClosedRange<Double>, scale: Dimension.Scale)

  private init(known dimensions: [Dimension]) { self.dimensions = dimensions }

  private static func evidence(
    _ rule: String, halfBand: ClosedRange<Double>, lookAhead: Double
  ) -> [Entry] {
    [
      ("zones.\(rule).falseChangeInterval", 10...10_000, .logarithmic),
      ("zones.\(rule).halfBand", halfBand, .logarithmic),
      ("zones.\(rule).lookAhead", 0...lookAhead, .linear),
    ]
  }

  private static let uwb: [Entry] =
    [
      ("uwb.whiteDeviation", 0.005...0.3, .logarithmic),
      ("uwb.correlatedDeviation", 0.01...0.5, .logarithmic),
      ("uwb.velocityDeviation", 0.1...5, .logarithmic),
      ("uwb.velocityTime", 0.3...20, .logarithmic),
      ("uwb.gate", 1.5...6, .linear),
      ("uwb.studentDegrees", 1...30, .logarithmic),
      ("uwb.positiveErrorScale", 0...3, .linear),
      ("uwb.staleAfter", 1...10, .logarithmic),
    ] + evidence("range", halfBand: 0.05...0.3, lookAhead: 1.5)
  private static let uwbCalibration: [Entry] = [("uwb.bias", -0.5...0.5, .linear)]
  private static let ble: [Entry] = [
    // The middle of each range is the meaning of null if the typical distance is known.
    ("rssi.spread", 0.25...2.25, .logarithmic), ("rssi.shadow", 1.5...13.5, .logarithmic),
    ("rssi.mobility", 0.001...0.1, .logarithmic), ("rssi.staleAfter", 5...60, .logarithmic),
    ("zones.rssi.confidence", 0.5...0.95, .linear),
  ]
  private static let bleCalibration: [Entry] = [
    ("rssi.referencePower", -85 ... -35, .linear), ("rssi.exponent", 1...4, .linear),
  ]
  private static let cs: [Entry] = [
    ("cs.whiteDeviation", 0.05...2, .logarithmic),
    ("cs.velocityDeviation", 0.1...5, .logarithmic),
    ("cs.staleAfter", 1...10, .logarithmic),
  ]
  private static let reported: [Entry] = [
    ("reported.whiteDeviation", 0.02...2, .logarithmic),
    ("reported.velocityDeviation", 0.5...10, .logarithmic),
    ("reported.staleAfter", 1...10, .logarithmic),
  ]
  private static let csCalibration: [Entry] = [("cs.bias", -1...2, .linear)]
  private static let csZones = evidence("range", halfBand: 0.05...2, lookAhead: 1.5)
  /// The settings for positions, without the scale of the widths. Only `calibrate` finds the scale, because no objective
  /// checks whether intervals contain the truth.
  private static let gnss: [Entry] = [
    ("gnss.correlationTime", 10...120, .logarithmic),
    ("gnss.velocityDeviation", 0.3...10, .logarithmic),
    ("gnss.velocityTime", 1...60, .logarithmic),
    ("gnss.whiteShare", 0.02...0.6, .logarithmic),
    ("gnss.constantShare", 0...0.8, .linear),
  ]
  private static let gnssZones = evidence("gnss", halfBand: 1...10, lookAhead: 5)
  private static let handOver: [Entry] = [
    ("handOver.after", 0.2...5, .logarithmic), ("zones.outage.confidence", 0.5...0.95, .linear),
  ]
}
