internal import RealModule

/// Two hypotheses about a link that is known only by its level: at rest, or roaming. Each is a Gaussian over ln(distance),
/// the shadow of bodies, and the level of the link; they are mixed and weighted as interacting multiple models (Blom and
/// Bar-Shalom 1988). A shadow fades, but a move lasts, so the duration decides. docs/decisions/04-signal-strength.md
/// explains the constants.
package struct TwoModes: Sendable {
  /// One number per mode: first at rest, then roaming. Common steps of both modes are computed once.
  typealias Pair = SIMD2<Double>

  /// ln(distance), the shadow in dB, and the level in dBm at the model's origin.
  private(set) var x, shadow, level: Pair
  private var xx, ss, aa, xs, xa, sa: Pair
  /// The probability that the link roams.
  var moved: Double
  var model: TwoModesModel

  init(
    _ model: TwoModesModel, x: Double, shadow: Double = 0, level: Double, xx: Double, ss: Double,
    aa: Double, sa: Double = 0, moved: Double
  ) {
    (self.x, self.shadow, self.level) = (.init(x, x), .init(shadow, shadow), .init(level, level))
    (self.xx, self.ss, self.aa) = (.init(xx, xx), .init(ss, ss), .init(aa, aa))
    (xs, xa, self.sa) = (.zero, .zero, .init(sa, sa))
    self.moved = moved
    self.model = model
  }

  /// Advances both modes by a duration, in s. `carried` is the distance due to a velocity, in m; `roaming` is the time
  /// without this velocity.
  mutating func advance(_ duration: Double, carried: Double = 0, roaming: Double? = nil) {
    guard duration > 0 else { return }
    let noise = model.noise
    let changes = 1 - (duration * Pair(noise.starts, noise.ends)).shortDecay
    let (starts, ends) = (model.isStill ? 0 : changes.x, changes.y)
    let change = Pair(ends * moved, starts * (1 - moved))
    let whole = Pair((1 - starts) * (1 - moved), (1 - ends) * moved) + change
    moved = whole.y
    var share = change / whole
    if !(whole.x > 0) { share.x = 0 }
    if !(whole.y > 1e-12) { share.y = 1 }
    mix(share)
    let time = roaming ?? duration
    let decays = Pair(duration * noise.shadowRate, model.rate * time).shortDecay
    let (shadowed, place) = (decays.x, decays.y)
    var diffusion = noise.logarithmicDiffusion
    if carried != 0 || x.y > noise.metricFrom {
      let distance = max(Double.exp(x.y), Self.nearest)
      diffusion = min(diffusion, noise.metricDiffusion / (distance * distance))
      if carried != 0 {
        x.x += Self.way(carried, from: max(Double.exp(x.x), Self.nearest))
        x.y += Self.way(carried, from: distance)
      }
    }
    x.y = model.usual + place * (x.y - model.usual)
    xx.y = model.usualVariance + place * place * (xx.y - model.usualVariance)
    xx.y += diffusion * time
    let left = Pair(1, place)
    xs = xs * left * shadowed
    xa *= left
    shadow *= shadowed
    sa *= shadowed
    ss = model.shadowVariance + shadowed * shadowed * (ss - model.shadowVariance)
  }

  /// The least distance for the effect of motion, in m.
  private static let nearest = 0.3

  /// Returns a change of ln(distance), by the same factor in both directions, so that the distance stays positive.
  private static func way(_ way: Double, from distance: Double) -> Double {
    let share = way / distance
    return share < 0 ? -Double.log(onePlus: -share) : Double.log(onePlus: share)
  }

  /// Mixes a share of the moments of the other mode into each mode.
  @inline(__always) private mutating func mix(_ share: Pair) {
    let rest = 1 - share
    let both = rest * share
    let (dx, ds, da) = (x - x.swapped, shadow - shadow.swapped, level - level.swapped)
    x = rest * x + share * x.swapped
    shadow = rest * shadow + share * shadow.swapped
    level = rest * level + share * level.swapped
    xx = rest * xx + share * xx.swapped + both * dx * dx
    ss = rest * ss + share * ss.swapped + both * ds * ds
    aa = rest * aa + share * aa.swapped + both * da * da
    xs = rest * xs + share * xs.swapped + both * dx * ds
    xa = rest * xa + share * xa.swapped + both * dx * da
    sa = rest * sa + share * sa.swapped + both * ds * da
  }

  /// Updates both modes by a Kalman step, and weighs them by the reading.
  mutating func fold(_ reading: Double, _ variance: Double) {
    let k = model.slope
    let r = reading - expectedLevels
    let hx = xs + xa - k * xx
    let hs = ss + sa - k * xs
    let ha = sa + aa - k * xa
    let own = hs + ha - k * hx
    // Weak readings are mostly fades.
    let doubt = variance * (1 + r * r * model.noise.weakDoubt)
    let noise = Pair(r.x < 0 ? doubt.x : variance, r.y < 0 ? doubt.y : variance)
    fold(r, hx, hs, ha, 1 / (own + noise))
    let spread = own + variance
    weigh(r * r / spread, spread)
  }

  /// Updates both modes with a residual, its covariances, and its precision.
  @inline(__always)
  private mutating func fold(_ r: Pair, _ hx: Pair, _ hs: Pair, _ ha: Pair, _ precision: Pair) {
    let (gx, gs, ga) = (hx * precision, hs * precision, ha * precision)
    x += gx * r
    shadow += gs * r
    level += ga * r
    xx -= gx * hx
    ss -= gs * hs
    aa -= ga * ha
    xs -= gx * hs
    xa -= gx * ha
    sa -= gs * ha
  }

  /// The variance of ln(distance) when a person states the distance.
  private static let taughtVariance = 0.0225

  /// Teaches a known distance, which is the reference for levels before and after.
  mutating func teach(_ logDistance: Double) {
    let r = logDistance - x
    let spread = xx + Self.taughtVariance
    let precision = 1 / spread
    fold(r, xx, xs, xa, precision)
    weigh(r * r * precision, spread)
  }

  /// The largest surprise of a reading, so that a single reading changes the odds of the modes by at most exp(2).
  private static let mostSurprise = 4.0

  /// Weighs the modes by their likelihoods, which follow from the squared residuals over the variances, and from the
  /// variances.
  @inline(__always) private mutating func weigh(_ surprise: Pair, _ variance: Pair) {
    let (first, second) = (min(surprise.x, Self.mostSurprise), min(surprise.y, Self.mostSurprise))
    let odds = Double.exp(0.5 * (first - second)) * (variance.x / variance.y).squareRoot()
    let likelier = moved * odds
    moved = likelier / (likelier + (1 - moved))
  }

  mutating func place(at logDistance: Double, variance: Double) {
    (x, xx) = (.init(logDistance, logDistance), .init(variance, variance))
    (xs, xa) = (.zero, .zero)
  }

  mutating func settle() {
    mix(Pair(moved, 1 - moved))
    moved = 0
  }

  @inline(__always)
  private var expectedLevels: Pair { level - model.slope * (x - model.origin) + shadow }

  /// Returns the expected level of a reading now, in dBm, and its deviation with a noise, in dB.
  func expected(_ noise: Double) -> (level: Double, deviation: Double) {
    let k = model.slope
    let own = ss + aa + k * k * xx + 2 * (sa - k * (xs + xa))
    let levels = Mixture(moved: moved, means: expectedLevels, variances: own + noise)
    return (levels.mean, levels.variance.squareRoot())
  }

  /// The level at the origin of the model, in dBm, and its variance.
  var whole: (level: Double, variance: Double) {
    var whole = self
    whole.settle()
    return (whole.level.x, whole.aa.x)
  }

  /// The ln(distance) in each mode. An uncertain slope widens a distance far from the origin.
  @inline(__always) var answer: Mixture {
    let away = x - model.origin
    return Mixture(moved: moved, means: x, variances: xx + model.slopeDoubt * away * away)
  }

  /// ln(distance) as a mixture of two normal distributions.
  package struct Mixture: Sendable {
    var moved: Double
    var means, variances: Pair

    var mean: Double { (1 - moved) * means.x + moved * means.y }

    var variance: Double {
      let squares = variances + means * means
      return max((1 - moved) * squares.x + moved * squares.y - mean * mean, 1e-6)
    }

    package var modes: DistanceEstimate.Modes {
      let deviations = variances.squareRoot()
      return .init(
        moved: moved, rest: .init(logDistance: means.x, deviation: deviations.x),
        roams: .init(logDistance: means.y, deviation: deviations.y))
    }
  }
}

extension SIMD2<Double> {
  @inline(__always) fileprivate var swapped: Self { Self(y, x) }

  @inline(__always) fileprivate var shortDecay: Self {
    guard x < 0.02, y < 0.02 else { return Self(x.shortDecay, y.shortDecay) }
    let (third, fourth, fifth) = (1.0 / 6, 1.0 / 24, 1.0 / 120)
    let inner: Self = third - self * (fourth - self * fifth)
    return 1 - self * (1 - self * (0.5 - self * inner))
  }
}

struct TwoModesModel: Sendable {
  /// The ln(distance) to which the level belongs.
  var origin: Double
  /// The slope in dB per ln(distance), and its uncertainty: (deviation / slope)².
  var slope, slopeDoubt: Double
  /// The variance of shadows, in dB².
  var shadowVariance: Double
  /// The usual place of the link, in ln(distance), the variance around it, and the rate of return to it, per second.
  var usual, usualVariance, rate: Double
  var noise: Noise
  /// Whether motion sensors report that the devices lie still.
  var isStill = false

  struct Noise: Sendable {
    /// The rates at which roaming begins and ends, per second.
    let starts, ends: Double
    /// The rate at which a shadow fades, per second.
    let shadowRate: Double
    /// The least variance of a reading, in dB², and the density of the noise, in dB² s; the density divided by the pause
    /// before the reading is added to the variance.
    let floor, density: Double
    /// The variance of a weak residual r is multiplied by 1 + r² times this value.
    let weakDoubt: Double
    /// The diffusion of a roaming link, per second: in ln(distance)², but at most in m².
    var logarithmicDiffusion = 0.0
    var metricDiffusion = 0.0
    /// The ln(distance) from which the diffusion limited in m² is smaller than the diffusion in ln(distance)²; infinity if
    /// there is no such distance.
    var metricFrom = Double.infinity

    /// The noise after ranges, from which the level was learned.
    static let outage = Noise(
      starts: 1 / 200, ends: 1 / 40, shadowRate: 1 / 40, floor: 1, density: 32, weakDoubt: 1 / 64,
      logarithmicDiffusion: 0.03, metricDiffusion: 0.25, metricFrom: 1.06)
    /// The noise without ranges: the level stays uncertain.
    static let alone = Noise(
      starts: 1 / 160, ends: 1 / 200, shadowRate: 1 / 90, floor: 6, density: 14, weakDoubt: 1 / 81)

    @inline(__always) func variance(after pause: Double) -> Double {
      floor + density / min(max(pause, 0.15), Self.longestPause)
    }

    /// The pause assumed before the first reading, and the longest pause that counts, in s.
    static let longestPause = 2.0
  }
}

extension Double {
  /// exp(-x); a short series for the usual short steps, with an error below 1e-13.
  @inline(__always) var shortDecay: Double {
    self < 0.02
      ? 1 - self * (1 - self * (0.5 - self * (1.0 / 6 - self * (1.0 / 24 - self * (1.0 / 120)))))
      : longDecay
  }

  /// The function `decay`, compiled once instead of at every use.
  @inline(never) private var longDecay: Double { decay }
}
