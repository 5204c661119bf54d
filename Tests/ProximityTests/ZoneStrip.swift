import Proximity
import Quantities

/// Behaviour in time as aligned strips: one column is one step, distances above, zones below.
///
/// A distance is in metres. `.` is a step without a reading, `?` before a distance marks a posterior
/// that is not trusted, `=` one that is a repeat, `~` one from signal strength. In the strip of zones `-` is no zone.
struct ZoneStrip {
  var parameters: ZoneDetector.Parameters
  /// The time of one column.
  var step: Seconds = 0.25
  /// Width of the posteriors, in metres or ln(distance).
  var deviation = 0.0
  var velocity: MetersPerSecond?
  var start: Seconds = 0

  /// The zone after each column.
  func zones(_ distances: String) throws -> String {
    try run(distances).zones
  }

  /// The zone after each column, aligned with single spaces, and every change on the way.
  func run(_ distances: String) throws -> (zones: String, changes: [ZoneChange]) {
    var detector = try ZoneDetector(parameters)
    var zones: [String] = []
    var changes: [ZoneChange] = []
    for (index, cell) in distances.split(separator: " ").enumerated() {
      let time = start + Double(index) * step
      while let change = detector.advance(to: time) { changes.append(change) }
      if let posterior = posterior(cell, at: time), let change = detector.update(posterior) {
        changes.append(change)
      }
      zones.append(detector.zone.map { "\($0)" } ?? "-")
    }
    return (zones.joined(separator: " "), changes)
  }

  private func posterior(_ cell: Substring, at time: Seconds) -> DistancePosterior? {
    let number = cell.drop { "?=~".contains($0) }
    guard let value = Double(number) else { return nil }
    let isStrength = cell.contains("~")
    return DistancePosterior(
      time: time, median: Meters(value), deviation: deviation,
      shape: isStrength ? .logNormal : .normal, velocity: velocity, low: Meters(value),
      high: Meters(value), source: isStrength ? .signalStrength : .range,
      isTrusted: !cell.contains("?"), isIndependent: !cell.contains("="))
  }
}

/// Strips are written with as many spaces as align them.
func strip(_ text: String) -> String {
  text.split(separator: " ").joined(separator: " ")
}

extension ZoneDetector.Parameters {
  /// Zones below 1 m, below 2 m and beyond, with one rule for both sources.
  static func twoEdges(
    _ rule: ZoneRule, silence: SilenceTimes = SilenceTimes(coasting: 1, stale: 3, lost: 10)
  ) throws -> Self {
    let rules = SourceRules(rule, silence: silence)
    return Self(zones: try Zones(edges: [1, 2]), range: rules, signalStrength: rules)
  }
}
