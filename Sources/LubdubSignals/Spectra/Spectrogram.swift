public import Lubdub
internal import RealModule

/// The power density of a signal over time and frequency. Hann window, one-sided.
public struct Spectrogram: Sendable, Hashable {
  /// The middle of each column's segment.
  public let times: [Seconds]
  /// The frequency of each bin, from 0 to half the sample rate.
  public let frequencies: [Hertz]
  /// The columns one after another, in the square of the signal's unit per hertz.
  private let density: [Double]

  /// Computes the spectrogram of a signal.
  ///
  /// - Parameters:
  ///   - samples: The signal. If it is shorter than `segment`, all of it forms one column.
  ///   - sampleRate: The number of samples per second.
  ///   - segment: The number of samples per column.
  ///   - hop: The number of samples from one column to the next.
  /// - Throws: `SpectraError` if there are no samples or a setting is out of its range.
  public init(
    _ samples: [Double], sampleRate: Hertz, segment: Int = 1024, hop: Int = 256
  ) throws(SpectraError) {
    try SpectraError.require(samples.count, in: 2...Int.max, "number of samples")
    try SpectraError.require(segment, in: 2...1 << 28, "segment")
    try SpectraError.require(hop, in: 1...Int.max, "hop")
    try SpectraError.require(sampleRate.value, in: 1e-9...1e9, "sample rate")
    let count = min(segment, samples.count)
    let rate = sampleRate.value
    // The periodic Hann window, which is usual for spectra.
    let weights = (0..<count).map { 0.5 - 0.5 * Double.cos(2 * .pi * Double($0) / Double(count)) }
    let scale = 1 / (rate * weights.reduce(0) { $0 + $1 * $1 })
    let starts = Array(stride(from: 0, through: samples.count - count, by: hop))
    var transform = try RealFFT(count: count)
    var density: [Double] = []
    density.reserveCapacity(starts.count * transform.binCount)
    for start in starts {
      for index in weights.indices {
        unsafe transform.samples[index] = samples[start + index] * weights[index]
      }
      transform.forward()
      for index in 0..<transform.binCount {
        let bin = unsafe transform.bins[index]
        let isSingle = index == 0 || 2 * index == count
        density.append((bin.0 * bin.0 + bin.1 * bin.1) * (isSingle ? scale : 2 * scale))
      }
    }
    self.density = density
    times = starts.map { Seconds((Double($0) + Double(count) / 2) / rate) }
    frequencies = (0..<transform.binCount).map { Hertz(Double($0) * rate / Double(count)) }
  }

  /// The density at a time and a frequency, both by index.
  public subscript(time time: Int, frequency frequency: Int) -> Double {
    density[time * frequencies.count + frequency]
  }
}
