struct PulseColumns {
  enum Content {
    /// Intervals, with the unit if the name states it.
    case intervals(IntervalUnit?)
    /// Sample numbers, with the rate if the name states it, as in `sample_250hz`.
    case peaks(Hertz?)
  }

  let value: Int
  let content: Content
  /// The column of times, and the number of seconds in its unit.
  let time: (place: Int, scale: Double)?
  let label: Int?
  /// The columns whose values together identify the series (the heart) that a row belongs to.
  let names: [Int]

  private static let intervalNames = ["rr", "rri", "ibi", "nn", "rr_interval"]
  private static let groupNames = [
    "subject", "activity", "lead", "series", "name", "id", "peer", "person",
  ]

  init?(_ header: TableHeader) {
    let names = header.names
    if let place = names.firstIndex(where: { Self.unit($0) != nil }) {
      value = place
      content = .intervals(Self.unit(names[place]) ?? nil)
    } else if let place = names.firstIndex(where: { Self.rate($0) != nil }) {
      value = place
      content = .peaks(Self.rate(names[place]) ?? nil)
    } else {
      return nil
    }
    let clocks = ["t_s": 1, "time_s": 1, "t_ms": 0.001, "time_ms": 0.001]
    time = names.firstIndex { clocks[$0] != nil }.map { ($0, clocks[names[$0]] ?? 1) }
    label = names.firstIndex(of: "label")
    self.names = names.indices.filter { Self.groupNames.contains(names[$0]) }
  }

  /// Whether a table contains heart rates over time, which are rejected with a message of their own.
  static func areHeartRates(_ header: TableHeader) -> Bool {
    header.place(of: "hr", "bpm", "heart_rate", "heartrate", "hr_bpm") != nil
  }

  /// The unit in the name of a column of intervals. The inner `nil` means a name without a unit, and the outer `nil` another
  /// column.
  private static func unit(_ name: String) -> IntervalUnit?? {
    if intervalNames.contains(name) { return .some(nil) }
    let units: [(String, IntervalUnit)] = [
      ("_ms", .milliseconds), ("_s", .seconds), ("_1024", .ticks),
    ]
    return units.first { suffix, _ in
      name.hasSuffix(suffix) && intervalNames.contains(String(name.dropLast(suffix.count)))
    }.map { .some($0.1) }
  }

  /// The rate in the name of a column of sample numbers. The inner `nil` means a name without a rate, and the outer `nil`
  /// another column.
  private static func rate(_ name: String) -> Hertz?? {
    if ["sample", "samples", "r_peak", "rpeak", "peak"].contains(name) { return .some(nil) }
    guard name.hasPrefix("sample_"), name.hasSuffix("hz"),
      let rate = Double(name.dropFirst(7).dropLast(2)), rate > 0, rate.isFinite
    else { return nil }
    return .some(Hertz(rate))
  }
}
