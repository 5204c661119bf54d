/// A short signal that is played in addition to the beats: a name and its events. To add a cue, declare a value of this type
/// anywhere.
public struct Cue: Sendable, Hashable {
  /// The name in documents, such as `ringSent`.
  public let name: String
  /// The events of a cue given at time 0.
  private let played: [HapticEvent]

  /// Creates a cue from its parts.
  ///
  /// - Parameters:
  ///   - name: A name that no other cue has.
  ///   - events: The events of a cue given at time 0, in the order of time.
  public init(_ name: String, _ events: [HapticEvent]) {
    self.name = name
    played = events
  }

  /// Returns the events of the cue when it is given at a time.
  ///
  /// - Returns: The events in the order of time.
  public func events(at time: Seconds) -> [HapticEvent] {
    played.map { event in
      var event = event
      event.time = time + event.time
      return event
    }
  }

  /// The ring was sent: one hard impact.
  public static let ringSent = Cue(
    "ringSent", [HapticEvent(time: .zero, intensity: 1, sharpness: 0.8)])
  /// The ring was attached: five taps, 0.1 s apart, over a heavy continuous event that lasts as long as the taps.
  public static let ringAttached = Cue(
    "ringAttached",
    [
      HapticEvent(
        time: .zero, intensity: 1, sharpness: 0.2, kind: .continuous(duration: 0.5, curve: []))
    ] + taps([1, 1, 1, 1, 1], sharpness: 0.5, every: 0.1))
  /// A light tap that answers a touch.
  public static let tap = Cue("tap", [HapticEvent(time: .zero, intensity: 0.3, sharpness: 0.5)])

  package static func taps(
    _ intensities: [Double], sharpness: Double, every interval: Seconds
  ) -> [HapticEvent] {
    intensities.enumerated().map { index, intensity in
      HapticEvent(time: Double(index) * interval, intensity: intensity, sharpness: sharpness)
    }
  }

  package static func ramp(
    from start: Double, to end: Double, sharpness: Double, over duration: Seconds
  ) -> [HapticEvent] {
    let curve = [
      HapticEvent.CurvePoint(time: .zero, intensity: start, sharpness: sharpness),
      HapticEvent.CurvePoint(time: duration, intensity: end, sharpness: sharpness),
    ]
    return [
      HapticEvent(
        time: .zero, intensity: max(start, end), sharpness: sharpness,
        kind: .continuous(duration: duration, curve: curve))
    ]
  }
}
