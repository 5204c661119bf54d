internal import RealModule

/// Features of a sound from frame to frame: its onsets, and the frequencies of its energy.
///
/// An onset is a rise of the energy in some band, from the mean of the 85 ms before it to the mean of the 20 ms after it. The
/// required size depends on the sound before. In a band that sounds like noise, the energy varies by chance, less in a band
/// with more bins: the rise must exceed that variation. In a band that sounds like a tone, the energy must rise fourfold (6
/// dB), also compared with the adjacent bands, since a voice moves from band to band.
struct SoundFeatures {
  static let hop = 0.005
  private static let window = 0.02
  /// The limits of the bands whose energies are compared, in hertz: octaves above 100 Hz.
  private static let edges = [20.0, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 1e9]
  private static let bandCount = edges.count - 1
  private static let felt = 20.0...500
  /// The frames before an onset for comparison, without the last frames, because the window of a frame extends into the
  /// onset.
  private static let before = 20
  private static let gap = 3
  private static let after = 4
  /// The minimum size of an onset, in standard deviations of noise.
  private static let significance = 7.0
  /// The energy below which a sound counts as silence: a sine of 1/10,000 of full scale.
  private static let leastEnergy = 1e-9
  private static let tonalRise = 4.0
  /// A spectrum is noise if the ratio of its geometric mean to its arithmetic mean is above this value.
  private static let noiseFlatness = 0.7

  /// The largest rise of a band relative to the required rise, per frame, on a logarithmic scale: 1 when they are equal.
  private(set) var novelty: [Double] = []
  private var bands: [[Double]] = []
  private var isNoise: [[Bool]] = []
  private var bins: [Range<Int>] = []
  /// Energy, and energy times frequency, in the band that skin feels.
  private var felt: [(energy: Double, moment: Double)] = []
  private let hopSamples: Int
  private let segment: Int
  private let sampleRate: Double
  /// The divisor of the part of the required rise that exceeds 1.
  private let sensitivity: Double

  init(_ samples: [Double], sampleRate: Double, sensitivity: Double = 1) throws(AudioError) {
    (self.sampleRate, self.sensitivity) = (sampleRate, sensitivity)
    hopSamples = max(1, Int((Self.hop * sampleRate).rounded()))
    segment = max(2, Int((Self.window * sampleRate).rounded()))
    // With silence before it, a sound that starts at once also has an onset.
    let padded = [Double](repeating: 0, count: segment) + samples
    let framesAtOnce = 2000
    var recent: [[Double]] = []
    var start = 0
    while start + segment <= padded.count {
      let end = min(padded.count, start + segment + (framesAtOnce - 1) * hopSamples)
      do throws(SpectraError) {
        let spectrogram = try Spectrogram(
          Array(padded[start..<end]), sampleRate: Hertz(sampleRate), segment: segment,
          hop: hopSamples)
        add(spectrogram, &recent)
        start += spectrogram.times.count * hopSamples
      } catch { throw AudioError(subject: "sound", reason: error.description) }
    }
    novelty = bands.indices.map(novelty)
  }

  private mutating func add(_ spectrogram: Spectrogram, _ recent: inout [[Double]]) {
    let frequencies = spectrogram.frequencies.map { $0.value }
    bins = (0..<Self.bandCount).map { band in
      let first = frequencies.firstIndex { $0 >= Self.edges[band] } ?? frequencies.count
      let end = frequencies.firstIndex { $0 >= Self.edges[band + 1] } ?? frequencies.count
      return first..<max(first, end)
    }
    for time in spectrogram.times.indices {
      let spectrum = frequencies.indices.map { spectrogram[time: time, frequency: $0] }
      let mean = mean(recent.dropLast(Self.gap))
      isNoise.append(bins.map { Self.isNoise(mean, $0) })
      if recent.count == Self.before { recent.removeFirst() }
      recent.append(spectrum)
      bands.append(bins.map { spectrum[$0].reduce(0, +) })
      var (energy, moment) = (0.0, 0.0)
      for (bin, hertz) in frequencies.enumerated() where Self.felt.contains(hertz) {
        energy += spectrum[bin]
        moment += spectrum[bin] * hertz
      }
      felt.append((energy, moment))
    }
  }

  private static func isNoise(_ spectrum: [Double], _ bins: Range<Int>) -> Bool {
    guard bins.count >= 8, bins.upperBound <= spectrum.count else { return false }
    let part = spectrum[bins]
    let mean = part.reduce(0, +) / Double(bins.count)
    guard mean > 1e-15 else { return false }
    let logarithm = part.reduce(0) { $0 + Double.log($1 + 1e-15) } / Double(bins.count)
    return Double.exp(logarithm) / mean > noiseFlatness
  }

  private func novelty(_ frame: Int) -> Double {
    let past = max(0, frame - Self.before)..<max(0, frame - Self.gap)
    let silence = [Double](repeating: 0, count: Self.bandCount)
    let before = past.isEmpty ? silence : mean(bands[past])
    let now = mean(bands[frame..<min(bands.count, frame + Self.after)])
    let loudest = bands[frame..<min(bands.count, frame + 8)].map { $0.reduce(0, +) }.max() ?? 0
    return (0..<Self.bandCount).reduce(0) { best, band in
      guard now[band] > 0.01 * loudest, now[band] > Self.leastEnergy else { return best }
      var need = Self.tonalRise
      var base = before[band]
      if !past.isEmpty {
        let noise = 1 + Self.significance * deviation(band, past.count)
        if isNoise[frame][band] {
          need = noise
        } else {
          need = max(need, noise)
          base = before[max(0, band - 1)..<min(Self.bandCount, band + 2)].max() ?? base
        }
      }
      need = 1 + (need - 1) / sensitivity
      guard now[band] > base * need else { return best }
      return max(best, Double.log(now[band] / max(base, Self.leastEnergy)) / Double.log(need))
    }
  }

  /// The standard deviation of the ratio of two mean energies of noise, at an onset and before it: each mean has as many
  /// independent values as bins, times 1.5 for each length of a window.
  private func deviation(_ band: Int, _ past: Int) -> Double {
    func values(_ frames: Int) -> Double {
      Double(max(bins[band].count, 1)) * max(1, Double(frames) * Self.hop / Self.window * 1.5)
    }
    return (1 / values(past) + 1 / values(Self.after)).squareRoot()
  }

  /// The end of a frame's window, where new sound appears first.
  func time(_ frame: Int) -> Double { Double(frame * hopSamples) / sampleRate }

  func frame(at time: Double) -> Int { Int((time * sampleRate / Double(hopSamples)).rounded()) }

  /// The mean frequency of the energy that skin feels in some frames, in hertz; `nil` if there is no such energy.
  func frequency(from frame: Int, count: Int) -> Double? {
    let range = max(0, frame)..<min(felt.count, max(0, frame) + count)
    let energy = felt[range].reduce(0) { $0 + $1.energy }
    guard energy > 1e-12 else { return nil }
    return felt[range].reduce(0) { $0 + $1.moment } / energy
  }

  /// The frames of onsets: the largest novelty within 30 ms.
  func onsets() -> [Int] {
    novelty.indices.filter { frame in
      guard novelty[frame] >= 1 else { return false }
      let near = novelty[max(0, frame - 6)...min(novelty.count - 1, frame + 6)]
      return near.max() == novelty[frame] && near.firstIndex(of: novelty[frame]) == frame
    }
  }
}

private func mean(_ vectors: ArraySlice<[Double]>) -> [Double] {
  guard var sum = vectors.first else { return [] }
  for vector in vectors.dropFirst() {
    for index in sum.indices { sum[index] += vector[index] }
  }
  return sum.map { $0 / Double(vectors.count) }
}
