/// Converts a sound to haptics: onsets become transients, and a sustained level becomes continuous events.
///
/// Onsets are rises of the energy in bands of an octave (Bello et al., A tutorial on onset detection in music signals, 2005)
/// that are larger than the rises of the noise before them. Amplitudes become intensities by the inverse of the renderer's
/// default, so that a rendered pattern keeps its intensities; frequencies in the range that skin feels become sharpness by
/// the inverse of a sharpness map. Frequencies below 20 Hz are ignored. The same sound gives the same timeline.
public struct SoundToHaptics: Sendable {
  /// The features of the sound that are used.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Onsets, as transients.
    case beats
    /// The level, as continuous events.
    case envelope
    /// Onsets and the level.
    case both
  }

  /// Settings for a kind of sound.
  public enum Preset: String, Sendable, Hashable, CaseIterable {
    /// Hits, many per second.
    case drums
    /// Syllables and their melody, in the band of a phone line.
    case speech
    /// Beats over a level, of a song as a whole.
    case music
    /// A hum that changes slowly.
    case engine

    /// A converter with the settings of the preset.
    public var listener: SoundToHaptics {
      switch self {
      case .drums: SoundToHaptics(mode: .beats, mostBeats: 20)
      case .speech: SoundToHaptics(mode: .both, mostBeats: 6, sensitivity: 1.5, band: 80...4000)
      case .music: SoundToHaptics(mode: .both, mostBeats: 8, normalizes: true)
      case .engine: SoundToHaptics(mode: .envelope, band: 20...500)
      }
    }
  }

  /// The features of the sound that are used.
  public var mode: Mode
  /// The maximum number of transients per second. Of two transients that are too close to each other, the stronger transient
  /// is kept.
  public var mostBeats: Double
  /// The map from frequency to sharpness.
  public var sharpness: SharpnessMap
  /// The level of full intensity below full scale: the headroom of a rendering.
  public var headroom: Decibels
  /// Whether the loudest moment gets full intensity, however loud it was recorded.
  public var normalizes: Bool
  /// 1 by default; larger values accept smaller rises as transients and keep fainter levels. Above 0.
  public var sensitivity: Double
  /// The band that is used, in hertz; its lower end is at least 20 Hz.
  public var band: ClosedRange<Hertz>

  /// A converter from its settings.
  public init(
    mode: Mode = .both, mostBeats: Double = 10, sharpness: SharpnessMap = .mpeg,
    headroom: Decibels = 1, normalizes: Bool = false, sensitivity: Double = 1,
    band: ClosedRange<Hertz> = 20...1e9
  ) {
    (self.mode, self.mostBeats, self.sharpness) = (mode, mostBeats, sharpness)
    (self.headroom, self.normalizes, self.sensitivity) = (headroom, normalizes, sensitivity)
    self.band = band
  }

  /// The haptics of a sound. The level is the level of the loudest channel; silent channels do not count.
  ///
  /// - Throws: `AudioError` for a sound with samples that are not numbers.
  public func timeline(of sound: WAVFile) throws(AudioError) -> Timeline {
    try timeline(
      of: (0..<sound.channelCount).map { sound.samples(channel: $0) },
      sampleRate: Double(sound.sampleRate))
  }

  func timeline(of channels: [[Double]], sampleRate: Double) throws(AudioError) -> Timeline {
    guard channels.allSatisfy({ $0.allSatisfy { $0.isFinite } }) else {
      throw AudioError(subject: "sound", reason: "has samples that are not numbers")
    }
    let duration = Seconds(Double(channels.first?.count ?? 0) / sampleRate)
    let heard = heard(channels, sampleRate: sampleRate)
    let full = amplitudeRatio(decibels: -headroom.value)
    let features = try SoundFeatures(
      Self.mean(heard), sampleRate: sampleRate, sensitivity: sensitivity)
    let level = PeakLevel(heard, sampleRate: sampleRate, full: full)
    let faintest = Self.faintest / sensitivity
    var events: [HapticEvent] = []
    if mode != .envelope {
      let heard = features.onsets().compactMap { frame -> Onset? in
        let time = level.onset(near: features.time(frame))
        let intensity = level.peak(from: time, to: time + 0.03)
        return intensity < faintest
          ? nil
          : Onset(frame: frame, time: time, intensity: intensity, novelty: features.novelty[frame])
      }
      events += spaced(heard).map { onset in
        HapticEvent(
          time: Seconds(onset.time), intensity: hundredth(onset.intensity),
          sharpness: sharp(features.frequency(from: onset.frame, count: 4)))
      }
    }
    if mode != .beats { events += sustained(level, features, faintest) }
    let end = events.map { $0.time + $0.duration }.max() ?? .zero
    return Timeline(duration: max(duration, end), events: events)
  }

  private func heard(_ channels: [[Double]], sampleRate: Double) -> [[Double]] {
    let band = max(band.lowerBound.value, BandLimit.lowest)...max(band.upperBound.value, 40)
    let filtered = channels.map { BandLimit.filtered($0, sampleRate: sampleRate, band: band) }
    func peak(_ samples: [Double]) -> Double { samples.reduce(0) { max($0, abs($1)) } }
    let peaks = filtered.map(peak)
    let loudest = peaks.max() ?? 0
    // A channel 60 dB below the loudest contains only noise of the recording.
    let sounding = zip(filtered, peaks).filter { $0.1 > loudest / 1000 }.map { $0.0 }
    guard normalizes, loudest > 0 else { return sounding.isEmpty ? filtered : sounding }
    let gain = amplitudeRatio(decibels: -headroom.value) / loudest
    return sounding.map { $0.map { $0 * gain } }
  }

  /// The mean of channels; a channel with inverted polarity is inverted first, because otherwise the mean would be silence.
  private static func mean(_ channels: [[Double]]) -> [Double] {
    guard var sum = channels.first, channels.count > 1 else { return channels.first ?? [] }
    for channel in channels.dropFirst() {
      let sign = zip(sum, channel).reduce(0) { $0 + $1.0 * $1.1 } < 0 ? -1.0 : 1
      for index in sum.indices { sum[index] += sign * channel[index] }
    }
    return sum.map { $0 / Double(channels.count) }
  }

  private static let faintest = 0.03
  /// The largest change of intensity or sharpness that thinning may make.
  private static let tolerance = 0.02

  private struct Onset {
    var frame: Int
    var time: Double
    var intensity: Double
    var novelty: Double
  }

  private func spaced(_ onsets: [Onset]) -> [Onset] {
    let gap = Int(clamping: 1 / (mostBeats * SoundFeatures.hop))
    var kept: [Onset] = []
    for onset in onsets.inOrder(by: { ($0.novelty, $1.frame) > ($1.novelty, $0.frame) })
    where kept.allSatisfy({ abs($0.frame - onset.frame) >= gap }) { kept.append(onset) }
    return kept.inOrder { $0.frame < $1.frame }
  }

  private func sharp(_ frequency: Double?) -> Double {
    guard let frequency else { return 1 }
    let (low, high) = (sharpness.lowest.value, sharpness.highest.value)
    guard high > low else { return 0.5 }
    return hundredth(min(max((frequency - low) / (high - low), 0), 1))
  }

  /// Stretches above the threshold of feeling that are too long for a transient.
  private func sustained(
    _ level: PeakLevel, _ features: SoundFeatures, _ faintest: Double
  ) -> [HapticEvent] {
    let step = 0.02
    let count = Int(level.duration / step)
    let levels = (0..<count).map { level.peak(from: Double($0) * step, to: Double($0 + 1) * step) }
    var events: [HapticEvent] = []
    var start: Int?
    for index in 0...count {
      if index < count, levels[index] >= 2 * faintest {
        start = start ?? index
        continue
      }
      guard let first = start else { continue }
      start = nil
      guard Double(index - first) * step >= 0.12 else { continue }
      let points = (first..<index).map { place -> HapticEvent.CurvePoint in
        let time = (Double(place - first) + 0.5) * step
        let tone = features.frequency(from: features.frame(at: Double(place) * step), count: 4)
        return .init(
          time: Seconds(time), intensity: hundredth(levels[place]), sharpness: sharp(tone))
      }
      let peak = points.max { $0.intensity < $1.intensity } ?? points[0]
      events.append(
        HapticEvent(
          at: Double(first) * step, peak.level, lasting: Double(index - first) * step,
          CurveThinning.thinned(points, tolerance: Self.tolerance, piece: 1 << 16)))
    }
    return events
  }
}

/// Rounds a level to hundredths, because finer steps cannot be felt.
func hundredth(_ value: Double) -> Double { (value * 100).rounded() / 100 }
