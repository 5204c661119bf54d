/// Detects readings without line of sight from their powers.
package enum NLOSDetector {
  /// The difference between the received power and the first-path power above which the path counts as blocked.
  package static let limit: Decibels = 8

  package static func isBlocked(_ sample: Sample) -> Bool {
    guard let power = sample.rssi, let first = sample.firstPathPower else { return false }
    return power - first > limit
  }
}
