/// Finds sessions in which contact is never felt, by the truth, a touch, or a nearby stay, and sessions that skip ranges
/// below zero.
package struct ContactCheck {
  private static let contact = 0.05
  private static let enough = 10

  /// The largest level that a touch can teach, in m.
  private static let mostTaught = 0.2
  /// The distance, in m, above which devices do not touch.
  private static let apart = 0.5

  private let configuration: Configuration
  private var isTouching = false
  private var hasTouch = false
  private var ranges: [Double] = []
  private var last: Double?
  private var (readings, below) = (0, 0)
  private var stays = NearbyStays()
  private var hasTruth = false

  package init(_ configuration: Configuration) { self.configuration = configuration }

  package mutating func check(_ sample: Sample, truth: Meters?) {
    switch sample.event {
    case .touched: (isTouching, hasTouch) = (true, true)
    case .released, .disconnected: isTouching = false
    default: break
    }
    guard sample.radio == .uwb, let range = sample.range else { return }
    readings += 1
    guard let corrected = configuration.ranging.range.corrected(range) else {
      below += 1
      return
    }
    last = corrected
    hasTruth = hasTruth || truth != nil
    stays.add(corrected, at: sample.time.value)
    guard isTouching || truth.map({ $0.value < Self.contact }) == true else { return }
    ranges.append(corrected)
  }

  /// The findings. `deviation` is the deviation of ranges that the session has learned, which determines the sharpness of
  /// zones, and `isFelt` is whether the session had contact.
  package func findings(deviation: Meters? = nil, isFelt: Bool = false) -> [Finding] {
    let spread = deviation.map { RangeSpread(deviation: $0) } ?? RangeSpread()
    // The filter subtracts a known level of contact.
    let reach = configuration.zones.bands(of: .uwb, spread).first?.lowerBound.value
    let limit = configuration.ranging.range.contactLevel == nil ? reach : nil
    return [
      tooShort, stillTouching ?? limit.flatMap { outOfReach($0) ?? (isFelt ? nil : neverFelt($0)) },
    ]
    .compactMap { $0 }
  }

  /// Finds a nearby stay that may be contact, for sessions without truth or touch.
  private func neverFelt(_ limit: Double) -> Finding? {
    guard !hasTruth, !hasTouch, let stay = stays.nearest, stay.mean >= limit else { return nil }
    let span = "\(Int(stay.start.rounded(.up))):\(Int(stay.end.rounded(.down)))"
    return Finding(
      .neverFelt,
      "the nearest stay is at \(NumberText.rounded(stay.mean, 2)) m, from \(NumberText.seconds(stay.start)) "
        + "to \(NumberText.seconds(stay.end)), but contact is below \(NumberText.rounded(limit, 3)) m",
      cure: "if the devices touched then, run `lubdub calibrate TRACE --contact \(span) -o FILE`"
    )
  }

  private var tooShort: Finding? {
    guard below >= Self.enough else { return nil }
    let isMost = 2 * below > readings
    return Finding(
      isMost ? .mostlyBelowZero : .belowZero,
      "\(below) of \(readings) ranges are too far below zero for noise, and are skipped",
      cure:
        "calibrate again: `uwb.bias` is the mean error of the ranges, positive if they are too long"
        + (isMost ? "; a column that is negative everywhere is a level, rssi=NAME" : ""))
  }

  private var stillTouching: Finding? {
    guard isTouching, let last, last > Self.apart else { return nil }
    return Finding(
      .touchWithoutEnd,
      "the event `touched` has no `released`, so the zone stays contact; the last range is "
        + "\(NumberText.rounded(last, 2)) m",
      cure: "write `released` when they part; for a bump, write both events")
  }

  private func outOfReach(_ reach: Double) -> Finding? {
    guard ranges.count >= Self.enough, let range = Statistics.median(ranges), range >= reach else {
      return nil
    }
    let (reads, limit) = (NumberText.rounded(range, 3), NumberText.rounded(reach, 3))
    return Finding(
      .contactOutOfReach,
      "devices that touch give ranges of \(reads) m, but contact is below \(limit) m: you rarely or never feel it",
      cure: range >= Self.mostTaught
        ? "calibrate, with truth_m or `--contact FROM:TO`: a touch teaches only levels below "
          + "\(NumberText.rounded(Self.mostTaught, 1)) m"
        : hasTouch
          ? "to keep the level that the touch taught, run `lubdub calibrate`"
          : "let them touch once (the event `touched`), or calibrate with `--contact FROM:TO`")
  }
}

/// Finds the nearest stay with short ranges, in constant memory.
private struct NearbyStays {
  /// The mean range of a stay, in m, and its times, in s from the first row. The mean omits the first and the last second.
  struct Stay {
    var mean: Double
    var start: Double
    var end: Double
  }

  /// The limits of a stay. Ranges up to `reach`, in m, belong to it. `outliers` consecutive longer ranges or a `pause`, in
  /// s, end it. A stay lasts at least `shortest`, in s, without its margins, and has at least `enough` ranges.
  private static let (reach, outliers, pause) = (0.3, 3, 3.0)
  private static let (shortest, margin, enough) = (3.0, 1.0, 10)

  private(set) var nearest: Stay?
  private var first: Double?
  private var last = -Double.infinity
  private var (start, count, sum, longer) = (0.0, 0, 0.0, 0)

  mutating func add(_ range: Double, at time: Double) {
    let first = first ?? time
    self.first = first
    longer = range <= Self.reach ? 0 : longer + 1
    if longer >= Self.outliers || time - last > Self.pause { (count, sum) = (0, 0) }
    guard range <= Self.reach else { return }
    if count == 0 { start = time }
    (count, sum, last) = (count + 1, sum + range, time)
    let stay = Stay(
      mean: sum / Double(count), start: start - first + Self.margin, end: time - first - Self.margin
    )
    guard count >= Self.enough, stay.end - stay.start >= Self.shortest else { return }
    let isSame = nearest?.start == stay.start
    if isSame || stay.mean < nearest?.mean ?? .infinity { nearest = stay }
  }
}
