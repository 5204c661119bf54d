internal import RealModule

/// The memory of a link with a known distance: its usual place, the width of its roaming, and its movement in the last
/// seconds. Without ranges, the estimate returns to the usual place. The memory gets one sample per second. Mean and spread
/// of ln(distance) are running values; the spread starts with a prior worth half a minute, because readings of one walk are
/// not independent places.
struct LinkMemory: Sendable {
  private var count = 0.0
  private(set) var mean: Double
  private(set) var variance: Double
  /// The mean squared change over five seconds, of ln(distance) and of the distance in meters, averaged over the last 15 s.
  /// Devices at rest are likely to stay at rest, even after a long movement: a longer average was worse on resting links and
  /// no better on moving links (decision 4).
  private(set) var mobility: (logarithmic: Double, metric: Double)
  /// The last five samples in a ring: in ln(m) and in meters.
  private var logarithms = SIMD8<Double>()
  private var distances = SIMD8<Double>()
  private var held = 0
  private var lastTime = -Double.infinity

  /// The number of samples over which the mobility is averaged, from recordings (decision 4).
  private static let recent = 15.0
  /// The weight of the prior of the spread, in samples; 30 was better than 10 (decision 4).
  private static let priorCount = 30.0

  /// Creates a memory from only the usual place of such links, their mean ln(distance). For the motion, the memory assumes
  /// that a person may walk 2 m in five seconds.
  init(mean: Double) {
    (self.mean, variance) = (mean, 3)
    mobility = (2 * 0.5625 * (1 - Double.exp(-5.0 / 8)), 4)
  }

  /// Returns the rate at which the link returns to its usual place, per second: the rate of an Ornstein-Uhlenbeck process
  /// with this variance and the same movement in five seconds, m = 2 Q (1 - exp(-5 rate)). The smaller mobility counts: a
  /// walk at 1 m/s hardly changes ln(distance) at 40 m, and a variation of centimeters near contact is little motion.
  func returnRate(at distance: Double, variance: Double) -> Double {
    let m = min(mobility.logarithmic, mobility.metric / max(distance * distance, 0.09))
    let rho = min(m / (2 * variance), 0.9)
    // -ln(1 - rho), to second order. Outages show 1.6 times as much.
    return min(max(rho * (1 + 0.5 * rho) / 5 * 1.6, 0.002), 0.15)
  }

  func isDue(at time: Double) -> Bool { time - lastTime >= 1 }

  mutating func learn(_ distance: Double, at time: Double) {
    if time - lastTime > 2 { held = 0 }
    lastTime = time
    let y = Double.log(max(distance, 0.05))
    count = min(count + 1, 300)
    mean += (y - mean) / (count + 0.5)
    let off = y - mean
    variance += (off * off - variance) / (count + Self.priorCount)
    // A ring: the replaced sample is five seconds old.
    let place = held % 5
    if held >= 5 {
      let change = y - logarithms[place]
      let way = distance - distances[place]
      mobility.logarithmic += (change * change - mobility.logarithmic) / Self.recent
      mobility.metric += (way * way - mobility.metric) / Self.recent
    }
    (logarithms[place], distances[place]) = (y, distance)
    held += 1
  }
}
