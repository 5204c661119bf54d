public import Quantities

/// A short signal of its own, beside the beats.
public enum Cue: String, Sendable, Hashable, CaseIterable {
  /// The ring was sent: one hard impact.
  case ringSent
  /// The ring was attached: a burst of taps over a heavy rumble.
  case ringAttached
  /// A light tap that answers a touch.
  case tap
  /// A region was entered: rising, as `GameCue.baseEntered`.
  case baseEntered
  /// A region was left: falling, as `GameCue.baseLeft`.
  case baseLeft
  /// A wire was crossed, as `GameCue.tripwire`.
  case tripwire

  /// What is played when the cue is given.
  ///
  /// - Returns: The events in the order of time.
  public func events(at time: Seconds) -> [HapticEvent] {
    switch self {
    case .ringSent: [Feedback.send.event(at: time)]
    case .ringAttached: Self.celebration(at: time)
    case .tap: [Feedback.tap.event(at: time)]
    case .baseEntered: GameCue.baseEntered.events(at: time)
    case .baseLeft: GameCue.baseLeft.events(at: time)
    case .tripwire: GameCue.tripwire.events(at: time)
    }
  }

  /// Five taps, 0.1 s apart, over a heavy continuous event that lasts as long as they do.
  private static func celebration(at time: Seconds) -> [HapticEvent] {
    let rumble = HapticEvent(
      time: time, intensity: Feedback.attach.intensity, sharpness: Feedback.attach.sharpness,
      kind: .continuous(duration: 0.5, curve: []))
    let taps = (0..<5).map { index in
      HapticEvent(time: time + 0.1 * Double(index), intensity: 1, sharpness: 0.5)
    }
    return [rumble] + taps
  }
}

/// A level of feedback: how strong a single impact is, and how it feels.
package struct Feedback: Sendable, Hashable {
  /// Strength, 0...1.
  package var intensity: Double
  /// From dull (0) to sharp (1).
  package var sharpness: Double

  /// A level from its parts.
  package init(intensity: Double, sharpness: Double) {
    self.intensity = intensity
    self.sharpness = sharpness
  }

  /// Soft: a beat from far away.
  package static let farBeat = Feedback(intensity: 0.4, sharpness: 0.2)
  /// Medium: a beat from near by.
  package static let nearBeat = Feedback(intensity: 0.8, sharpness: 0.5)
  /// Rigid: something was sent.
  package static let send = Feedback(intensity: 1, sharpness: 0.8)
  /// Heavy: something was attached.
  package static let attach = Feedback(intensity: 1, sharpness: 0.2)
  /// Light: a touch was noticed.
  package static let tap = Feedback(intensity: 0.3, sharpness: 0.5)

  /// One impact of this level.
  package func event(at time: Seconds) -> HapticEvent {
    HapticEvent(time: time, intensity: intensity, sharpness: sharpness)
  }
}
