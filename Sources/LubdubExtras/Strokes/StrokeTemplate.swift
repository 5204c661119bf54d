internal import RealModule

/// A predefined path that is drawn automatically, with one point every 0.05 s for 6 s.
public enum StrokeTemplate: String, Sendable, Hashable, CaseIterable {
  /// One slow circle, 3 cm across.
  case circle
  /// One slow wave with two periods, 9 cm wide and 3 cm high.
  case wave

  /// The interval of the points.
  public static let step: Seconds = 0.05
  /// The number of points, without the additional point at the end.
  public static let count = 120

  /// The path as a stroke of 6 s that begins at 0, in units of a scale.
  public func stroke(scale: SurfaceScale) -> Stroke {
    var stroke = Stroke(name: rawValue)
    let centimetre = 0.01 / scale.unit.value
    for index in 0...Self.count {
      let (x, y) = place(Double(index) / Double(Self.count))
      // With extremely small units, coordinates exceed the limit, and the stroke has fewer points.
      try? stroke.append(
        .init(time: Double(index) * Self.step, x: x * centimetre, y: y * centimetre))
    }
    return stroke
  }

  private func place(_ share: Double) -> (x: Double, y: Double) {
    let angle = 2 * Double.pi * share
    switch self {
    case .circle: return (1.5 - 1.5 * .cos(angle), 1.5 - 1.5 * .sin(angle))
    case .wave: return (9 * share, 1.5 - 1.5 * .sin(2 * angle))
    }
  }
}
