public import Quantities

/// A short signal of the game of tag.
public enum GameCue: String, Sendable, Hashable, CaseIterable {
  /// The player was tagged.
  case tagged
  /// The guess missed.
  case missed
  /// The guess was blocked.
  case blocked
  /// A wire was crossed.
  case tripwire
  /// A base was entered: rising.
  case baseEntered
  /// A base was left: falling.
  case baseLeft
  /// The player is out.
  case eliminated
  /// The game has started.
  case gameStarted

  /// What is played when the cue is given.
  ///
  /// - Returns: The events in the order of time.
  public func events(at time: Seconds) -> [HapticEvent] {
    switch self {
    case .tagged: Self.taps([1, 1], sharpness: 0.8, every: 0.12, at: time)
    case .missed: Self.taps([0.4], sharpness: 0.2, every: 0, at: time)
    case .blocked: Self.taps([0.6, 0.6], sharpness: 0.3, every: 0.08, at: time)
    case .tripwire: Self.taps([0.7, 0.7, 0.7, 0.7], sharpness: 0.9, every: 0.06, at: time)
    case .baseEntered: [Self.ramp(from: 0, to: 0.5, sharpness: 0.3, 0.3, at: time)]
    case .baseLeft: [Self.ramp(from: 0.5, to: 0, sharpness: 0.3, 0.3, at: time)]
    case .eliminated: [Self.ramp(from: 1, to: 0, sharpness: 0.1, 1.2, at: time)]
    case .gameStarted: Self.taps([0.6, 0.8, 1], sharpness: 0.5, every: 0.2, at: time)
    }
  }

  private static func taps(
    _ intensities: [Double], sharpness: Double, every interval: Seconds, at time: Seconds
  ) -> [HapticEvent] {
    intensities.enumerated().map { index, intensity in
      HapticEvent(
        time: time + Double(index) * interval, intensity: intensity, sharpness: sharpness)
    }
  }

  private static func ramp(
    from start: Double, to end: Double, sharpness: Double, _ duration: Seconds, at time: Seconds
  ) -> HapticEvent {
    HapticEvent(
      time: time, intensity: max(start, end), sharpness: sharpness,
      kind: .continuous(
        duration: duration,
        curve: [
          .init(time: .zero, intensity: start, sharpness: sharpness),
          .init(time: duration, intensity: end, sharpness: sharpness),
        ]))
  }
}

extension Timeline {
  /// Cues alone, without beats.
  ///
  /// - Parameters:
  ///   - cues: What is given and when.
  ///   - duration: The least length; it is longer where the last cue ends later.
  public init(cues: [(cue: GameCue, time: Seconds)], duration: Seconds) {
    let events = cues.flatMap { $0.cue.events(at: $0.time) }
    let end = events.map { $0.time + $0.duration }.max() ?? .zero
    self.init(duration: max(duration, end), events: events)
  }
}
