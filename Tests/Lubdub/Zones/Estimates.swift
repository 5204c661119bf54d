import Lubdub

extension DistanceEstimate {
  /// An estimate as the zones see it: of ranges by default, of signal strength in ln(distance).
  static func at(
    _ time: Double, _ distance: Double, deviation: Double = 0, velocity: Double? = nil,
    radio: Radio = .uwb, isTrusted: Bool = true
  ) -> DistanceEstimate {
    DistanceEstimate(
      time: Seconds(time), distance: Meters(distance), standardDeviation: Meters(deviation),
      low: Meters(max(0, distance - 0.2)), high: Meters(distance + 0.2),
      velocity: velocity.map { MetersPerSecond($0) }, radio: radio,
      status: isTrusted ? .tracking : .confirming, shape: radio == .uwb ? .normal : .logNormal,
      shortTermDeviation: deviation)
  }
}

/// A course of distances, and the zones that a detector derives from the course.
struct Course {
  /// Distance and velocity at a time.
  var distance: (Double) -> (Double, Double?)
  var rate = 10.0
  var duration = 20.0
  var deviation = 0.06
  var start = 0.0
  var parameters = ZoneDetector.Parameters(.eternalLoop)

  /// The moves of the zone: the time and the new zone of each.
  func moves() throws -> [(time: Double, zone: Int?)] {
    var detector = ZoneDetector(parameters)
    var moves: [(time: Double, zone: Int?)] = []
    for step in 0...Int((duration * rate).rounded()) {
      let time = Double(step) / rate
      let (distance, velocity) = distance(time)
      let change = detector.update(
        .at(start + time, distance, deviation: deviation, velocity: velocity))
      if let change { moves.append((change.time.value - start, change.to)) }
    }
    return moves
  }

  /// The moves as text: `3 at 0.4, 2 at 4.3`.
  func text() throws -> String {
    try moves().map { move in
      "\(move.zone.map(String.init) ?? "-") at \((move.time * 1000).rounded() / 1000)"
    }.joined(separator: ", ")
  }
}
