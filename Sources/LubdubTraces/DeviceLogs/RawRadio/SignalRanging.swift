/// The estimators that convert raw radio to ranges; they keep no history, so copies of a reader share them.
package final class SignalRanging: Sendable {
  private struct State: ~Copyable {
    var arrival: ArrivalEstimator?
    var interpolation: EnvelopeInterpolation?
  }

  private let state = Locked(State())

  package init() {}

  func answer(to procedure: SoundingProcedure) throws -> SoundingAnswer? {
    try state.withLock { state in
      if state.arrival == nil { state.arrival = try ArrivalEstimator() }
      return state.arrival?.answer(to: procedure)
    }
  }

  /// The first path of a frame: half of its first peak, interpolated four times.
  func firstPath(of frame: ReceivedFrame) throws -> Double? {
    try state.withLock { state in
      let window = frame.accumulator.window
      if state.interpolation?.count != window.taps.count {
        state.interpolation = try EnvelopeInterpolation(count: window.taps.count)
      }
      return state.interpolation?.envelope(of: window).flatMap { FirstPath.place(in: $0) }
    }
  }

  package func score(of frame: ReceivedFrame) throws -> NLOSScore? {
    try firstPath(of: frame).flatMap { NLOSScore(frame.accumulator, firstPath: $0) }
  }
}

extension ReceivedFrame {
  /// The change of a two-way range per meter of the first path of its logged frames: 2/7 (poll), 3/14 (final).
  public var leverage: Double {
    switch kind {
    case .poll: 0.286
    case .final: 0.214
    case .only: 0.5
    }
  }
}
