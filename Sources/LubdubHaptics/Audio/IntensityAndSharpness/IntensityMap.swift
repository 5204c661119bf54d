/// A map from intensity 0...1 to an amplitude 0...1.
public enum IntensityMap: String, Sendable, Hashable, CaseIterable {
  /// The amplitude is the intensity.
  case linear
  /// The amplitude is the square of the intensity.
  case meta
  /// 0.6138 of the intensity for continuous events, 0.792 for transients.
  case mpeg
  /// Equal steps of intensity are equal steps of level above the threshold of feeling.
  case android
}

struct AmplitudeRule: Sendable {
  let map: IntensityMap
  let level: SensationLevel

  init(_ map: IntensityMap, _ actuator: ActuatorModel, isFlat: Bool) {
    self.map = map
    self.level = SensationLevel(actuator, isFlat: isFlat)
  }

  func amplitude(_ intensity: Double, _ frequency: Hertz, isTransient: Bool) -> Double {
    let clamped = min(max(intensity, 0), 1)
    switch map {
    case .linear: return clamped
    case .meta: return clamped * clamped
    case .mpeg: return clamped * (isTransient ? 0.792 : 0.6138)
    case .android: return level.amplitude(clamped, frequency)
    }
  }
}
