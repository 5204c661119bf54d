/// A continuous event that has begun, and whose end is still unknown.
struct SustainedEvent: Sendable, Hashable {
  /// The longest continuous event, in seconds: Core Haptics ends a continuous event after 30 s; a longer contact continues
  /// in a new event.
  static let longest = 30.0
  /// The smallest change of intensity in the curve. People notice a change of about a tenth.
  private static let leastChange = 0.01
  /// The smallest time between two points of the curve, in seconds: at most 50 points per second.
  private static let leastStep = 0.02

  let start: Double
  let sharpness: Double
  private(set) var intensity: Double
  private var seen: Double
  private var curve: [HapticEvent.CurvePoint]

  init(start: Double, intensity: Double, sharpness: Double) {
    (self.start, self.intensity, self.sharpness) = (start, intensity, sharpness)
    (seen, curve) = (start, [])
    addPoint(at: start)
  }

  var deadline: Double { start + Self.longest }

  /// Sets the intensity from `time` on; returns whether the change can be felt and is late enough after the previous change.
  mutating func follow(_ new: Double, at time: Double) -> Bool {
    guard (new - intensity).magnitude >= Self.leastChange else {
      seen = max(seen, time)
      return false
    }
    let lastPoint = start + (curve.last?.time.value ?? 0)
    if time == start {
      curve = []
    } else if time - lastPoint < Self.leastStep {
      return false
    } else if seen - lastPoint >= Self.leastStep, time - seen >= Self.leastStep {
      addPoint(at: seen)
    }
    intensity = new
    seen = time
    addPoint(at: time)
    return true
  }

  func event(endingAt end: Double) -> HapticEvent? {
    guard end > start else { return nil }
    return HapticEvent(
      time: Seconds(start), intensity: curve.first?.intensity ?? intensity, sharpness: sharpness,
      kind: .continuous(duration: Seconds(end - start), curve: curve.count > 1 ? curve : []))
  }

  private mutating func addPoint(at time: Double) {
    curve.append(
      HapticEvent.CurvePoint(
        time: Seconds(time - start), intensity: intensity, sharpness: sharpness))
  }
}
