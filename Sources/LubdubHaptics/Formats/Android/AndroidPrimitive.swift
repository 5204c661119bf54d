/// A primitive of Android's compositions, and the events that represent it; devices differ.
struct AndroidPrimitive {
  let name: String
  /// The length in seconds: a pause after the primitive is counted from this time on.
  let length: Double
  private let tapSharpness: Double?

  private static let all =
    AndroidXML.taps.map {
      AndroidPrimitive(name: $0.name, length: WaveformSteps.pulse, tapSharpness: $0.sharpness)
    }
    + [
      ("slow_rise", 0.5), ("quick_rise", 0.15), ("quick_fall", 0.1), ("spin", 0.15), ("thud", 0.3),
    ]
    .map { AndroidPrimitive(name: $0.0, length: $0.1, tapSharpness: nil) }

  var isTap: Bool { tapSharpness != nil }

  static func named(_ name: String) -> AndroidPrimitive? { all.first { $0.name == name } }

  static func named(_ event: HapticEvent) -> String? {
    all.first { $0.event(at: event.time.value, scale: event.intensity) == event }?.name
  }

  func event(at start: Double, scale: Double) -> HapticEvent {
    let full = Level(intensity: scale, sharpness: tapSharpness ?? 0.5)
    guard tapSharpness == nil else { return HapticEvent(at: start, full) }
    let isRise = name.hasSuffix("rise")
    let isFall = name == "quick_fall" || name == "thud"
    let points = [(0, isRise ? 0 : scale), (length, isFall ? 0 : scale)].map {
      HapticEvent.CurvePoint($0.0, Level(intensity: $0.1, sharpness: 0.5))
    }
    return HapticEvent(at: start, full, lasting: length, name == "spin" ? [] : points)
  }
}
