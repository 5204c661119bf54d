/// The noise of links at rest over frequency (Welch): whether readings err anew every time or stay wrong. A density
/// that rises towards slow says that errors last: averaging then helps less than their number promises.
package struct NoiseSpectrum: Sendable, Hashable {
  package var deviation: Meters
  /// Deviation of white noise with the density of the fastest quarter: what `uwb.whiteDeviation` is at least.
  package var whiteDeviation: Meters
  /// Density of the slowest quarter, without the mean, over that of the fastest: 1 for white noise.
  package var slowOverFast: Double
  /// Frequencies of the bins, without 0 and half the rate.
  package var frequencies: [Hertz]
  /// Mean density over the recordings, in m²/Hz.
  package var density: [Double]
  package var recordings: Int

  private static let segment = 32

  /// `nil` when no recording at rest has 64 ranges; errors beyond five robust deviations count as the median.
  package init?(_ recordings: [Recording]) {
    var spectra: [WelchSpectrum] = []
    for recording in recordings where recording.isStill {
      guard let (values, rate) = Self.noise(of: recording) else { continue }
      guard let spectrum = try? WelchSpectrum(values, sampleRate: rate, segment: Self.segment)
      else { continue }
      spectra.append(spectrum)
    }
    guard let first = spectra.first else { return nil }
    let count = Double(spectra.count)
    // The bin of the mean is empty, because every segment's mean is taken off; that of half the rate
    // has no negative frequency to share with.
    let bins = first.density.indices.dropFirst().dropLast()
    frequencies = bins.map { bin in
      Hertz(spectra.reduce(0) { $0 + $1.frequencies[bin].value } / count)
    }
    density = bins.map { bin in spectra.reduce(0) { $0 + $1.density[bin] } / count }
    let quarter = density.count / 4
    let slow = Statistics.mean(Array(density.prefix(quarter))) ?? 0
    let fast = Statistics.mean(Array(density.suffix(quarter))) ?? 0
    let spacing = spectra.reduce(0) { $0 + $1.spacing.value } / count
    deviation = Meters((density.reduce(0, +) * spacing).squareRoot())
    whiteDeviation = Meters((fast * spacing * Double(Self.segment / 2)).squareRoot())
    slowOverFast = fast > 0 ? slow / fast : 1
    self.recordings = spectra.count
  }

  private static func noise(of recording: Recording) -> (values: [Double], rate: Hertz)? {
    let rows = recording.samples(of: .uwb)
    let times = rows.map(\.sample.time.value)
    let ranges = rows.compactMap(\.sample.range?.value)
    guard ranges.count >= 2 * segment, let middle = Statistics.median(ranges),
      let deviation = Statistics.robustDeviation(ranges),
      let interval = Statistics.median(zip(times, times.dropFirst()).map { $1 - $0 }), interval > 0
    else { return nil }
    let limit = max(0.5, 5 * deviation)
    let values = ranges.map { abs($0 - middle) <= limit ? $0 - middle : 0 }
    return (values, Hertz(1 / interval))
  }
}
