public import Lubdub

/// The power density of a signal over frequency, averaged over overlapping segments.
///
/// P. D. Welch, "The use of fast Fourier transform for the estimation of power spectra", IEEE Trans.
/// Audio and Electroacoustics 15 (1967). Hann window; one-sided, so that the sum of the densities
/// times the spacing of the frequencies is the signal's mean square.
public struct WelchSpectrum: Sendable, Hashable {
  /// The frequency of each bin, from 0 to half the sample rate.
  public let frequencies: [Hertz]
  /// The density at each frequency, in the square of the signal's unit per hertz.
  public let density: [Double]
  /// The distance of two frequencies.
  public let spacing: Hertz
  /// Number of segments averaged.
  public let segments: Int

  /// The spectrum of a signal.
  ///
  /// - Parameters:
  ///   - samples: The signal. All of it forms one segment when it is shorter than `segment`.
  ///   - sampleRate: Samples a second.
  ///   - segment: Samples of a segment.
  ///   - overlap: The share of a segment that the next one repeats, 0...0.95.
  ///   - removesMean: Whether each segment's mean is taken off before.
  /// - Throws: `SpectraError` when there are no samples or a setting is out of its range.
  public init(
    _ samples: [Double], sampleRate: Hertz, segment: Int = 4096, overlap: Double = 0.5,
    removesMean: Bool = true
  ) throws(SpectraError) {
    try SpectraError.require(samples.count, in: 2...Int.max, "number of samples")
    try SpectraError.require(segment, in: 2...1 << 28, "segment")
    try SpectraError.require(overlap, in: 0...0.95, "overlap")
    try SpectraError.require(sampleRate.value, in: 1e-9...1e9, "sample rate")
    let count = min(segment, samples.count)
    let hop = max(1, count - Int(Double(count) * overlap))
    var analyser = try SegmentAnalyser(
      count: count, sampleRate: sampleRate.value, removesMean: removesMean)
    var sum = [Double](repeating: 0, count: count / 2 + 1)
    var number = 0
    for start in stride(from: 0, through: samples.count - count, by: hop) {
      analyser.add(samples, from: start, to: &sum)
      number += 1
    }
    let spacing = sampleRate.value / Double(count)
    let share = 1 / Double(number)
    self.spacing = Hertz(spacing)
    segments = number
    frequencies = sum.indices.map { Hertz(Double($0) * spacing) }
    density = sum.map { $0 * share }
  }

  /// The mean square of the signal between two frequencies.
  public func power(in band: ClosedRange<Hertz>) -> Double {
    zip(frequencies, density).reduce(0) { sum, bin in
      band.contains(bin.0) ? sum + bin.1 * spacing.value : sum
    }
  }
}
