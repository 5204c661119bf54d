/// A map from sharpness 0...1 to a frequency: linear between two ends.
public struct SharpnessMap: Sendable, Hashable {
  /// The frequency of sharpness 0.
  public let lowest: Hertz
  /// The frequency of sharpness 1.
  public let highest: Hertz

  /// The frequency of a sharpness; sharpness outside 0...1 is clamped.
  public func frequency(_ sharpness: Double) -> Hertz {
    let clamped = min(max(sharpness, 0), 1)
    return lowest + (highest - lowest) * clamped
  }

  /// Any band, linear in hertz.
  public static func linear(_ band: ClosedRange<Hertz>) -> SharpnessMap {
    SharpnessMap(lowest: band.lowerBound, highest: band.upperBound)
  }

  /// 65 + 235 s Hz: MPEG haptics reference software (ISO/IEC 23090-31).
  public static let mpeg = linear(65...300)

  /// 55 + 145 s Hz: Meta haptics SDK, Quest actuator.
  public static let meta = linear(55...200)

  /// 180 Hz for every sharpness: Pulsar's audio simulation.
  public static let fixed = linear(180...180)

  /// The band where the actuator can be felt well: Android Open Source Project, basic to PWLE envelope adapter.
  public static func android(_ actuator: ActuatorModel) -> SharpnessMap {
    linear(SensationLevel(actuator).band)
  }

  /// The names of all maps.
  public static let names = ["linear", "mpeg", "meta", "android", "fixed"]

  /// The map with a name, for an actuator; `nil` for an unknown name.
  public static func named(_ name: String, for actuator: ActuatorModel) -> SharpnessMap? {
    switch name {
    case "linear": .linear(actuator.band)
    case "mpeg": .mpeg
    case "meta": .meta
    case "android": .android(actuator)
    case "fixed": .fixed
    default: nil
    }
  }
}
