internal import Lubdub
public import Proximity
public import Quantities
internal import Ranging

/// The ways of deciding zones that are compared.
public enum ZoneDecision: String, Sendable, Hashable, CaseIterable {
  /// The zone of the bare distance: neither hysteresis nor dwell.
  case bare
  /// A margin of 10 % around every edge and a dwell of 0.5 s: what most products use.
  case usual = "margin 10 %, dwell 0.5 s"
  /// The default: summed evidence.
  case evidence

  /// The detector's parameters.
  public func parameters(_ zones: Zones) -> ZoneDetector.Parameters {
    switch self {
    case .bare: ZoneDetector.Parameters(zones, uwb: ZoneRule.uwb.bare, rssi: ZoneRule.rssi.bare)
    case .usual:
      ZoneDetector.Parameters(
        zones, uwb: ZoneRule.uwb.withMargin(10), rssi: ZoneRule.rssi.withMargin(10))
    case .evidence: ZoneDetector.Parameters(zones)
    }
  }
}

/// The zones that a detector decides along a track, and those of the truth, in stretches without a gap.
public struct ZoneComparison: Sendable, Hashable {
  /// Two courses of the same stretch.
  public struct Stretch: Sendable, Hashable {
    /// What the detector decided; no zone counts as the outermost one.
    public var course: ZoneCourse
    /// The zones of the true distance.
    public var truth: ZoneCourse
  }

  /// The stretches, in the order of time.
  public var stretches: [Stretch]

  /// Rows further apart are not one stretch: what happens between them is nobody's change.
  public static let longestGap: Seconds = 10

  /// Runs a detector along a track. A stretch starts with the first zone that the detector has in
  /// it: acquiring a zone is not a change.
  ///
  /// - Parameters:
  ///   - track: The answers that it decides on.
  ///   - parameters: How it decides, and on which zones.
  /// - Throws: `SettingError` for parameters that a detector refuses.
  public init(
    of track: Track, deciding parameters: ZoneDetector.Parameters
  ) throws(SettingError) {
    var detector = try ZoneDetector(parameters)
    let zones = detector.zones
    stretches = []
    var felt: [ZoneCourse.Step] = []
    var real: [ZoneCourse.Step] = []
    var last: Seconds?
    for point in track.points {
      if let end = last, point.time - end > Self.longestGap {
        close(&felt, &real, end: end)
      }
      while let change = detector.advance(to: point.time) {
        guard !felt.isEmpty else { continue }
        felt.append(ZoneCourse.Step(time: change.time, zone: change.to ?? zones.count - 1))
      }
      if let estimate = point.estimate {
        _ = detector.update(estimate, isIndependent: point.isIndependent)
      }
      if let zone = detector.zone ?? (felt.isEmpty ? nil : zones.count - 1) {
        felt.append(ZoneCourse.Step(time: point.time, zone: zone))
      }
      real.append(ZoneCourse.Step(time: point.time, zone: zones.zone(at: point.truth)))
      last = point.time
    }
    if let last { close(&felt, &real, end: last) }
  }

  private mutating func close(
    _ felt: inout [ZoneCourse.Step], _ real: inout [ZoneCourse.Step], end: Seconds
  ) {
    stretches.append(
      Stretch(
        course: ZoneCourse(readings: felt, end: end), truth: ZoneCourse(readings: real, end: end)))
    felt = []
    real = []
  }

  /// The score of all stretches.
  public var score: ZoneScore {
    var total = ZoneScore()
    for stretch in stretches { total.add(ZoneScore(stretch.course, truth: stretch.truth)) }
    return total
  }

  /// The score of the heartbeat.
  ///
  /// - Parameter intervals: The interval between beats in each zone; `nil` where none beat.
  /// - Returns: The score of all stretches.
  public func beatScore(intervals: [Seconds?]) -> BeatScore {
    var total = BeatScore()
    for stretch in stretches {
      total.add(BeatScore(stretch.course, truth: stretch.truth, intervals: intervals))
    }
    return total
  }
}
