package import Link
internal import Quantities

/// Tells held values from new measurements.
///
/// Phones repeat the last range at every callback, for 0.12 to 0.30 s. An equal value that comes later
/// than that is a new measurement of a device at rest.
package struct RepeatDetector: Sendable {
  private static let holdTime = 0.3
  private var value: Meters?
  private var since = -Double.infinity

  /// A detector that has seen nothing.
  package init() {}

  /// Whether the observation carries new information.
  package mutating func isIndependent(_ observation: Observation) -> Bool {
    guard observation.radio == .uwb else { return true }
    let time = observation.time.value
    if observation.range == value, time - since < Self.holdTime { return false }
    value = observation.range
    since = time
    return true
  }
}
