internal import RealModule

/// Decides on contact and touch by the level of signal strength, without a path loss: no law of distance covers contact,
/// which is 20 to 40 dB above the level at one meter. Each of the two edges has a CUSUM test on the level in dB, like the
/// test of the zones on the distance. While the near test holds, the filters after it wait.
/// docs/decisions/04-signal-strength.md explains the constants.
package struct NearTest: Sendable {
  package internal(set) var contactLevel: ContactLevel
  private(set) var contact = Side()
  private(set) var touch = Side()
  private var lastReading = -Double.infinity
  private var step = -1.0
  private var share = 0.0

  /// The side in force at one edge, and the evidence for the other side, in nats.
  struct Side: Sendable {
    var isInside = false
    var sum = 0.0
  }

  /// An edge: the level above which a device enters, and the level below which it leaves, in dBm.
  private struct Edge { let enter, leave: Double }

  package init(_ parameters: SignalStrengthFilter.Parameters) {
    contactLevel = ContactLevel(parameters)
  }

  package var nearness: Nearness { contact.isInside ? .contact : touch.isInside ? .touch : .apart }

  /// The shift to test for, in dB, the noise of the level, in dB, and the time over which fades stay similar, in s.
  private static let shift = 8.0
  private static let deviation = 3.0
  private static let memory = 0.5
  /// The evidence for a false change in 300 s: the root of exp(h) - 1 - h = 300 s · shift² / (4 deviation² memory).
  private static let threshold = 6.979_746_968_908_22
  /// The edges without learned levels: 98% of the kinds of devices do not reach these levels at 0.3 m.
  private static let usualContact = Edge(enter: -28, leave: -33)
  private static let usualTouch = Edge(enter: strongest, leave: -38)
  /// The level that no path loss reaches, in dBm.
  static let strongest = -32.0

  package mutating func update(_ rssi: Double, at now: Double, longestPause: Double) {
    let pause = lastReading.isFinite ? now - lastReading : TwoModesModel.Noise.longestPause
    lastReading = now
    if pause > longestPause { clear() }
    guard pause > 0 else { return }
    if pause != step {
      step = pause
      share = Double.tanh(pause / (2 * Self.memory))
    }
    let weight = Self.shift * share / (Self.deviation * Self.deviation)
    let near = contactEdge ?? Self.usualContact
    let middle = Edge(
      enter: min(near.enter, Self.usualTouch.enter), leave: min(near.leave, Self.usualTouch.leave))
    if Self.weigh(rssi, near, weight, after: pause, &contact), contact.isInside, !touch.isInside {
      touch = Side(isInside: true)
    }
    if Self.weigh(rssi, middle, weight, after: pause, &touch), contact.isInside, !touch.isInside {
      contact = Side()
    }
  }

  @inline(__always) private var contactEdge: Edge? {
    guard contactLevel.isUsable, let level = contactLevel.mean else { return nil }
    let gap = contactLevel.gap ?? ContactLevel.usualGap
    return Edge(enter: level - min(max(0.4 * gap, 3), 8), leave: level - min(max(0.6 * gap, 5), 12))
  }

  /// Adds the evidence of a reading at one edge; returns whether the edge has changed sides.
  private static func weigh(
    _ rssi: Double, _ edge: Edge, _ weight: Double, after pause: Double, _ side: inout Side
  ) -> Bool {
    let beyond = side.isInside ? edge.leave - rssi : rssi - edge.enter
    // Leaving needs four readings. Entering needs two readings of a slow radio, and three of a fast radio: one or two wrong
    // readings at 10 Hz change nothing.
    let most = (side.isInside ? 0.25 : pause >= 0.4 ? 0.5 : 0.34) * threshold
    side.sum = max(0, side.sum + min(max(beyond * weight, -most), most))
    guard side.sum >= threshold * (1 - 1e-9), beyond > 0 else { return false }
    side = Side(isInside: !side.isInside)
    return true
  }

  /// Resets both edges: the devices are apart.
  package mutating func clear() { (contact, touch) = (Side(), Side()) }
}

package struct ContactLevel: Sendable {
  /// The level, in dBm; `nil` if it is unknown.
  package private(set) var mean: Double?
  private var variance: Double
  /// The excess of the level in contact over the level at 0.1 to 0.3 m, in dB; `nil` if it is unknown.
  let gap: Double?
  /// The calibrated level at one meter, in dBm.
  private let usual: Double?
  private let isCalibrated: Bool
  private var seen = 0.0
  private var lastReading: Double?

  /// The gap to assume if the gap is unknown, in dB.
  static let usualGap = 20.0
  /// The time of known contact after which the level is usable, in s.
  private static let needed = 3.0
  /// The largest difference between a reading and the mean that counts, in dB.
  private static let reach = 8.0
  /// The variance of a second of readings, and the least variance of the level, in dB².
  private static let noise = 16.0
  private static let leastVariance = 1.0
  /// The least gap, and the least rise over the level at one meter: pairs with smaller values shadow each other in contact.
  private static let leastGap = 5.0
  private static let leastRise = 12.0

  init(_ parameters: SignalStrengthFilter.Parameters) {
    mean = parameters.contactLevel?.value
    let deviation = parameters.contactLevelDeviation.value
    variance = max(deviation * deviation, Self.leastVariance)
    gap = parameters.contactGap?.value
    usual = parameters.trust == .unknown ? nil : parameters.pathLoss.referencePower.value
    isCalibrated = mean != nil
  }

  mutating func learn(_ rssi: Double, at now: Double) {
    let weight = lastReading.map { min(max(now - $0, 0), 1) } ?? 1
    lastReading = now
    guard weight > 0 else { return }
    seen += weight
    guard let mean else {
      self.mean = rssi
      variance = Self.noise / weight
      return
    }
    let gain = variance / (variance + Self.noise / weight)
    self.mean = mean + gain * min(max(rssi - mean, -Self.reach), Self.reach)
    variance = max(variance * (1 - gain), Self.leastVariance)
  }

  package var isUsable: Bool {
    guard let mean, isCalibrated || seen >= Self.needed else { return false }
    if let gap, gap < Self.leastGap { return false }
    guard let usual else { return true }
    return mean - usual >= Self.leastRise
  }
}

extension Nearness {
  /// The distance while the near test holds: ln(distance) and its variance. `nil` for `apart`.
  package var answer: (logDistance: Double, variance: Double)? {
    switch self {
    case .contact: (-3.506_557_897_319_982, 0.49)  // 0.03 m
    case .touch: (-2.302_585_092_994_045_5, 0.64)  // 0.10 m
    case .apart: nil
    }
  }

  /// The distance of devices that have just parted: ln(0.3 m) and its deviation.
  static let parted = (logDistance: -1.203_972_804_325_935_9, deviation: 0.75)
}
