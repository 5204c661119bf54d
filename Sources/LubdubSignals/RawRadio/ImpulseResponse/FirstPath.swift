/// The first path in an impulse response: half of the first strong maximum, on its rising side.
///
/// This rule performs best among the rules that were compared on recordings (docs/explanation/raw-radio.md).
public enum FirstPath {
  /// The first path's place in the receiver's accumulator, in taps; `nil` if there is no first path.
  public static func place(in envelope: ResponseEnvelope) -> Double? {
    guard let top = firstMaximum(in: envelope) else { return nil }
    let half = envelope.sizes[top] / 2
    var place = top
    while place > 0, envelope.sizes[place - 1] >= half { place -= 1 }
    return envelope.tap(envelope.crossing(of: half, upTo: place))
  }

  /// The first local maximum at or after the first sample above 6 times the noise and 0.15 of the largest sample.
  private static func firstMaximum(in envelope: ResponseEnvelope) -> Int? {
    let sizes = envelope.sizes
    let level = max(6 * envelope.noise, 0.15 * envelope.peak)
    guard level > 0,
      let first = (min(envelope.start, sizes.count)..<sizes.count).first(where: {
        sizes[$0] >= level
      })
    else { return nil }
    var place = first
    while place + 1 < sizes.count, sizes[place + 1] > sizes[place] { place += 1 }
    return place
  }
}
