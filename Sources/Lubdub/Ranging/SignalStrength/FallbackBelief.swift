internal import RealModule

/// Signal strength beside ranges, which teach it the link, and in their place while they are silent.
/// While there are ranges the distance is known, and the level is learned; nothing else is computed. When they fall silent
/// `TwoModes` goes on from the last range. How far the link has moved before, in metres, says how likely it moves now.
package struct FallbackBelief: Sendable {
  private(set) var taught: TaughtLevel
  private(set) var memory: LinkMemory
  private(set) var modes: TwoModes
  /// The last range that counts: when, in m, and in m/s.
  private(set) var lastRange = -Double.infinity
  private var distance = 0.0
  private var velocity = 0.0
  private(set) var lastReading = -Double.infinity
  /// Whether ranges have been silent since the last reading, and to when the modes have advanced.
  private var isAlone = false
  private var time = -Double.infinity
  /// What is left of the velocity, and of the direction that it had.
  private var carrying = 0.0
  private var direction = 0.0
  private var isNear = false
  /// Whether a person has said where a level is heard.
  private var isTaughtByHand = false

  /// A velocity is forgotten over this time, in s; below `leastVelocity`, in m/s, it is as likely noise as motion.
  private static let velocityTime = 1.0
  private static let leastVelocity = 0.15
  /// Mean square change over 5 s, in m², with which the link roams as likely as not; and the least probability.
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

  /// Takes over what is known about another link, where ranges have not taught anything better.
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

  /// Learns the level from a reading while ranges say where the link is.
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

  /// Lets a reading pass that the near test has answered: the modes wait. While ranges are silent, they are put where it
  /// has the distance.
  mutating func wait(until now: Double, at logDistance: Double?) {
    _ = pause(until: now)
    guard let logDistance else { return }
    if !isAlone { handOver() }
    time = now
    modes.place(at: logDistance, variance: 0.49)
    isNear = true
  }

  /// The distance is known to be this, in m.
  mutating func teach(_ distance: Double, at now: Double) {
    isTaughtByHand = true
    advance(to: now)
    modes.teach(Double.log(distance))
  }

  /// ln(distance) so long after the last range, without anything heard since the last reading.
  /// It changes nothing, but what is mutating is not copied to be read.
  package mutating func answer(at now: Double) -> TwoModes.Mixture {
    guard !isAlone || now > time else { return modes.answer }
    var ahead = self
    ahead.advance(to: now)
    return ahead.modes.answer
  }

  /// The level that is expected now, in dBm.
  func expectedLevel(isAlone: Bool) -> Double {
    isAlone && self.isAlone
      ? modes.expected(0).level : taught.expected(at: Double.log(max(distance, 0.05)))
  }

  /// Whether ranges or a person have taught it a level.
  var isTaught: Bool { isTaughtByHand || taught.time.isFinite }

  /// What is known of the level at one metre if this is the slope, in dBm, and its deviation, in dB: read back with this
  /// slope, it is the same again. In an outage the modes know it as well.
  func level(slope: Double) -> (mean: Double, deviation: Double) {
    let known = isAlone ? modes.whole : (level: taught.level, variance: taught.aa)
    let away = isAlone ? modes.model.slope * (modes.model.origin - taught.origin) : 0
    return (known.level + away + slope * taught.origin, known.variance.squareRoot())
  }

  /// Where a velocity alone carries a distance in a time, in metres and seconds.
  static func carried(_ motion: RangeFilter.Motion, for duration: Double) -> Double {
    let reach = velocityTime * (1 - Double.exp(-duration / velocityTime))
    return max(0, motion.distance + trusted(motion.velocity) * reach)
  }

  private mutating func pause(until now: Double) -> Double {
    let pause = lastReading.isFinite ? now - lastReading : TwoModesModel.Noise.longestPause
    lastReading = now
    return pause
  }

  /// What a velocity is worth: all of it when it is large, nothing when it may be noise.
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
