internal import RealModule

/// The errors of ultra-wideband ranges, with the sizes from recordings: a bias that grows with the distance, a white and a
/// correlated part, single gross errors and bursts of three, held values, gaps, and the detour of a blocked path. Lengths
/// are in m, and times in s.
package struct RangeNoise: Sendable, Hashable {
  /// The bias of the pair at distance 0.
  package var bias = 0.0
  /// The growth of the bias from 0 to far away. A static survey of DW1000 radios shows 0.378 m over 15.5 m.
  package var biasGrowth = 0.378
  /// The distance over which the bias grows.
  package var biasLength = 15.5
  package var white = 0.03
  package var correlated = 0.04
  /// The correlation time of the correlated part.
  package var correlationTime = 0.5
  /// The mean time between single gross errors.
  package var outlierEvery = 20.0
  /// The mean time between bursts of three gross errors.
  package var burstEvery = 30.0
  /// The size of a long gross error.
  package var outlierSize = 10.0...300.0
  /// The share of gross errors that are short.
  package var shortShare = 0.3
  /// The size of a short gross error, as a share of the distance.
  package var shortSize = 0.5...0.95
  /// The share of values that repeat the previous value.
  package var repeatShare = 0.1
  /// The mean time between gaps.
  package var gapEvery = 25.0
  package var gapLength = 0.5...2.0
  /// The detour while a body blocks the path.
  package var shadowDetour = 0.1...0.45
  /// The share of samples that are lost while a body blocks the path.
  package var shadowLoss = 0.4
  package var step = 0.01
}

/// Draws ranges with this noise, in the order of time.
struct RangeSampler {
  private let noise: RangeNoise
  private var random: SplitMix64
  private var correlated: GaussMarkov
  private var outlierAt: Double
  private var burstAt: Double
  private var burstLeft = 0
  private var burstError = 0.0
  private var gapAt: Double
  private var gapEnd = -Double.infinity
  private var detour = 0.0
  private var wasShadowed = false
  private var held: Double?
  private(set) var outliers = 0
  private(set) var gaps = 0
  private(set) var repeats = 0

  init(noise: RangeNoise, random: SplitMix64) {
    var random = random
    self.noise = noise
    correlated = GaussMarkov(
      deviation: noise.correlated, timeConstant: noise.correlationTime, random: &random)
    outlierAt = random.wait(mean: noise.outlierEvery)
    burstAt = random.wait(mean: noise.burstEvery)
    gapAt = random.wait(mean: noise.gapEvery)
    self.random = random
  }

  /// The measured range; `nil` if the sample is lost.
  mutating func sample(truth: Double, at time: Double, shadowed: Bool) -> Double? {
    let slow = correlated.advance(to: time, random: &random)
    if shadowed, !wasShadowed { detour = random.uniform(noise.shadowDetour) }
    wasShadowed = shadowed
    guard !isLost(at: time, shadowed: shadowed) else { return nil }
    if let held, random.chance(noise.repeatShare) {
      repeats += 1
      return held
    }
    let growth = noise.biasGrowth * (1 - .exp(-truth / noise.biasLength))
    var range = truth + noise.bias + growth + slow + noise.white * random.normal()
    if shadowed { range += detour }
    let error = grossError(truth: truth, at: time)
    range = quantized(range + error)
    if error == 0 { held = range }
    return range
  }

  private mutating func isLost(at time: Double, shadowed: Bool) -> Bool {
    if time >= gapAt {
      gapEnd = time + random.uniform(noise.gapLength)
      gapAt = gapEnd + random.wait(mean: noise.gapEvery)
      gaps += 1
    }
    return time < gapEnd || (shadowed && random.chance(noise.shadowLoss))
  }

  private mutating func grossError(truth: Double, at time: Double) -> Double {
    if burstLeft > 0 {
      burstLeft -= 1
      outliers += 1
      return burstError
    }
    guard time >= min(burstAt, outlierAt) else { return 0 }
    outliers += 1
    let isShort = random.chance(noise.shortShare)
    let error =
      isShort ? -truth * random.uniform(noise.shortSize) : random.logUniform(noise.outlierSize)
    if time >= burstAt {
      burstAt = time + random.wait(mean: noise.burstEvery)
      burstLeft = 2
      burstError = error
    } else {
      outlierAt = time + random.wait(mean: noise.outlierEvery)
    }
    return error
  }

  private func quantized(_ range: Double) -> Double {
    let steps = (range / noise.step).rounded()
    return rounded(steps * noise.step) + 0
  }
}

/// A value rounded to four decimals, as in traces, and never the negative zero.
func rounded(_ value: Double) -> Double { value.rounded(decimals: 4) }
