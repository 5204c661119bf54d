internal import RealModule

/// Signal strength that learns the link from ranges, and replaces missing ranges. While there are ranges, the distance is
/// known, and only the level is learned. When ranges fall silent, `TwoModes` continues from the last range. The earlier
/// movement of the link, in meters, gives the probability that it moves now.
package struct FallbackBelief: Sendable {
  private(set) var taught: TaughtLevel
  private(set) var memory: LinkMemory
  private(set) var modes: TwoModes
  /// The last range that counts: its time, its distance in m, and its velocity in m/s.
  private(set) var lastRange = -Double.infinity
  private var distance = 0.0
  private var velocity = 0.0
  private(set) var lastReading = -Double.infinity
  /// Whether no ranges have arrived since the last reading, and the time to which the modes have advanced.
  private var isAlone = false
  private var time = -Double.infinity
  /// The remaining velocity, and the remaining share of its direction.
  private var carrying = 0.0
  private var direction = 0.0
  private var isNear = false
  /// Whether a person has taught a distance for a level.
  private var isTaughtByHand = false

  /// The time over which a velocity fades, in s; below `leastVelocity`, in m/s, a velocity is as likely noise as motion.
  private static let velocityTime = 1.0
  private static let leastVelocity = 0.15
  /// The mean square change over 5 s, in m², at which roaming and rest are equally likely; and the least probability of
  /// roaming.
  private static let evenChange = 1.0
  private static let leastMoved = 0.03
  static let widthFactor = 1.4

  package init(_ link: LinkModel) {
    taught = TaughtLevel(link)
    memory = LinkMemory(mean: taught.origin)
    let model = TwoModesModel(
      origin: taught.origin, slope: taught.slope, slopeDoubt: 0,
      shadowVariance: TaughtLevel.shadowVariance, usual: taught.origin, usualVariance: 1, rate: 0,
      noise: .outage)
    modes = TwoModes(model, x: taught.origin, level: taught.level, xx: 1, ss: 1, aa: 1, moved: 0)
  }

  /// Applies the model of another link, unless a better model was learned from ranges.
  mutating func adopt(_ link: LinkModel) {
    if !taught.time.isFinite { taught = TaughtLevel(link) }
  }

  mutating func setStill(_ isStill: Bool) {
    modes.model.isStill = isStill
    if isStill, isAlone { modes.settle() }
  }

  package mutating func take(_ motion: RangeFilter.Motion, at now: Double) {
    (lastRange, distance, velocity) = (now, max(motion.distance, 0), motion.velocity)
    isAlone = false
    isNear = false
    if memory.isDue(at: now) { memory.learn(distance, at: now) }
  }

  /// Learns the level from a reading while ranges measure the distance.
  package mutating func learn(_ reading: Double, at now: Double) {
    taught.learn(
      reading, modes.model.noise.variance(after: pause(until: now)), at: distance,
      carried: Self.trusted(velocity) * (now - lastRange), time: now)
  }

  /// Follows a reading while ranges are silent.
  package mutating func follow(_ reading: Double, at now: Double) {
    let variance = modes.model.noise.variance(after: pause(until: now))
    advance(to: now)
    modes.fold(reading, variance)
  }

  /// Skips a reading that the near test has answered: the modes wait. While no ranges arrive, the modes move to the distance
  /// of the near test.
  mutating func wait(until now: Double, at logDistance: Double?) {
    _ = pause(until: now)
    guard let logDistance else { return }
    if !isAlone { handOver() }
    time = now
    modes.place(at: logDistance, variance: 0.49)
    isNear = true
  }

  /// Teaches a known distance, in m.
  mutating func teach(_ distance: Double, at now: Double) {
    isTaughtByHand = true
    advance(to: now)
    modes.teach(Double.log(distance))
  }

  /// Returns ln(distance) at a time, without samples since the last reading. The state stays the same; the method is
  /// mutating only to avoid a copy of the belief.
  package mutating func answer(at now: Double) -> TwoModes.Mixture {
    guard !isAlone || now > time else { return modes.answer }
    var ahead = self
    ahead.advance(to: now)
    return ahead.modes.answer
  }

  /// Returns the expected level now, in dBm.
  func expectedLevel(isAlone: Bool) -> Double {
    isAlone && self.isAlone
      ? modes.expected(0).level : taught.expected(at: Double.log(max(distance, 0.05)))
  }

  /// Whether a level was learned from ranges or a person.
  var isTaught: Bool { isTaughtByHand || taught.time.isFinite }

  /// Returns the level at one meter for a slope, in dBm, and its deviation, in dB. A filter with this level and this slope
  /// expects the known level again at the usual distance. In an outage, the level comes from the modes.
  func level(slope: Double) -> (mean: Double, deviation: Double) {
    let known = isAlone ? modes.whole : (level: taught.level, variance: taught.aa)
    let away = isAlone ? modes.model.slope * (modes.model.origin - taught.origin) : 0
    return (known.level + away + slope * taught.origin, known.variance.squareRoot())
  }

  /// Returns the distance, in m, after a duration, in s, during which only the velocity changes the distance.
  static func carried(_ motion: RangeFilter.Motion, for duration: Double) -> Double {
    let reach = velocityTime * (1 - Double.exp(-duration / velocityTime))
    return max(0, motion.distance + trusted(motion.velocity) * reach)
  }

  private mutating func pause(until now: Double) -> Double {
    let pause = lastReading.isFinite ? now - lastReading : TwoModesModel.Noise.longestPause
    lastReading = now
    return pause
  }

  /// Returns the trusted part of a velocity: all of a large velocity, and nothing of a velocity that may be noise.
  private static func trusted(_ velocity: Double) -> Double {
    let square = velocity * velocity
    return velocity * square / (square + leastVelocity * leastVelocity)
  }

  private mutating func handOver() {
    isAlone = true
    time = lastRange
    let x = Double.log(max(distance, 0.05))
    let u = x - taught.origin
    var level = taught
    level.relax(to: lastRange)
    direction = 1
    carrying = Self.trusted(velocity)
    let slope = max(level.slope, 4)
    var model = modes.model
    model.origin = x
    model.slope = slope
    model.slopeDoubt = level.kk / (slope * slope)
    model.usual = memory.mean
    model.usualVariance = max(memory.variance, 0.04)
    model.rate = memory.returnRate(at: distance, variance: model.usualVariance)
    let change = memory.mobility.metric
    let moved = max(change / (change + Self.evenChange), Self.leastMoved)
    modes = TwoModes(
      model, x: x, shadow: level.shadow, level: level.level - level.slope * u,
      xx: 0.0004 + 0.01 / (max(distance, 0.3) * max(distance, 0.3)), ss: level.ss,
      aa: level.aa - 2 * u * level.ak + u * u * level.kk, sa: level.sa - u * level.ks,
      moved: model.isStill ? 0 : moved)
  }

  private mutating func advance(to now: Double) {
    if !isAlone { handOver() }
    let duration = now - time
    guard duration > 0, duration.isFinite else { return }
    time = now
    if isNear {
      modes.place(
        at: Nearness.parted.logDistance,
        variance: Nearness.parted.deviation * Nearness.parted.deviation)
      isNear = false
    }
    guard direction > 1e-9 else { return modes.advance(duration) }
    let left = (duration / Self.velocityTime).shortDecay
    let reach = Self.velocityTime * (1 - left)
    modes.advance(
      duration, carried: carrying * reach, roaming: max(0, duration - direction * reach))
    carrying *= left
    direction *= left
  }
}
