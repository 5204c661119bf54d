public import Haptics
public import Quantities
internal import Spectra

/// Turns a sound into haptics: onsets become transients, sustained level becomes continuous events.
///
/// Onsets are peaks of the spectral flux (Bello et al., A tutorial on onset detection in music signals,
/// 2005) at which the energy of a band rises. Amplitudes become intensities by the inverse of the
/// renderer's default, so that a rendered pattern gives its own intensities back; frequencies within
/// what skin feels become sharpness by the inverse of a sharpness map. The same sound gives the same
/// timeline.
public struct SoundToHaptics: Sendable {
  /// What is listened to.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Onsets, as transients.
    case beats
    /// The level, as continuous events.
    case envelope
    /// Both.
    case both
  }

  /// What is listened to.
  public var mode: Mode
  /// The most transients a second: none come nearer than this allows, the stronger is kept.
  public var mostBeats: Double
  /// From frequency to sharpness.
  public var sharpness: SharpnessMap
  /// The level of full intensity below full scale: the headroom of a rendering.
  public var headroom: Decibels

  /// A listener from its settings.
  public init(
    mode: Mode = .both, mostBeats: Double = 10, sharpness: SharpnessMap = .mpeg,
    headroom: Decibels = 1
  ) {
    self.mode = mode
    self.mostBeats = mostBeats
    self.sharpness = sharpness
    self.headroom = headroom
  }

  /// The haptics of a sound; its channels are averaged.
  ///
  /// - Throws: `AudioError` for a sound with samples that are no numbers.
  public func timeline(of sound: WAVFile) throws(AudioError) -> Timeline {
    var samples = [Double](repeating: 0, count: sound.frameCount)
    for channel in 0..<sound.channelCount {
      let one = sound.samples(channel: channel)
      for index in samples.indices { samples[index] += one[index] / Double(sound.channelCount) }
    }
    return try timeline(of: samples, sampleRate: Double(sound.sampleRate))
  }

  /// The haptics of a compressed sound.
  ///
  /// - Throws: `AudioError` for a sound with samples that are no numbers.
  public func timeline(of sound: CompressedSound) throws(AudioError) -> Timeline {
    try timeline(of: sound.samples, sampleRate: Double(sound.sampleRate))
  }

  /// The haptics of samples at a rate in hertz.
  ///
  /// - Throws: `AudioError` for a sound with samples that are no numbers.
  func timeline(of samples: [Double], sampleRate: Double) throws(AudioError) -> Timeline {
    guard samples.allSatisfy({ $0.isFinite }) else {
      throw AudioError(subject: "sound", reason: "holds samples that are no numbers")
    }
    let duration = Seconds(Double(samples.count) / sampleRate)
    let features = try SoundFeatures(samples, sampleRate: sampleRate)
    let full = amplitudeRatio(decibels: -headroom.value)
    let level = PeakLevel(samples, sampleRate: sampleRate, full: full)
    var events: [HapticEvent] = []
    if mode != .envelope {
      for frame in spaced(features.onsets(), features) {
        let time = level.onset(near: features.time(frame))
        let intensity = level.peak(from: time, to: time + 0.03)
        guard intensity >= Self.faintest else { continue }
        let tone = features.frequency(from: frame, count: 4)
        events.append(
          HapticEvent(time: Seconds(time), intensity: hundredth(intensity), sharpness: sharp(tone)))
      }
    }
    if mode != .beats { events += sustained(level, features) }
    let end = events.map { $0.time + $0.duration }.max() ?? .zero
    return Timeline(duration: max(duration, end), events: events)
  }

  /// What is weaker is not felt.
  private static let faintest = 0.03
  /// The largest change of intensity or sharpness that thinning may make.
  private static let tolerance = 0.02

  /// The strongest onsets, none nearer to another than allowed.
  private func spaced(_ onsets: [Int], _ features: SoundFeatures) -> [Int] {
    let gap = Int((1 / (mostBeats * SoundFeatures.hop)).rounded(.down))
    var kept: [Int] = []
    let byStrength = onsets.sorted { (features.flux[$0], $1) > (features.flux[$1], $0) }
    for frame in byStrength where kept.allSatisfy({ abs($0 - frame) >= gap }) {
      kept.append(frame)
    }
    return kept.sorted()
  }

  private func sharp(_ frequency: Double?) -> Double {
    guard let frequency else { return 1 }
    let (low, high) = (sharpness.lowest.value, sharpness.highest.value)
    guard high > low else { return 0.5 }
    return hundredth(min(max((frequency - low) / (high - low), 0), 1))
  }

  /// Stretches above the threshold of feeling that are too long to be a transient.
  private func sustained(_ level: PeakLevel, _ features: SoundFeatures) -> [HapticEvent] {
    let step = 0.02
    let count = Int(level.duration / step)
    let levels = (0..<count).map {
      level.peak(from: Double($0) * step, to: Double($0 + 1) * step)
    }
    var events: [HapticEvent] = []
    var start: Int?
    for index in 0...count {
      if index < count, levels[index] >= 2 * Self.faintest {
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
          time: Seconds(Double(first) * step), intensity: peak.intensity,
          sharpness: peak.sharpness,
          kind: .continuous(
            duration: Seconds(Double(index - first) * step),
            curve: CurveThinning.thinned(points, tolerance: Self.tolerance, piece: 1 << 16))))
    }
    return events
  }
}

/// Levels are told in hundredths: finer steps are not felt.
func hundredth(_ value: Double) -> Double {
  (value * 100).rounded() / 100
}
