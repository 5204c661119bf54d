public import Lubdub

/// A way to estimate a distance from the tones of channel sounding; one file each.
public enum ToneMethod: String, Sendable, Hashable, CaseIterable {
  /// `PhaseSlope`.
  case phaseSlope = "phase-slope"
  /// `InverseFFTPeak`.
  case peak = "ifft-peak"
  /// `StockInverseFFT`.
  case stock = "ifft-stock"
  /// `ArrivalEstimator`.
  case arrival = "arrival"

  /// The rule and its source in a few words.
  public var summary: String {
    switch self {
    case .phaseSlope: "mean turn of the phase from tone to tone, as Nordic's cs_de documents it"
    case .peak: "strongest place of the inverse FFT"
    case .stock: "first path of the inverse FFT by the rule of Nordic's cs_de"
    case .arrival: "where the tones are likeliest if nothing arrives before (the default)"
    }
  }
}

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
