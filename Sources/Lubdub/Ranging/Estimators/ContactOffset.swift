/// The contact level of a pair, and the correction of ranges near contact. The level is learned from a touch (`touched` to
/// `released`), a calibration, or a mean that stays below zero, because distances are not negative. It is not learned from a
/// lasting smallest range, which can also be a habit of the users.
package struct ContactOffset<Number: BranchlessNumber>: Sendable {
  /// The contact level, the range of the pair in contact, in m; infinity while it is unknown.
  package private(set) var level: Number
  /// The amount by which a reading of zero is too long, in m.
  private var offset: Number
  /// The mean of the readings over 2 s, in m, and the time for which this mean has been below minus the deviation, in s;
  /// -infinity while the mean is above.
  var mean, below: Number

  /// The corrected range for a known contact level, in m.
  private static var shown: Double { 0.01 }
  /// The range from which on readings are not corrected, in m.
  private static var reach: Double { 0.5 }

  package init(_ known: Number? = nil) {
    let zero = Number(repeating: 0)
    (level, offset) = (known ?? Number(repeating: .infinity), zero)
    (mean, below) = (zero, Number(repeating: -.infinity))
    if let known { set(known) }
  }

  mutating func set(_ level: Number) {
    self.level = level
    offset = Self.offset(level)
  }

  private static func offset(_ level: Number) -> Number {
    (level - Number(repeating: shown))
      / (Number(repeating: 1) - level * Number(repeating: 1 / reach))
  }

  /// Returns the reading of a pair without error in contact.
  @inline(__always) package func corrected(_ z: Number) -> Number {
    guard Number.any(Number(repeating: .infinity).isAbove(level)) else { return z }
    let share = Number(repeating: 1) - z * Number(repeating: 1 / Self.reach)
    return z - offset * share.raised(to: Number(repeating: 0)).capped(at: Number(repeating: 1.5))
  }

  func uncorrected(_ x: Number) -> Number {
    x + offset * (Number(repeating: 1) - x * Number(repeating: 1 / Self.reach))
  }

  /// Learns from an accepted reading, before its correction.
  @inline(__always)
  package mutating func update(_ z: Number, deviation: Number, _ step: NoiseCoefficients) {
    let (zero, never) = (Number(repeating: 0), Number(repeating: -.infinity))
    mean = mean + Number(repeating: step.contact) * (z - mean)
    let isBelow = zero.isAbove(mean + deviation)
    guard Number.any(isBelow) else {
      below = never
      return
    }
    let lasting = (below + Number(repeating: step.duration)).raised(to: zero)
    below = never.replaced(by: lasting, where: isBelow)
    let isSure = Number(repeating: 2 - NoiseCoefficients.slack).isAtMost(below)
    let learns = Number.both(isSure, level.isAbove(mean))
    guard Number.any(learns) else { return }
    offset = offset.replaced(by: Self.offset(mean), where: learns)
    level = level.replaced(by: mean, where: learns)
  }
}

/// The mean of the ranges at rest, over up to two seconds, and the probability that the devices were in contact during this
/// rest.
struct RestMean: Sendable {
  private var mean = 0.0
  private var time = 0.0
  private var isLevelKnown = false

  /// The bias of phones in contact, its deviation, and the deviation of a known contact level, in m.
  private static let (bias, biasDeviation, knownDeviation) = (0.03, 0.04, 0.01)
  /// The prior: in half of the stays near contact, the devices touch; the distances of all other stays are spread evenly
  /// from 0.05 m on, over this reach in m.
  private static let reach = 0.25

  /// Adds a reading, in m and s; `still` is the time since the last motion.
  @inline(__always)
  mutating func add(_ z: Double, after step: Double, still: Double, isLevelKnown: Bool) {
    self.isLevelKnown = isLevelKnown
    guard still >= 0.3 - RangeSpread.slack else {
      (mean, time) = (z, 0)
      return
    }
    let weight = min(step, 1)
    time = min(time + weight, 2)
    if weight > 0 { mean += weight / time * (z - mean) }
  }

  /// Returns the probability of contact for ranges with this deviation, in m; zero before half a second of rest.
  func contactProbability(_ deviation: Double) -> Double {
    guard time >= 0.5 - 1e-6 else { return 0 }
    let bias = isLevelKnown ? 0 : Self.bias
    let own = isLevelKnown ? Self.knownDeviation : Self.biasDeviation
    let width = (own * own + 0.3 * deviation * deviation / time).squareRoot()
    let contact = NormalDistribution.density((mean - 0.01 - bias) / width) / width
    func beyond(_ distance: Double) -> Double {
      NormalDistribution.cumulative((mean - distance - bias) / width)
    }
    let other = (beyond(0.05) - beyond(0.05 + Self.reach)) / Self.reach
    return contact > 0 ? contact / (contact + other) : 0
  }
}

struct TouchMean: Sendable {
  private var mean = 0.0
  /// The time covered by the readings, in s.
  private var time = 0.0

  /// Creates a mean; the reading of the present estimate counts as half a second; `nil` if there is no estimate.
  init(_ reading: Double?) {
    guard let reading else { return }
    (mean, time) = (reading, 0.5)
  }

  mutating func add(_ z: Double, after step: Double) {
    let weight = min(step, 1)
    guard time + weight > 0 else { return }
    time += weight
    mean += weight / time * (z - mean)
  }

  /// Returns the contact level learned from the touch; a known level moves by half of its difference from the mean of the
  /// touch. `nil` if there were no readings, or if their mean is impossible in contact.
  func level(after known: Double) -> Double? {
    guard time > 0, mean > -0.25, mean < 0.2 else { return nil }
    return known < .infinity ? known + 0.5 * (mean - known) : mean
  }
}
