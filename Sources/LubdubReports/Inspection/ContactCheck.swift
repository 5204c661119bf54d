#if Tool
internal import Lubdub
internal import LubdubHaptics
internal import LubdubSignals
internal import LubdubTraces

/// Whether a pair reads so much too long in contact that contact is never felt: where the truth, or a touch, shows.
struct ContactCheck {
  private static let contact = 0.05
  private static let enough = 10

  private let configuration: Configuration
  private var isTouching = false
  private var hasTouch = false
  private var ranges: [Double] = []

  init(_ configuration: Configuration) { self.configuration = configuration }

  mutating func check(_ records: [TraceRecord]) {
    for record in records {
      switch record.sample.event {
      case .touched: (isTouching, hasTouch) = (true, true)
      case .released, .disconnected: isTouching = false
      default: break
      }
      guard record.sample.radio == .uwb, let range = record.sample.range,
        isTouching || record.truth.map({ $0.value < Self.contact }) == true,
        let corrected = configuration.ranging.range.corrected(range)
      else { continue }
      ranges.append(corrected)
    }
  }

  /// `nil` where contact is felt, and where nothing shows what the pair reads in contact.
  var finding: Finding? {
    // A level of contact that is known is taken off by the filter.
    guard configuration.ranging.range.contactLevel == nil, ranges.count >= Self.enough,
      let range = Statistics.median(ranges),
      let reach = configuration.zones.bands(of: .uwb).first?.lowerBound.value, range >= reach
    else { return nil }
    let (reads, limit) = (NumberText.rounded(range, 3), NumberText.rounded(reach, 3))
    return Finding(
      .warning, rule: "contact-out-of-reach",
      "devices that touch read \(reads) m, and contact counts below \(limit) m: it is seldom or never felt",
      cure: hasTouch
        ? "keep what the touch has taught for the next session, or calibrate with `--contact FROM:TO`"
        : "let them touch once (the event `touched`), or calibrate with `--contact FROM:TO`")
  }
}
#endif
