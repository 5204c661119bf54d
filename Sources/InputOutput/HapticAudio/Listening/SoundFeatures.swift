internal import Quantities
internal import Spectra
internal import RealModule

/// What is heard in a sound from frame to frame: how much is new, where the energy lies.
struct SoundFeatures {
  /// Seconds from frame to frame.
  static let hop = 0.005
  /// Seconds of a frame.
  private static let window = 0.02
  /// The limits of the bands whose energies are compared, in hertz.
  private static let edges = [20.0, 200, 2000, 1e9]
  /// What skin feels, in hertz.
  private static let felt = 20.0...500

  /// Half-wave rectified rise of the logarithmic spectrum, per frame.
  private(set) var flux: [Double] = []
  /// Energy of each band, per frame.
  private var bands: [[Double]] = []
  /// Energy, and energy times frequency, in what skin feels.
  private var felt: [(energy: Double, moment: Double)] = []
  private let hopSamples: Int
  private let segment: Int
  private let sampleRate: Double

  /// - Throws: `AudioError` when the sound cannot be analysed.
  init(_ samples: [Double], sampleRate: Double) throws(AudioError) {
    self.sampleRate = sampleRate
    hopSamples = max(1, Int((Self.hop * sampleRate).rounded()))
    segment = max(2, Int((Self.window * sampleRate).rounded()))
    // With silence before it, a sound that starts at once has an onset as well.
    let padded = [Double](repeating: 0, count: segment) + samples
    let framesAtOnce = 2000
    var previous: [Double] = []
    var start = 0
    while start + segment <= padded.count {
      let end = min(padded.count, start + segment + (framesAtOnce - 1) * hopSamples)
      do throws(SpectraError) {
        let spectrogram = try Spectrogram(
          Array(padded[start..<end]), sampleRate: Hertz(sampleRate), segment: segment,
          hop: hopSamples)
        add(spectrogram, &previous)
        start += spectrogram.times.count * hopSamples
      } catch {
        throw AudioError(subject: "sound", reason: error.description)
      }
    }
  }

  private mutating func add(_ spectrogram: Spectrogram, _ previous: inout [Double]) {
    for time in spectrogram.times.indices {
      var spectrum: [Double] = []
      spectrum.reserveCapacity(spectrogram.frequencies.count)
      var energies = [Double](repeating: 0, count: Self.edges.count - 1)
      var (energy, moment) = (0.0, 0.0)
      for (bin, frequency) in spectrogram.frequencies.enumerated() {
        let density = spectrogram[time: time, frequency: bin]
        let hertz = frequency.value
        spectrum.append(Double.log10(1 + 1e6 * density))
        if let band = Self.edges.lastIndex(where: { $0 <= hertz }) { energies[band] += density }
        if Self.felt.contains(hertz) {
          energy += density
          moment += density * hertz
        }
      }
      var rise = 0.0
      for bin in previous.indices { rise += max(0, spectrum[bin] - previous[bin]) }
      flux.append(rise)
      bands.append(energies)
      felt.append((energy, moment))
      previous = spectrum
    }
  }

  /// The end of a frame's window, where what is new in it appears first.
  func time(_ frame: Int) -> Double { Double(frame * hopSamples) / sampleRate }

  /// The frame of a time.
  func frame(at time: Double) -> Int { Int((time * sampleRate / Double(hopSamples)).rounded()) }

  /// The mean frequency of what is felt in some frames, in hertz; `nil` when nothing is.
  func frequency(from frame: Int, count: Int) -> Double? {
    let range = max(0, frame)..<min(felt.count, max(0, frame) + count)
    let energy = felt[range].reduce(0) { $0 + $1.energy }
    guard energy > 1e-12 else { return nil }
    return felt[range].reduce(0) { $0 + $1.moment } / energy
  }

  /// The frames at which something begins.
  func onsets() -> [Int] {
    flux.indices.filter { frame in
      let near = max(0, frame - 6)...min(flux.count - 1, frame + 6)
      guard flux[frame] > 0, flux[near].max() == flux[frame],
        flux[near].firstIndex(of: flux[frame]) == frame
      else { return false }
      let wide = flux[max(0, frame - 50)...min(flux.count - 1, frame + 50)].sorted()
      return flux[frame] > 1.5 * wide[wide.count / 2] + 1 && rises(at: frame)
    }
  }

  /// Whether the energy of some band is four times (6 dB) what it was, and not negligible.
  private func rises(at frame: Int) -> Bool {
    let loudest = bands[frame..<min(bands.count, frame + 8)]
    let total = loudest.map { $0.reduce(0, +) }.max() ?? 0
    return (0..<Self.edges.count - 1).contains { band in
      let before = bands[max(0, frame - 20)..<max(0, frame - 3)].map { $0[band] }
      let mean = before.isEmpty ? 0 : before.reduce(0, +) / Double(before.count)
      let after = bands[frame..<min(bands.count, frame + 6)].map { $0[band] }
      let now = after.reduce(0, +) / Double(max(after.count, 1))
      return now > 4 * mean && now > 0.01 * total && now > 1e-9
    }
  }
}
