/// The measures of heart rate variability over frequency, made by a recipe.
package struct FrequencyDomain: Sendable, Hashable {
  package let recipe: SpectrumRecipe
  package let frequencies: [Hertz]
  /// The density at each frequency, in ms²/Hz.
  package let density: [Double]
  /// How long the heart was listened to: what decides which bands can be known.
  package let duration: Seconds

  private static let leastCount = 8
  /// The longest series that a spectrum is made of, in seconds: 7 days.
  private static let longest = 604_800.0
  /// Samples a second of an interpolated series.
  private static let sampleRate = 4.0

  /// The measures of a series, which was listened to for so long: in a window its ends lie between beats; the length of
  /// the series if `nil`. Lomb-Scargle leaves a gap empty; the other recipes interpolate across it. `nil` for fewer
  /// than 8 intervals, for less than 2 s or more than 7 days, and for intervals too short to show their times apart.
  package init?(
    _ series: RRSeries, _ recipe: SpectrumRecipe = .lomb, lasting duration: Seconds? = nil
  ) throws(SpectraError) {
    let intervals = series.intervals
    guard intervals.count >= Self.leastCount, let first = intervals.first?.end,
      let last = intervals.last?.end, (last - first).value >= 2000
    else { return nil }
    let times = intervals.map { ($0.end - first).value / 1000 }
    guard times.last ?? 0 <= Self.longest, zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    let lengths = intervals.map { $0.length.value }
    (frequencies, density) =
      recipe == .lomb ? try Self.lomb(times, lengths) : try Self.welch(times, lengths, recipe)
    self.recipe = recipe
    self.duration = duration ?? series.duration
  }

  private static func lomb(
    _ times: [Double], _ lengths: [Double]
  ) throws(SpectraError) -> ([Hertz], [Double]) {
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    let periodogram = try LombScargle(
      times: times, values: lengths.map { $0 - mean }, from: 0.003, spacing: 0.001, count: 398)
    let scale = 2 * (times.last ?? 0) / Double(times.count)
    return (periodogram.frequencies, periodogram.power.map { $0 * scale })
  }

  private static func welch(
    _ times: [Double], _ lengths: [Double], _ recipe: SpectrumRecipe
  ) throws(SpectraError) -> ([Hertz], [Double]) {
    let isLinear = recipe == .hrvAnalysis
    let step = 1 / sampleRate
    var samples =
      isLinear
      ? LinearInterpolation(x: times, y: lengths).samples(every: step)
      : NaturalSpline(times, lengths).samples(every: step)
    let mean = samples.reduce(0, +) / Double(samples.count)
    for index in samples.indices { samples[index] -= mean }
    let spectrum = try WelchSpectrum(
      samples, sampleRate: Hertz(sampleRate), segment: recipe == .welch1024 ? 1024 : 256,
      paddedTo: isLinear ? 4096 : nil)
    return (spectrum.frequencies, spectrum.density)
  }

  /// Power from 0.003 to 0.04 Hz in ms²; `nil` for less than 5 minutes.
  package var vlf: Double? { reportedPower(in: .vlf) }
  /// Power from 0.04 to 0.15 Hz in ms²; `nil` for less than 2 minutes.
  package var lf: Double? { reportedPower(in: .lf) }
  /// Power from 0.15 to 0.4 Hz in ms²; `nil` for less than 1 minute.
  package var hf: Double? { reportedPower(in: .hf) }

  private func reportedPower(in band: FrequencyBand) -> Double? {
    duration.value >= band.leastDuration ? power(in: band) : nil
  }

  /// The area under the density, by trapezia, however short the series is.
  package func power(in band: FrequencyBand) -> Double {
    power(from: band.ends.low, to: band.ends.high)
  }

  /// The same between any two frequencies in hertz.
  func power(from low: Double, to high: Double) -> Double {
    let inside = indices(from: low, to: high, includesEnd: recipe != .hrvAnalysis)
    return zip(inside, inside.dropFirst()).reduce(0) { sum, pair in
      let width = frequencies[pair.1] - frequencies[pair.0]
      return sum + width.value * (density[pair.0] + density[pair.1]) / 2
    }
  }

  /// The frequencies that lie between two. Sums of decimals differ in their last digits.
  private func indices(from low: Double, to high: Double, includesEnd: Bool) -> [Int] {
    let end = high + (includesEnd ? 1e-9 : -1e-9)
    return frequencies.indices.filter {
      frequencies[$0].value > low - 1e-9 && frequencies[$0].value < end
    }
  }

  /// LF / HF, a ratio of two powers and nothing more; `nil` where one of them is missing or HF is 0.
  package var ratio: Double? {
    guard let lf, let hf, hf > 0 else { return nil }
    return lf / hf
  }

  /// Where the density is highest between 0.15 and 0.4 Hz: breathing, in a heart at rest. `nil` for less than
  /// a minute, and where the density is no peak but falls all the way from 0.15 Hz or rises all the way to 0.4 Hz.
  package var respirationPeak: Hertz? {
    guard hf != nil else { return nil }
    let (low, high) = FrequencyBand.hf.ends
    let inside = indices(from: low, to: high, includesEnd: true)
    guard let place = inside.max(by: { density[$0] < density[$1] }), place != inside.first,
      place != inside.last
    else { return nil }
    return frequencies[place]
  }
}
