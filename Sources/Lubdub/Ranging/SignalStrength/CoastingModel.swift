internal import RealModule

/// How the distance moves while there are no ranges: first with the last velocity, then at random, and
/// in the end back to the usual distance of the link.
///
/// The velocity is forgotten over `velocityTime`. ln(distance) diffuses with the mobility that was
/// learned from ranges, slowly at first (while the velocity still holds) and faster than five seconds
/// of it would give later on (people and robots keep their direction for a while).
struct CoastingModel: Sendable {
  /// Metres per second at the time of the belief.
  var velocity = 0.0
  /// What is left of the velocity's memory: 1 at a range, then decaying.
  var memory = 0.0
  /// What was learned about the link's motion.
  var mobility: LinkMemory.Mobility

  /// Time constant with which a velocity decays, in seconds. Chosen on recordings (decision 12): 3 to
  /// 8 s are within 6 % of each other.
  private static let velocityTime = 5.0
  /// Variance that grows at rate c (t - memory) with a mean square change m over five seconds:
  /// c = 5 / (5 - tau (1 - exp(-5 / tau))), in units of m / 5 s; for tau = 5 s that is e. Outages on
  /// recordings show 1.15 times as much (decision 13).
  private static let growth = 1.15 * 2.718_281_828_459_045
  /// Velocities below this, in m/s, are as likely noise as motion.
  private static let leastVelocity = 0.15
  /// Slowest and fastest return to the usual place, per second; chosen on recordings (decision 12).
  private static let slowest = 1.0 / 1000
  private static let fastest = 1.0 / 4

  init(_ mobility: LinkMemory.Mobility) {
    self.mobility = mobility
  }

  /// Takes over the velocity that ranges gave.
  mutating func restart(velocity: Double) {
    self.velocity = Self.trusted(velocity)
    memory = 1
  }

  /// Where a velocity alone carries a distance in a time, in metres and seconds.
  static func carried(_ motion: RangeFilter.Motion, for duration: Double) -> Double {
    let reach = velocityTime * (1 - Double.exp(-duration / velocityTime))
    return max(0, motion.distance + trusted(motion.velocity) * reach)
  }

  /// What a velocity is worth: all of it when it is large, nothing when it may be noise.
  private static func trusted(_ velocity: Double) -> Double {
    let square = velocity * velocity
    return velocity * square / (square + leastVelocity * leastVelocity)
  }

  /// What a step does to ln(distance).
  struct Step {
    /// By how much the velocity carries it.
    let drift: Double
    /// exp(-time / relaxation time): what is left of its distance from the usual place.
    let decay: Double
  }

  mutating func advance(_ duration: Double, from x: Double, variance: Double) -> Step {
    let left = Double.exp(-duration / Self.velocityTime)
    let reach = Self.velocityTime * (1 - left)
    let distance = max(Double.exp(x), 0.3)
    let carried = velocity * reach / distance
    // The same factor in both directions, so the distance stays positive.
    let drift = carried < 0 ? -Double.log(1 - carried) : Double.log(1 + carried)
    let time = max(0, duration - memory * reach)
    velocity *= left
    memory *= left
    let rate = relaxationRate(at: distance, variance: variance) * Self.growth
    return Step(drift: drift, decay: Double.exp(-rate * time))
  }

  /// The rate of an Ornstein-Uhlenbeck process with this variance that moves as far in five seconds:
  /// m = 2 Q (1 - exp(-5 rate)). The lesser of both mobilities counts: what walks at 1 m/s hardly
  /// changes ln(distance) at 40 m, and what varies by a few centimetres near contact moves little.
  private func relaxationRate(at distance: Double, variance: Double) -> Double {
    let m = min(mobility.logarithmic, mobility.metric / (distance * distance))
    let rho = min(m / (2 * variance), 0.9)
    // -ln(1 - rho), to second order.
    return min(max(rho * (1 + 0.5 * rho) / 5, Self.slowest), Self.fastest)
  }
}
