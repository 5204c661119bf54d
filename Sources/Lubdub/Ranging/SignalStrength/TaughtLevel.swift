internal import RealModule

/// The values of signal strength that are learned from ranges: the level of the link at the usual distance, the loss per
/// unit of ln(distance), and the present shadow. A Kalman filter over the three values: ten seconds at one distance
/// determine the sum of level and shadow, and a walk determines the slope.
struct TaughtLevel: Sendable {
  /// The logarithm of the distance to which the level belongs.
  let origin: Double
  /// The level in dBm, the slope in dB per ln(distance), and the shadow in dB.
  private(set) var level: Double
  private(set) var slope = Self.usualSlope
  private(set) var shadow = 0.0
  private(set) var aa: Double
  private(set) var kk = 0.49
  private(set) var ss = Self.shadowVariance
  private(set) var ak = 0.0
  private(set) var sa = 0.0
  private(set) var ks = 0.0
  private(set) var time = -Double.infinity

  /// Exponent 1.8 for all links: a slope for each link was no improvement (decision 4).
  static let usualSlope = 7.8
  static let shadowVariance = 6.25

  init(_ link: LinkModel) {
    origin = Double.log(2.7)
    level = link.isKnown ? link.level + link.slope * (link.usual - origin) : -67.5
    aa = link.isKnown ? link.powerVariance : 81
  }

  /// Returns the expected level at ln(distance), in dBm.
  func expected(at logDistance: Double) -> Double {
    level - slope * (logDistance - origin) + shadow
  }

  /// Learns from a reading with a variance, at a distance from ranges and the distance carried since then, both in m.
  mutating func learn(
    _ reading: Double, _ variance: Double, at distance: Double, carried: Double, time now: Double
  ) {
    relax(to: now)
    time = now
    let x = Double.log(max(distance + carried, 0.05)) - origin
    let r = reading - (level - slope * x + shadow)
    let ha = aa - x * ak + sa
    let hk = ak - x * kk + ks
    let hs = sa - x * ks + ss
    let doubt = r < 0 ? 1 + r * r * TwoModesModel.Noise.outage.weakDoubt : 1
    let deviation = slope * 0.05 / max(distance, 0.3)
    let precision = 1 / (ha - x * hk + hs + variance * doubt + deviation * deviation)
    let (ga, gk, gs) = (ha * precision, hk * precision, hs * precision)
    level += ga * r
    slope += gk * r
    shadow += gs * r
    aa -= ga * ha
    kk -= gk * hk
    ss -= gs * hs
    ak -= ga * hk
    sa -= ga * hs
    ks -= gk * hs
  }

  /// Moves the shadow toward its prior.
  mutating func relax(to now: Double) {
    guard time.isFinite, now > time else { return }
    let decay = ((now - time) * TwoModesModel.Noise.outage.shadowRate).shortDecay
    shadow *= decay
    sa *= decay
    ks *= decay
    ss = Self.shadowVariance + decay * decay * (ss - Self.shadowVariance)
  }
}
