internal import RealModule

/// Two hypotheses about a link that is known by its level alone: at rest (nothing moves), or it roams. Each is a Gaussian
/// over ln(distance), the shadow of bodies, and the level of the link; they are mixed and weighed as interacting
/// multiple models (Blom and Bar-Shalom 1988).
/// A shadow returns, a move does not, so duration decides. docs/decisions/04-signal-strength.md has where the constants come from.
struct TwoModes: Sendable {
  private(set) var rest: Mode
  private(set) var roams: Mode
  /// The probability that the link roams.
  var moved: Double

  struct Mode: Sendable {
    /// ln(distance), shadow in dB, level in dBm at the model's origin.
    var x: Double
    var shadow = 0.0
    var level: Double
    var xx, ss, aa: Double
    var xs = 0.0
    var xa = 0.0
    var sa = 0.0
  }

  init(_ mode: Mode, moved: Double) {
    rest = mode
    roams = mode
    self.moved = moved
  }

  /// Lets time pass. `carried` is how far a velocity carries the link, in m; `roaming` the time without it.
  @inline(__always)
  mutating func advance(
    _ duration: Double, carried: Double = 0, roaming: Double? = nil, _ model: TwoModesModel
  ) {
    guard duration > 0 else { return }
    mix(
      starts: model.isStill ? 0 : 1 - (duration * model.noise.starts).shortDecay,
      ends: 1 - (duration * model.noise.ends).shortDecay)
    let shadow = (duration * model.noise.shadowRate).shortDecay
    let time = roaming ?? duration
    let place = (model.rate * time).shortDecay
    let most = model.noise.metricDiffusion
    var distance = 1.0
    if carried != 0 {
      rest.carry(carried, from: max(Double.exp(rest.x), Self.nearest))
      distance = max(Double.exp(roams.x), Self.nearest)
      roams.carry(carried, from: distance)
    } else if most > 0 {
      distance = max(Double.exp(roams.x), Self.nearest)
    }
    roams.x = model.usual + place * (roams.x - model.usual)
    roams.xx = model.usualVariance + place * place * (roams.xx - model.usualVariance)
    roams.xs *= place
    roams.xa *= place
    roams.xx += min(model.noise.logarithmicDiffusion, most / (distance * distance)) * time
    rest.relax(shadow, model.shadowVariance)
    roams.relax(shadow, model.shadowVariance)
  }

  /// Distances below this, in m, are as this for what moves.
  private static let nearest = 0.3

  /// Each mode starts from the moments of all that may have become it.
  @inline(__always)
  private mutating func mix(starts: Double, ends: Double) {
    let (begins, stops) = (starts * (1 - moved), ends * moved)
    let stays = (1 - starts) * (1 - moved)
    let goesOn = (1 - ends) * moved
    let (restful, roaming) = (stays + stops, begins + goesOn)
    let (old, other) = (rest, roams)
    if restful > 0 { rest = Mode(old, other, share: stops / restful) }
    roams = Mode(other, old, share: roaming > 1e-12 ? begins / roaming : 1)
    moved = roaming
  }

  @inline(__always)
  mutating func fold(_ reading: Double, _ variance: Double, _ model: TwoModesModel) {
    let first = rest.fold(reading, variance, model)
    let second = roams.fold(reading, variance, model)
    weigh(
      Double.exp(0.5 * (first.surprise - second.surprise))
        * (first.variance / second.variance).squareRoot())
  }

  /// The distance is known now: what the level said before, and says later, is read against it.
  mutating func teach(_ logDistance: Double) {
    let first = rest.teach(logDistance)
    let second = roams.teach(logDistance)
    weigh(
      Double.exp(0.5 * (first.surprise - second.surprise))
        * (first.variance / second.variance).squareRoot())
  }

  @inline(__always)
  private mutating func weigh(_ odds: Double) {
    let likelier = moved * odds
    moved = likelier / (likelier + (1 - moved))
  }

  mutating func place(at logDistance: Double, variance: Double) {
    rest.place(at: logDistance, variance)
    roams.place(at: logDistance, variance)
  }

  mutating func settle() {
    let whole = Mode(rest, roams, share: moved)
    (rest, roams, moved) = (whole, whole, 0)
  }

  /// The level that is expected now, in dBm.
  func expected(_ model: TwoModesModel) -> Double {
    (1 - moved) * rest.expected(model) + moved * roams.expected(model)
  }

  /// The level at the origin of the model, in dBm, and its variance.
  var level: (mean: Double, variance: Double) {
    let whole = Mode(rest, roams, share: moved)
    return (whole.level, whole.aa)
  }

  /// ln(distance) in either mode. A slope that is not known widens what is far from the origin.
  @inline(__always)
  func answer(_ model: TwoModesModel) -> Mixture {
    Mixture(
      moved: moved, rest: (rest.x, rest.variance(model)), roams: (roams.x, roams.variance(model)))
  }

  /// ln(distance) as a mixture of two normal distributions.
  struct Mixture: Sendable {
    var moved: Double
    var rest, roams: (mean: Double, variance: Double)

    var mean: Double { (1 - moved) * rest.mean + moved * roams.mean }

    var variance: Double {
      let (p, mean) = (moved, mean)
      let square =
        (1 - p) * (rest.variance + rest.mean * rest.mean)
        + p * (roams.variance + roams.mean * roams.mean)
      return max(square - mean * mean, 1e-6)
    }
  }
}

extension TwoModes.Mode {
  @inline(__always)
  fileprivate init(_ one: Self, _ other: Self, share: Double) {
    let rest = 1 - share
    let both = rest * share
    let (dx, ds, da) = (one.x - other.x, one.shadow - other.shadow, one.level - other.level)
    x = rest * one.x + share * other.x
    shadow = rest * one.shadow + share * other.shadow
    level = rest * one.level + share * other.level
    xx = rest * one.xx + share * other.xx + both * dx * dx
    ss = rest * one.ss + share * other.ss + both * ds * ds
    aa = rest * one.aa + share * other.aa + both * da * da
    xs = rest * one.xs + share * other.xs + both * dx * ds
    xa = rest * one.xa + share * other.xa + both * dx * da
    sa = rest * one.sa + share * other.sa + both * ds * da
  }

  /// The same factor in both directions, so the distance stays positive.
  @inline(__always)
  fileprivate mutating func carry(_ way: Double, from distance: Double) {
    let share = way / distance
    x += share < 0 ? -Double.log(onePlus: -share) : Double.log(onePlus: share)
  }

  @inline(__always)
  fileprivate mutating func relax(_ decay: Double, _ variance: Double) {
    shadow *= decay
    xs *= decay
    sa *= decay
    ss = variance + decay * decay * (ss - variance)
  }

  @inline(__always)
  fileprivate func expected(_ model: TwoModesModel) -> Double {
    level - model.slope * (x - model.origin) + shadow
  }

  @inline(__always)
  fileprivate func variance(_ model: TwoModesModel) -> Double {
    xx + model.slopeDoubt * (x - model.origin) * (x - model.origin)
  }

  /// No single reading weighs more between the modes than exp(2).
  private static let mostSurprise = 4.0

  /// A Kalman update. Returns what the reading says of the mode: the squared residual over its variance, and that.
  @inline(__always)
  fileprivate mutating func fold(
    _ reading: Double, _ variance: Double, _ model: TwoModesModel
  ) -> (surprise: Double, variance: Double) {
    let k = model.slope
    let r = reading - expected(model)
    let hx = xs + xa - k * xx
    let hs = ss + sa - k * xs
    let ha = sa + aa - k * xa
    let own = hs + ha - k * hx
    // Weak readings are mostly fades.
    let noise = r < 0 ? variance * (1 + r * r * model.noise.weakDoubt) : variance
    let precision = 1 / (own + noise)
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
    let spread = own + variance
    return (min(r * r / spread, Self.mostSurprise), spread)
  }

  /// Variance of ln(distance) where a person says what it is.
  private static let taughtVariance = 0.0225

  fileprivate mutating func teach(
    _ logDistance: Double
  ) -> (surprise: Double, variance: Double) {
    let r = logDistance - x
    let spread = xx + Self.taughtVariance
    let precision = 1 / spread
    let (cx, cs, ca) = (xx, xs, xa)
    x += cx * precision * r
    shadow += cs * precision * r
    level += ca * precision * r
    xx -= cx * cx * precision
    ss -= cs * cs * precision
    aa -= ca * ca * precision
    xs -= cx * cs * precision
    xa -= cx * ca * precision
    sa -= cs * ca * precision
    return (min(r * r * precision, Self.mostSurprise), spread)
  }

  fileprivate mutating func place(at logDistance: Double, _ variance: Double) {
    x = logDistance
    xx = variance
    (xs, xa) = (0, 0)
  }
}

struct TwoModesModel: Sendable {
  /// ln(distance) that the level belongs to.
  var origin: Double
  /// dB per ln(distance), and how wrong it may be: (deviation / slope)².
  var slope, slopeDoubt: Double
  /// Variance of shadows, in dB².
  var shadowVariance: Double
  /// Where the link usually is, in ln(distance), the variance around that, and how fast it returns, per second.
  var usual, usualVariance, rate: Double
  var noise: Noise
  /// Whether motion sensors say that nothing moves.
  var isStill = false

  struct Noise: Sendable {
    /// At rest, it begins to roam, and ends; per second.
    let starts, ends: Double
    /// How fast a shadow returns, per second.
    let shadowRate: Double
    /// Variance of a reading, in dB², and what its pause adds, in dB² s.
    let floor, density: Double
    /// A weak residual r has its variance times 1 + r² of this.
    let weakDoubt: Double
    /// Who roams diffuses by this, per second: in ln(distance)², but at most in m².
    var logarithmicDiffusion = 0.0
    var metricDiffusion = 0.0

    /// After ranges, which have taught the level.
    static let outage = Noise(
      starts: 1 / 200, ends: 1 / 40, shadowRate: 1 / 40, floor: 1, density: 32, weakDoubt: 1 / 64,
      logarithmicDiffusion: 0.03, metricDiffusion: 0.25)
    /// Without ranges: the level is never known.
    static let alone = Noise(
      starts: 1 / 160, ends: 1 / 200, shadowRate: 1 / 90, floor: 6, density: 14, weakDoubt: 1 / 81)

    @inline(__always)
    func variance(after pause: Double) -> Double {
      floor + density / min(max(pause, 0.15), Self.longestPause)
    }

    /// The pause that counts for a first reading, and at most, in s.
    static let longestPause = 2.0
  }
}

extension Double {
  /// exp(-x); for the short steps that are the rule by a short series, which leaves less than 1e-13.
  @inline(__always)
  var shortDecay: Double {
    self < 0.02
      ? 1 - self * (1 - self * (0.5 - self * (1.0 / 6 - self * (1.0 / 24 - self * (1.0 / 120)))))
      : decay
  }
}
