public import Proximity
public import Quantities
internal import Ranging

/// The ways of deciding zones that are compared.
public enum ZoneDecision: String, Sendable, Hashable, CaseIterable {
  /// The zone of the bare distance: neither hysteresis nor dwell.
  case bare
  /// A margin of 10 % around every edge and a dwell of 0.5 s: what most products use.
  case usual = "margin 10 %, dwell 0.5 s"
  /// The default: on the probability of being inside.
  case posterior

  /// The detector's parameters.
  func parameters(_ zones: Zones) -> ZoneDetector.Parameters {
    let silence = SilenceTimes.signalStrength
    switch self {
    case .bare: return Self.hysteresis(.none, zones, silence)
    case .usual: return Self.hysteresis(.usual, zones, silence)
    case .posterior: return ZoneDetector.Parameters(zones: zones)
    }
  }

  private static func hysteresis(
    _ rule: HysteresisRule, _ zones: Zones, _ silence: SilenceTimes
  ) -> ZoneDetector.Parameters {
    ZoneDetector.Parameters(
      zones: zones, range: SourceRules(.hysteresis(rule), silence: .range),
      signalStrength: SourceRules(.hysteresis(rule), silence: silence))
  }
}

extension ZoneCourse {
  /// The zones that a detector decides along a track. No zone counts as the outermost one.
  ///
  /// - Parameters:
  ///   - track: The answers that it decides on.
  ///   - decision: How it decides.
  ///   - zones: The zones.
  /// - Throws: `ParameterError` for zones that a detector refuses.
  public init(
    of track: Track, deciding decision: ZoneDecision, in zones: Zones
  ) throws(ParameterError) {
    var detector = try ZoneDetector(decision.parameters(zones))
    var readings: [Step] = []
    for point in track.points {
      while let change = detector.advance(to: point.time) {
        readings.append(Step(time: change.time, zone: change.to ?? zones.count - 1))
      }
      if let estimate = point.estimate {
        _ = detector.update(DistancePosterior(estimate))
      }
      readings.append(Step(time: point.time, zone: detector.zone ?? zones.count - 1))
    }
    self.init(readings: readings, end: track.points.last?.time ?? 0)
  }
}

extension DistancePosterior {
  /// The part of an estimate that decides zones.
  init(_ estimate: RangeEstimate) {
    self.init(
      time: estimate.time, median: estimate.distance, deviation: estimate.shortTermDeviation,
      shape: estimate.shape == .normal ? .normal : .logNormal, velocity: estimate.velocity,
      low: estimate.low, high: estimate.high,
      source: estimate.radio == .uwb ? .range : .signalStrength,
      isTrusted: estimate.status == .tracking || estimate.status == .fallback)
  }
}
