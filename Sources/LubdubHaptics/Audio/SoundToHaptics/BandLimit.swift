/// Filters a sound to a band without moving any peak: it subtracts or keeps means over time whose weights are a triangle around
/// each moment.
enum BandLimit {
  /// The lowest tone that can be felt, in hertz; lower frequencies come from a microphone's offset and wind.
  static let lowest = 20.0

  /// The samples limited to a band in hertz. Below the band, a tone is weaker by (1 - sinc²(4f/3low))²: 0.92 at the band's
  /// lower end, 0.69 an octave below, 0.1 two octaves below; above the band, by sinc²(f/2high).
  static func filtered(
    _ samples: [Double], sampleRate: Double, band: ClosedRange<Double>
  ) -> [Double] {
    var result = samples
    let length = Int((4 * sampleRate / (3 * band.lowerBound)).rounded())
    for _ in 0..<2 {
      for (index, mean) in triangular(result, length).enumerated() { result[index] -= mean }
    }
    let short = Int((sampleRate / band.upperBound / 2).rounded())
    return short > 1 ? triangular(result, short) : result
  }

  private static func triangular(_ samples: [Double], _ length: Int) -> [Double] {
    mean(mean(samples, length, ahead: (length - 1) / 2), length, ahead: length / 2)
  }

  /// The mean of `length` samples around each sample, `ahead` of them later. Beyond its ends, a sound is mirrored about the end
  /// point, so that it continues with the same slope.
  private static func mean(_ samples: [Double], _ length: Int, ahead: Int) -> [Double] {
    guard length > 1, let first = samples.first, let last = samples.last else { return samples }
    func sample(_ index: Int) -> Double {
      if index < 0 { return 2 * first - samples[min(-index, samples.count - 1)] }
      guard index >= samples.count else { return samples[index] }
      return 2 * last - samples[max(0, 2 * (samples.count - 1) - index)]
    }
    var sum = (0..<length).reduce(0) { $0 + sample($1 + ahead - length + 1) }
    return samples.indices.map { index in
      defer { sum += sample(index + ahead + 1) - sample(index + ahead + 1 - length) }
      return sum / Double(length)
    }
  }
}
