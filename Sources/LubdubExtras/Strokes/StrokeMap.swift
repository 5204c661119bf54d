internal import RealModule

/// The property of a stroke that a person feels.
public enum StrokeMap: String, Sendable, Hashable, CaseIterable {
  /// A level that is high for a slow stroke at a speed that is pleasant to the skin: 1 to 10 cm/s, highest at 3 cm/s
  /// (C-tactile fibers; Löken et al. 2009). Without movement, it falls to a rest level.
  case calm
  /// A level that rises with the pressure. Without pressure, this is `speed`.
  case pressure
  /// A level that rises with the speed.
  case speed

  /// The intensity and sharpness, 0...1, at a moment of a stroke. The speed, in cm/s, is not negative, and the pressure is
  /// 0...1, or `nil` if it is unknown.
  public func level(speed: Double, pressure: Double?) -> (intensity: Double, sharpness: Double) {
    let haste = min(1, speed / Self.fastSpeed)
    switch self {
    case .calm:
      guard speed > 0 else { return (Self.leastCalm, 0.1) }
      let distance = Double.log(speed / Self.bestSpeed) / Self.speedWidth
      let share = Double.exp(-0.5 * distance * distance)
      return (Self.leastCalm + 0.6 * share, 0.1 + 0.2 * haste)
    case .pressure: return (0.15 + 0.75 * Double.pow(pressure ?? haste, 0.7), 0.1 + 0.5 * haste)
    case .speed: return (0.15 + 0.75 * Double.pow(haste, 0.7), 0.1 + 0.5 * haste)
    }
  }

  static let rest = 0.15
  static let restTime = 0.5
  /// The speed, in cm/s, below which a touch rests.
  static let restSpeed = 0.1
  /// The speed that is most pleasant to the skin, in cm/s.
  private static let bestSpeed = 3.0
  /// The width around the best speed, in natural logarithms of speed.
  private static let speedWidth = 0.9
  /// The speed, in cm/s, above which sharpness no longer increases.
  private static let fastSpeed = 30.0
  private static let leastCalm = 0.2
}
