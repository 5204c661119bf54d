/// A method that estimates a distance from the tones of channel sounding; each method has its own file.
public enum ToneMethod: String, Sendable, Hashable, CaseIterable {
  /// `InverseFFTPeak`.
  case peak = "ifft-peak"
  /// `ArrivalEstimator`.
  case arrival = "arrival"

  /// The rule and its source in a few words.
  public var summary: String {
    switch self {
    case .peak: "strongest place of the inverse FFT"
    case .arrival: "where the tones are likeliest if nothing arrives before (the default)"
    }
  }
}
