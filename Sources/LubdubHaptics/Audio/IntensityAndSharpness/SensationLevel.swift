internal import RealModule

/// Intensity as a level above the threshold of feeling, after the Android Open Source Project's
/// adapter from basic to PWLE envelopes (Apache-2.0).
public struct SensationLevel: Sendable, Hashable {
  private let actuator: ActuatorModel
  private let isFlat: Bool
  /// The lowest and the highest frequency at which the actuator exceeds the threshold of feeling by at least 10 dB.
  public let band: ClosedRange<Hertz>
  /// The highest level above the threshold that the actuator reaches.
  public let maximum: Decibels

  /// Creates the sensation level for an actuator; `isFlat` if compensation makes its response flat.
  public init(_ actuator: ActuatorModel, isFlat: Bool = false) {
    (self.actuator, self.isFlat) = (actuator, isFlat)
    let available: (Double) -> Double = { hertz in
      let relative = isFlat ? 1 : actuator.relativeResponse(at: Hertz(hertz))
      return actuator.maximumAcceleration * relative
    }
    var lowest = actuator.band.lowerBound.value
    var highest = actuator.band.upperBound.value
    let feelable = stride(from: 20.0, through: 400, by: 1).filter { hertz in
      20 * Double.log10(available(hertz)) >= Self.threshold(at: Hertz(hertz)).value + 10
    }
    if let first = feelable.first, let last = feelable.last { (lowest, highest) = (first, last) }
    band = Hertz(lowest)...Hertz(highest)
    let best = stride(from: lowest, through: highest, by: 1).max { available($0) < available($1) }
    let frequency = best ?? lowest
    let level = 20 * Double.log10(available(frequency))
    maximum = Decibels(level) - Self.threshold(at: Hertz(frequency))
  }

  /// The amplitude, 0...1 of the actuator's maximum, for an intensity at a frequency.
  public func amplitude(_ intensity: Double, _ frequency: Hertz) -> Double {
    if intensity <= 0 { return 0 }
    let level = intensity * maximum.value + Self.threshold(at: frequency).value
    let wanted = amplitudeRatio(decibels: level)
    let relative = isFlat ? 1 : actuator.relativeResponse(at: frequency)
    return min(1, wanted / (actuator.maximumAcceleration * relative))
  }

  /// The weakest acceleration that can be felt at a frequency, in decibels over standard gravity. Linear between the table's
  /// points, constant outside.
  public static func threshold(at frequency: Hertz) -> Decibels {
    Decibels(Course.value(of: table, at: frequency.value, fromLeft: false) ?? 0)
  }

  private static let table = [
    (0.4, -97.81), (2, -69.86), (3, -62.81), (4, -58.81), (5, -56.69), (6, -54.77), (7.2, -52.85),
    (8, -51.77), (8.64, -50.84), (10, -48.90), (10.37, -48.52), (12.44, -46.50), (14.93, -44.43),
    (15, -44.35), (17.92, -41.96), (20, -40.36), (21.5, -39.60), (25, -37.48), (25.8, -36.93),
    (30, -34.31), (35, -33.13), (40, -32.81), (50, -31.94), (60, -31.77), (70, -31.59),
    (72, -31.55), (80, -31.77), (86.4, -31.94), (90, -31.73), (100, -31.90), (103.68, -31.77),
    (124.42, -31.70), (149.3, -31.38), (150, -31.35), (179.16, -31.02), (200, -30.86),
    (215, -30.35), (250, -28.98), (258, -28.68), (300, -26.81), (400, -19.81),
  ].map { Course.Point(time: $0.0, value: $0.1) }
}
