/// A rule that finds the first path in an impulse response.
public enum FirstPath: String, Sendable, Hashable, CaseIterable {
  /// Half of the first strong maximum, on its rising side: the rule that does best.
  case halfOfFirstPeak = "half-of-first-peak"
  /// The first strong maximum itself.
  case firstPeak = "first-peak"
  /// The first crossing of 12 times the noise.
  case noiseCrossing = "noise-crossing"
  /// The first crossing of 0.3 of the strongest tap.
  case peakCrossing = "peak-crossing"
  /// The first power that is 40 times the mean of the 24 taps that end 3 taps before (constant false
  /// alarm rate).
  case constantFalseAlarm = "constant-false-alarm"

  /// The first path.
  ///
  /// - Returns: Its place in the receiver's accumulator, in taps; `nil` where nothing passes.
  public func place(in envelope: ResponseEnvelope) -> Double? {
    let place: Double? =
      switch self {
      case .halfOfFirstPeak: Self.halfLevel(in: envelope)
      case .firstPeak: Self.firstMaximum(in: envelope).map { Self.top(at: $0, in: envelope) }
      case .noiseCrossing: Self.crossing(of: 12 * envelope.noise, in: envelope)
      case .peakCrossing: Self.crossing(of: 0.3 * envelope.peak, in: envelope)
      case .constantFalseAlarm: Self.falseAlarmCrossing(in: envelope)
      }
    return place.map { envelope.tap($0) }
  }

  /// The first local maximum at or after the first sample above 6 times the noise and 0.15 of the
  /// greatest.
  static func firstMaximum(in envelope: ResponseEnvelope) -> Int? {
    let sizes = envelope.sizes
    let level = max(6 * envelope.noise, 0.15 * envelope.peak)
    guard level > 0, let first = sample(above: level, in: envelope) else { return nil }
    var place = first
    while place + 1 < sizes.count, sizes[place + 1] > sizes[place] { place += 1 }
    return place
  }

  private static func sample(above level: Double, in envelope: ResponseEnvelope) -> Int? {
    (min(envelope.start, envelope.sizes.count)..<envelope.sizes.count).first {
      envelope.sizes[$0] >= level
    }
  }

  private static func crossing(of level: Double, in envelope: ResponseEnvelope) -> Double? {
    guard level > 0, let sample = sample(above: level, in: envelope) else { return nil }
    return envelope.crossing(of: level, upTo: sample)
  }

  private static func halfLevel(in envelope: ResponseEnvelope) -> Double? {
    guard let top = firstMaximum(in: envelope) else { return nil }
    let half = envelope.sizes[top] / 2
    var place = top
    while place > 0, envelope.sizes[place - 1] >= half { place -= 1 }
    return envelope.crossing(of: half, upTo: place)
  }

  /// The top of the parabola through a maximum and its neighbours.
  private static func top(at place: Int, in envelope: ResponseEnvelope) -> Double {
    let sizes = envelope.sizes
    guard place > 0, place + 1 < sizes.count else { return Double(place) }
    return Double(place) + parabolaTop(sizes[place - 1], sizes[place], sizes[place + 1])
  }

  private static func falseAlarmCrossing(in envelope: ResponseEnvelope) -> Double? {
    let (window, guardTaps) = (24 * envelope.factor, 3 * envelope.factor)
    let sizes = envelope.sizes
    let first = max(envelope.start, window + guardTaps)
    guard first < sizes.count else { return nil }
    for place in first..<sizes.count {
      let end = place - guardTaps
      let mean = sizes[(end - window)..<end].reduce(0) { $0 + $1 * $1 } / Double(window)
      guard mean > 0, sizes[place] * sizes[place] >= 40 * mean else { continue }
      return envelope.crossing(of: (40 * mean).squareRoot(), upTo: place)
    }
    return nil
  }
}
