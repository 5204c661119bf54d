/// How a spectrum is made of intervals. Programs differ, and the powers with them: by a third on one recording
/// between straight lines and splines alone. So a power is never reported without its recipe.
package enum SpectrumRecipe: String, Sendable, Hashable, CaseIterable {
  /// Lomb-Scargle: the intervals at their own times, from 0.003 to 0.4 Hz in steps of 0.001 Hz.
  case lomb = "L"
  /// Welch: natural cubic spline to 4 Hz, Hann windows of 256 samples that overlap by half.
  case welch = "W"
  /// The same with 1,024 samples.
  case welch1024 = "W1024"
  /// As hrv-analysis 1.0.6 does: straight lines to 4 Hz, Hann windows of 256 samples that overlap by half,
  /// padded with zeros to 4,096; the upper end of a band is not part of it.
  case hrvAnalysis = "A"

  package var summary: String {
    switch self {
    case .lomb: "Lomb-Scargle, 0.003 to 0.4 Hz in steps of 0.001 Hz"
    case .welch: "Welch, cubic spline at 4 Hz, Hann 256, half overlapping"
    case .welch1024: "Welch, cubic spline at 4 Hz, Hann 1024, half overlapping"
    case .hrvAnalysis: "Welch, linear at 4 Hz, Hann 256, half overlapping, padded to 4096"
    }
  }
}

/// A band of frequencies, as the field has agreed on: Task Force of the European Society of Cardiology, "Heart rate
/// variability", Circulation 93 (1996).
package enum FrequencyBand: String, Sendable, Hashable, CaseIterable {
  case vlf
  case lf
  case hf

  /// Its ends in hertz.
  var ends: (low: Double, high: Double) {
    switch self {
    case .vlf: (0.003, 0.04)
    case .lf: (0.04, 0.15)
    case .hf: (0.15, 0.4)
    }
  }

  /// The shortest recording that can show anything of it, in seconds.
  var leastDuration: Double {
    switch self {
    case .vlf: 300
    case .lf: 120
    case .hf: 60
    }
  }
}
