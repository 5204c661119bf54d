public import Quantities
internal import Spectra

/// The distance from the mean turn of the phase from tone to tone, as the phase-slope answer of
/// Nordic's `cs_de` library is documented: the angle of the sum of h[k+1] · conj(h[k]).
///
/// It is the mean length of all paths, weighted by power, so multipath lengthens it. It cannot show
/// distances apart that differ by 149.85 m, and answers from -74.9 to 74.9 m.
public enum PhaseSlope {
  /// The distance; `nil` where fewer than 15 tones are usable or no two are neighbours.
  public static func distance(of response: ProductResponse) -> Meters? {
    guard response.toneCount >= ProductResponse.fewestTones else { return nil }
    var sum = Complex(0)
    for (tone, next) in zip(response.tones, response.tones.dropFirst()) {
      if let tone, let next { sum = sum + next * tone.conjugate }
    }
    guard sum.squaredMagnitude > 0 else { return nil }
    return Meters(-sum.phase * ToneGrid.twoWaySpan.value / (2 * .pi))
  }
}
