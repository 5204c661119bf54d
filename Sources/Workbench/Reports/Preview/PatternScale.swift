internal import HapticAudio
internal import Quantities

/// The scales that several patterns share.
struct PatternScale {
  /// The length of the axis of time.
  let span: Seconds
  /// What the actuator does in each pattern.
  let envelopes: [Result<SignalEnvelope, AudioError>]
  /// The end of the scale of the acceleration: a round number that holds all of it.
  let level: Double

  /// - Parameters:
  ///   - previews: The patterns.
  ///   - pieces: How many pieces of time an envelope has, at least 1.
  init(_ previews: [PatternPreview], pieces: Int) {
    let span = PatternPreview.span(of: previews)
    self.span = span
    envelopes = previews.map { preview in
      Result { () throws(AudioError) in try preview.envelope(span: span, count: pieces) }
    }
    let peak = envelopes.compactMap { try? $0.get().peak }.max() ?? 1
    level = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].first { $0 >= peak } ?? 1
  }
}
