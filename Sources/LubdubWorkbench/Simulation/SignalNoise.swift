internal import RealModule

/// Bluetooth signal strength over distance and its fades, with the sizes from recordings. Levels are in dB and dBm, and
/// times in s.
package struct SignalNoise: Sendable, Hashable {
  /// The signal strength at 1 m.
  package var referencePower = -62.0
  /// The path-loss exponent.
  package var exponent = 2.0
  package var fading = 4.5
  package var fadingTime = 2.0
  /// The deviation of the white part.
  package var white = 2.5
  /// The factor on fades below the mean, because fades are deeper than peaks are high.
  package var weakSide = 1.35
  /// The loss while a body blocks the path.
  package var shadowLoss = 6.0...14.0
  /// The share of lost packets.
  package var packetLoss = 0.13
  /// The range of levels that a receiver reports.
  package var reported = -110.0 ... -20.0
  /// The distance below which the level stays constant, because of the antennas' near field, in m.
  package var nearField = 0.05

  /// The level in contact, which falls as 20 log10(1 + d / 1 cm). The levels of tags are within 3 dB of this law up to half
  /// a meter. `nil` for a constant level in the near field.
  package var contactLevel: Double?

  func level(at distance: Double) -> Double {
    let far = referencePower - 10 * exponent * .log10(max(distance, nearField))
    guard let contactLevel else { return far }
    return max(far, contactLevel - 20 * .log10(1 + distance / 0.01))
  }

  func reported(_ level: Double) -> Double {
    min(max(level.rounded(), reported.lowerBound), reported.upperBound)
  }
}

/// Draws signal strengths with this noise, in the order of time.
struct SignalSampler {
  private let noise: SignalNoise
  private var random: SplitMix64
  private var fading: GaussMarkov
  private var shadow = 0.0
  private var wasShadowed = false
  private(set) var lost = 0

  init(noise: SignalNoise, random: SplitMix64) {
    var random = random
    self.noise = noise
    fading = GaussMarkov(
      deviation: noise.fading, timeConstant: noise.fadingTime, random: &random)
    self.random = random
  }

  /// The signal strength; `nil` if the packet is lost.
  mutating func sample(truth: Double, at time: Double, shadowed: Bool) -> Double? {
    if shadowed, !wasShadowed { shadow = random.uniform(noise.shadowLoss) }
    wasShadowed = shadowed
    var residual = fading.advance(to: time, random: &random) + noise.white * random.normal()
    if residual < 0 { residual *= noise.weakSide }
    if shadowed { residual -= shadow }
    guard !random.chance(noise.packetLoss) else {
      lost += 1
      return nil
    }
    return noise.reported(noise.level(at: truth) + residual)
  }
}
