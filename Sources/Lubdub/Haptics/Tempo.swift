/// The rate and the strength of a heartbeat.
public struct Tempo: Sendable, Hashable {
  /// The time from one beat to the next.
  public var interval: Seconds
  /// The strength of the beats, 0...1.
  public var intensity: Double

  /// Creates a tempo from its parts.
  public init(interval: Seconds, intensity: Double) {
    (self.interval, self.intensity) = (interval, intensity)
  }

  /// Returns a tempo of a rate in beats per minute.
  public static func beatsPerMinute(_ rate: Double, intensity: Double) -> Tempo {
    Tempo(interval: Seconds(60 / rate), intensity: intensity)
  }

  /// Returns the tempo at a share of the straight line to another tempo.
  func moved(_ share: Double, to other: Tempo) -> Tempo {
    Tempo(
      interval: interval + share * (other.interval - interval),
      intensity: intensity + share * (other.intensity - intensity))
  }

  func validate() throws(SettingError) {
    guard interval.isFinite, interval > .zero else {
      throw SettingError(
        key: "interval", found: "\(interval)", expected: "a positive, finite time")
    }
    try checkShare(intensity, "intensity")
  }
}

package struct TempoKnot: Sendable, Hashable {
  /// The distance; finite, not negative, increasing from knot to knot.
  package var distance: Meters
  package var tempo: Tempo

  package init(distance: Meters, tempo: Tempo) {
    (self.distance, self.tempo) = (distance, tempo)
  }
}

/// A monotone curve of tempo over distance, piecewise linear.
struct TempoCurve: Sendable, Hashable {
  let knots: [TempoKnot]

  func tempo(at distance: Meters) -> Tempo? {
    guard let first = knots.first, let last = knots.last else { return nil }
    guard distance > first.distance else { return first.tempo }
    guard distance < last.distance else { return last.tempo }
    var index = 1
    while knots[index].distance <= distance { index += 1 }
    let (near, far) = (knots[index - 1], knots[index])
    let share = (distance - near.distance) / (far.distance - near.distance)
    return near.tempo.moved(share, to: far.tempo)
  }

  func validate() throws(SettingError) {
    guard !knots.isEmpty else {
      throw SettingError(key: "knots", found: "an empty list", expected: "at least one knot")
    }
    for index in knots.indices where index > 0 {
      try knots[index].validate(after: knots[index - 1])
    }
  }
}

extension TempoKnot {
  fileprivate func validate(after nearer: TempoKnot) throws(SettingError) {
    guard distance > nearer.distance else {
      throw SettingError(
        key: "knots", found: "\(distance)",
        expected: "more than that of the knot before it, \(nearer.distance)")
    }
    guard tempo.interval >= nearer.tempo.interval else {
      throw SettingError(
        key: "intervals", found: "\(tempo.interval)",
        expected: "not less than that of the nearer knot, \(nearer.tempo.interval)")
    }
    guard tempo.intensity <= nearer.tempo.intensity else {
      throw SettingError(
        key: "intensities", found: "\(tempo.intensity)",
        expected: "not more than that of the nearer knot, \(nearer.tempo.intensity)")
    }
  }
}

func checkShare(_ share: Double, _ path: String) throws(SettingError) {
  guard (0...1).contains(share) else {
    throw SettingError(key: path, found: "\(share)", expected: "a number from 0 to 1")
  }
}
