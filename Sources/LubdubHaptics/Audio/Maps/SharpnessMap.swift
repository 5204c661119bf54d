public import Lubdub

/// From sharpness 0...1 to a frequency: linear between two ends.
public struct SharpnessMap: Sendable, Hashable {
  /// The name by which the tool selects the map.
  public let name: String
  /// Where the map comes from.
  public let source: String
  /// Frequency of sharpness 0.
  public let lowest: Hertz
  /// Frequency of sharpness 1.
  public let highest: Hertz

  /// The frequency of a sharpness; sharpness outside 0...1 is clamped.
  public func frequency(_ sharpness: Double) -> Hertz {
    let clamped = min(max(sharpness, 0), 1)
    return lowest + (highest - lowest) * clamped
  }

  /// Any band, linear in hertz.
  public static func linear(_ band: ClosedRange<Hertz>) -> SharpnessMap {
    SharpnessMap(
      name: "linear", source: "the actuator model's own band",
      lowest: band.lowerBound, highest: band.upperBound)
  }

  /// 65 + 235 s Hz.
  public static let mpeg = SharpnessMap(
    name: "mpeg", source: "MPEG haptics reference software (ISO/IEC 23090-31)",
    lowest: 65, highest: 300)

  /// 55 + 145 s Hz.
  public static let meta = SharpnessMap(
    name: "meta", source: "Meta haptics SDK, Quest actuator", lowest: 55, highest: 200)

  /// 180 Hz, whatever the sharpness.
  public static let fixed = SharpnessMap(
    name: "fixed", source: "Pulsar's audio simulation", lowest: 180, highest: 180)

  /// The band where the actuator can be felt well.
  public static func android(_ actuator: ActuatorModel) -> SharpnessMap {
    let band = SensationLevel(actuator).band
    return SharpnessMap(
      name: "android", source: "Android Open Source Project, basic to PWLE envelope adapter",
      lowest: band.lowerBound, highest: band.upperBound)
  }

  /// The names of all maps.
  public static let names = ["linear", "mpeg", "meta", "android", "fixed"]

  /// The map of a name, for an actuator; `nil` when there is none of that name.
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
