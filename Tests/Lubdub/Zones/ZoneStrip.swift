import Lubdub

/// Behavior in time as aligned strips: one column is one step, distances above, zones below.
///
/// A distance is in meters. `.` is a step without a reading; `?` before a distance marks an estimate that isn't trusted, `=` a
/// repeated one, and `~` one from signal strength. In the strip of zones, `-` is no zone.
struct ZoneStrip {
  var parameters: ZoneDetector.Parameters
  /// The time of one column.
  var step: Seconds = 0.25
  /// Deviation of the estimates, in meters or ln(distance).
  var deviation = 0.0
  var velocity: MetersPerSecond?
  var start: Seconds = 0

  /// The zone after each column.
  func zones(_ distances: String) throws -> String {
    try run(distances).zones
  }

  /// The zone after each column, aligned with single spaces, and every change on the way.
  func run(_ distances: String) throws -> (zones: String, changes: [ZoneChange]) {
    var detector = ZoneDetector(parameters, silences: PerRadio { _ in Radio.uwb.entry.silence })
    var zones: [String] = []
    var changes: [ZoneChange] = []
    for (index, cell) in distances.split(separator: " ").enumerated() {
      let time = start + Double(index) * step
      while let change = detector.advance(to: time) { changes.append(change) }
      if let estimate = estimate(cell, at: time.value),
        let change = detector.update(estimate, isIndependent: !cell.contains("="))
      {
        changes.append(change)
      }
      zones.append(detector.zone.map { "\($0)" } ?? "-")
    }
    return (zones.joined(separator: " "), changes)
  }

  private func estimate(_ cell: Substring, at time: Double) -> DistanceEstimate? {
    let number = cell.drop { "?=~".contains($0) }
    guard let value = Double(number) else { return nil }
    return .at(
      time, value, deviation: deviation, velocity: velocity?.value,
      radio: cell.contains("~") ? .ble : .uwb, isTrusted: !cell.contains("?"))
  }
}

/// Normalizes a strip, which is written with as many spaces as align it.
func strip(_ text: String) -> String {
  text.split(separator: " ").joined(separator: " ")
}

extension ZoneDetector.Parameters {
  /// Zones below 1 m, below 2 m and beyond, with one rule for both radios.
  static func twoEdges(
    _ rule: ZoneRule
  ) throws -> Self {
    Self(try Zones(edges: [1, 2]), range: rule, rssi: rule)
  }
}
