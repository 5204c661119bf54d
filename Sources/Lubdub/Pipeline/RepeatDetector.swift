/// Distinguishes held values from new measurements. Phones repeat the last range at every callback, for 0.12 to 0.30 s. A
/// later equal value is a new measurement of a device at rest.
package struct RepeatDetector: Sendable, Hashable {
  private static let holdTime = 0.3
  private var value: Meters?
  private var since = -Double.infinity

  package init() {}

  package mutating func isIndependent(_ sample: Sample) -> Bool {
    guard sample.radio == .uwb else { return true }
    return isIndependent(sample.range, at: sample.time)
  }

  package mutating func isIndependent(_ range: Meters?, at time: Seconds) -> Bool {
    if range == value, time.value - since < Self.holdTime { return false }
    (value, since) = (range, time.value)
    return true
  }
}
