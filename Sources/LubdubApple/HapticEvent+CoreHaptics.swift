#if canImport(CoreHaptics)
import CoreHaptics
import Lubdub

extension HapticEvent {
  /// The curve of a continuous event; empty if its intensity and sharpness are constant.
  var curve: [CurvePoint] {
    if case .continuous(_, let curve) = kind { curve } else { [] }
  }
}

extension CHHapticPattern {
  /// The largest number of points of a parameter curve: a longer curve is cut into consecutive curves.
  private static let mostPoints = 16

  /// Creates a pattern of events that begins at a time. If one event has a curve, the pattern's controls follow this curve:
  /// intensity multiplies an event of full strength, and sharpness is added to a dull event.
  convenience init(_ events: [HapticEvent], from time: Seconds) throws {
    var curves: [CHHapticParameterCurve] = []
    let made = events.map { event in
      var event = event
      event.time = event.time - time
      guard !event.curve.isEmpty else { return CHHapticEvent(event) }
      for points in event.curve.cut(into: Self.mostPoints) {
        curves.append(.init(.hapticIntensityControl, points, from: event.time) { $0.intensity })
        curves.append(.init(.hapticSharpnessControl, points, from: event.time) { $0.sharpness })
      }
      (event.intensity, event.sharpness) = (1, 0)
      return CHHapticEvent(event)
    }
    try self.init(events: made, parameterCurves: curves)
  }
}

extension CHHapticParameterCurve {
  fileprivate convenience init(
    _ control: CHHapticDynamicParameter.ID, _ points: ArraySlice<HapticEvent.CurvePoint>,
    from start: Seconds, _ value: (HapticEvent.CurvePoint) -> Double
  ) {
    let first = points.first?.time ?? 0
    self.init(
      parameterID: control,
      controlPoints: points.map {
        ControlPoint(relativeTime: ($0.time - first).value, value: Float(value($0)))
      }, relativeTime: (start + first).value)
  }
}

extension [HapticEvent.CurvePoint] {
  /// Returns pieces of at most `limit` points; each begins with the last point of the previous piece.
  fileprivate func cut(into limit: Int) -> [ArraySlice<HapticEvent.CurvePoint>] {
    stride(from: 0, to: Swift.max(count - 1, 1), by: limit - 1).map {
      self[$0..<Swift.min($0 + limit, count)]
    }
  }
}

extension CHHapticEvent {
  convenience init(_ event: HapticEvent) {
    let parameters = [
      CHHapticEventParameter(parameterID: .hapticIntensity, value: Float(event.intensity)),
      CHHapticEventParameter(parameterID: .hapticSharpness, value: Float(event.sharpness)),
    ]
    switch event.kind {
    case .transient:
      self.init(eventType: .hapticTransient, parameters: parameters, relativeTime: event.time.value)
    case .continuous(let duration, _):
      self.init(
        eventType: .hapticContinuous, parameters: parameters, relativeTime: event.time.value,
        duration: duration.value)
    }
  }
}

extension CHHapticDynamicParameter {
  /// The control of intensity, from 0 to 1: a factor on the intensity of the event.
  static func intensity(_ intensity: Double) -> CHHapticDynamicParameter {
    CHHapticDynamicParameter(
      parameterID: .hapticIntensityControl, value: Float(min(max(0, intensity), 1)),
      relativeTime: 0)
  }
}
#endif
