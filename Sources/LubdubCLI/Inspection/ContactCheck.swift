/// Whether contact is never felt, where the truth or a touch shows it, or ranges below zero are skipped.
package struct ContactCheck {
  private static let contact = 0.05
  private static let enough = 10

  /// A touch teaches no level beyond this, in m.
  private static let mostTaught = 0.2
  /// Farther than this, in m, devices do not touch.
  private static let apart = 0.5

  private let configuration: Configuration
  private var isTouching = false
  private var hasTouch = false
  private var ranges: [Double] = []
  private var last: Double?
  private var (readings, below) = (0, 0)

  package init(_ configuration: Configuration) { self.configuration = configuration }

  package mutating func check(_ records: [TraceRecord]) {
    for record in records {
      switch record.sample.event {
      case .touched: (isTouching, hasTouch) = (true, true)
      case .released, .disconnected: isTouching = false
      default: break
      }
      guard record.sample.radio == .uwb, let range = record.sample.range else { continue }
      readings += 1
      guard let corrected = configuration.ranging.range.corrected(range) else {
        below += 1
        continue
      }
      last = corrected
      guard isTouching || record.truth.map({ $0.value < Self.contact }) == true else { continue }
      ranges.append(corrected)
    }
  }

  /// The findings, by the deviation of ranges that the session has learned, which decides how sharp zones are.
  package func findings(deviation: Meters? = nil) -> [Finding] {
    [
      tooShort,
      stillTouching ?? outOfReach(deviation.map { RangeSpread(deviation: $0) } ?? RangeSpread()),
    ]
    .compactMap(\.self)
  }

  private var tooShort: Finding? {
    guard below >= Self.enough else { return nil }
    let isMost = 2 * below > readings
    return Finding(
      isMost ? .mostlyBelowZero : .belowZero,
      "\(below) of \(readings) ranges lie further below zero than noise reaches, and are skipped",
      cure: "calibrate again: `uwb.bias` is how much too long the pair reads"
        + (isMost ? "; a column that is negative everywhere is a level, rssi=NAME" : ""))
  }

  private var stillTouching: Finding? {
    guard isTouching, let last, last > Self.apart else { return nil }
    return Finding(
      .touchWithoutEnd,
      "the event `touched` has no `released`, so the zone stays contact; the last range is "
        + "\(NumberText.rounded(last, 2)) m",
      cure: "write `released` where they part; of a bump write both events")
  }

  private func outOfReach(_ spread: RangeSpread) -> Finding? {
    // A level of contact that is known is taken off by the filter.
    guard configuration.ranging.range.contactLevel == nil, ranges.count >= Self.enough,
      let range = Statistics.median(ranges),
      let reach = configuration.zones.bands(of: .uwb, spread).first?.lowerBound.value,
      range >= reach
    else { return nil }
    let (reads, limit) = (NumberText.rounded(range, 3), NumberText.rounded(reach, 3))
    return Finding(
      .contactOutOfReach,
      "devices that touch read \(reads) m, and contact counts below \(limit) m: it is seldom or never felt",
      cure: range >= Self.mostTaught
        ? "calibrate it, with truth_m or `--contact FROM:TO`: a touch teaches no level from "
          + "\(NumberText.rounded(Self.mostTaught, 1)) m on"
        : hasTouch
          ? "keep what the touch has taught: `lubdub calibrate` writes it"
          : "let them touch once (the event `touched`), or calibrate with `--contact FROM:TO`")
  }
}
