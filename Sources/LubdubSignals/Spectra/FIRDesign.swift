public import Lubdub
internal import RealModule

/// Design of filters with a finite impulse response, by frequency sampling: the desired response is sampled on a dense grid,
/// transformed back, and cut to length with a Hann window.
///
/// All filters have an odd number of taps and delay by half of them, `(taps - 1) / 2` samples, in addition to the delay of the
/// desired response.
public enum FIRDesign {
  /// Designs a filter with a desired complex response.
  ///
  /// - Parameters:
  ///   - taps: The number of taps, odd.
  ///   - sampleRate: The number of samples per second.
  ///   - response: The desired response from 0 to half the sample rate.
  /// - Returns: The taps.
  /// - Throws: `SpectraError` if the number of taps is even or not in 1...2^24.
  public static func frequencySampling(
    taps: Int, sampleRate: Hertz, response: (Hertz) -> Complex
  ) throws(SpectraError) -> [Double] {
    try SpectraError.require(taps, in: 1...1 << 24, "number of taps")
    guard taps % 2 == 1 else {
      throw SpectraError(subject: "number of taps", reason: "is \(taps), expected an odd number")
    }
    let size = FastLength.next(8 * taps)
    var transform = try RealFFT(count: size)
    let spacing = sampleRate.value / Double(size)
    let wanted = (0..<transform.binCount).map { response(Hertz(Double($0) * spacing)) }
    let impulse = transform.inverse(wanted)
    let half = (taps - 1) / 2
    return (0..<taps).map { tap in
      let offset = tap - half
      let weight = 0.5 + 0.5 * Double.cos(.pi * Double(offset) / Double(half + 1))
      return weight * impulse[offset >= 0 ? offset : size + offset]
    }
  }

  /// Designs the inverse of a system: while the gain is below its limit, amplitude and phase of system and filter together
  /// are flat, except for the delay. The filter fades out over an octave on both sides of the band.
  ///
  /// - Parameters:
  ///   - system: The response of the system.
  ///   - band: The band of the inverse.
  ///   - maximumGain: The maximum gain of the filter at any frequency.
  ///   - taps: The number of taps, odd.
  ///   - sampleRate: The number of samples per second.
  /// - Returns: The taps.
  /// - Throws: `SpectraError` if the number of taps is even or not in 1...2^24.
  public static func inverse(
    of system: (Hertz) -> Complex, band: ClosedRange<Hertz>, maximumGain: Decibels, taps: Int,
    sampleRate: Hertz
  ) throws(SpectraError) -> [Double] {
    let limit = Double.pow(10, maximumGain.value / 20)
    return try frequencySampling(taps: taps, sampleRate: sampleRate) { frequency in
      let response = system(frequency)
      let magnitude = response.magnitude
      let fade = fade(frequency.value, band)
      guard fade > 0, magnitude > 0 else { return Complex(0) }
      let gain = fade * min(1 / magnitude, limit)
      return response.conjugate * (gain / magnitude)
    }
  }

  /// Returns 1 in the band, 0 more than an octave outside, and a raised cosine between.
  private static func fade(_ frequency: Double, _ band: ClosedRange<Hertz>) -> Double {
    let (low, high) = (band.lowerBound.value, band.upperBound.value)
    let position = frequency < low ? 2 * frequency / low - 1 : 2 - frequency / high
    return 0.5 - 0.5 * Double.cos(.pi * min(1, max(0, position)))
  }
}
