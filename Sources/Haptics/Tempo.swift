public import Quantities

/// How fast and how strong a heart beats.
public struct Tempo: Sendable, Hashable {
  /// From one beat to the next.
  public var interval: Seconds
  /// Strength of the beats, 0...1.
  public var intensity: Double

  /// A tempo from its parts.
  public init(interval: Seconds, intensity: Double) {
    self.interval = interval
    self.intensity = intensity
  }

  /// A tempo in beats per minute.
  public static func beatsPerMinute(_ rate: Double, intensity: Double) -> Tempo {
    Tempo(interval: Seconds(60 / rate), intensity: intensity)
  }

  func validate() throws(ParameterError) {
    try checkPositive(interval, "interval")
    try checkShare(intensity, "intensity")
  }
}

/// What decides the tempo in a beating zone.
public enum TempoPolicy: Sendable, Hashable {
  /// The zone's own tempo.
  case stepped
  /// The distance: interval and intensity are interpolated linearly between the knots and held
  /// beyond the first and the last. The zone still decides whether there are beats at all, and its own
  /// tempo serves until a distance is known.
  case continuous([TempoKnot])
}

/// The tempo at one distance.
public struct TempoKnot: Sendable, Hashable {
  /// The distance; finite, not negative, increasing from knot to knot.
  public var distance: Meters
  /// The tempo there; a farther knot is never faster or stronger.
  public var tempo: Tempo

  /// A knot from its parts.
  public init(distance: Meters, tempo: Tempo) {
    self.distance = distance
    self.tempo = tempo
  }
}

/// A monotone course of tempo over distance, piecewise linear.
struct TempoCurve: Sendable, Hashable {
  private let knots: [TempoKnot]

  /// A course through the knots; `validate` tells whether they can be used.
  init(_ knots: [TempoKnot]) {
    self.knots = knots
  }

  /// The tempo at a distance; `nil` without knots.
  func tempo(at distance: Meters) -> Tempo? {
    guard let first = knots.first, let last = knots.last else { return nil }
    guard distance > first.distance else { return first.tempo }
    guard distance < last.distance else { return last.tempo }
    var index = 1
    while knots[index].distance <= distance { index += 1 }
    let (near, far) = (knots[index - 1], knots[index])
    let share = (distance - near.distance) / (far.distance - near.distance)
    let interval = near.tempo.interval + share * (far.tempo.interval - near.tempo.interval)
    let intensity = near.tempo.intensity + share * (far.tempo.intensity - near.tempo.intensity)
    return Tempo(interval: interval, intensity: intensity)
  }

  /// Refuses knots that are too few, out of order, or not monotone.
  func validate() throws(ParameterError) {
    guard !knots.isEmpty else {
      throw ParameterError(path: "knots", found: "an empty list", expected: "at least one knot")
    }
    for (index, knot) in knots.enumerated() {
      do {
        try checkLength(knot.distance.value, "distance")
        try knot.tempo.validate()
        if index > 0 { try knot.validate(after: knots[index - 1]) }
      } catch {
        throw error.inside("knots[\(index)]")
      }
    }
  }
}

extension TempoKnot {
  fileprivate func validate(after nearer: TempoKnot) throws(ParameterError) {
    guard distance > nearer.distance else {
      throw ParameterError(
        path: "distance", found: "\(distance)",
        expected: "more than that of the knot before it, \(nearer.distance)")
    }
    guard tempo.interval >= nearer.tempo.interval else {
      throw ParameterError(
        path: "interval", found: "\(tempo.interval)",
        expected: "not less than that of the nearer knot, \(nearer.tempo.interval)")
    }
    guard tempo.intensity <= nearer.tempo.intensity else {
      throw ParameterError(
        path: "intensity", found: "\(tempo.intensity)",
        expected: "not more than that of the nearer knot, \(nearer.tempo.intensity)")
    }
  }
}
