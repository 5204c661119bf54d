/// Detects readings without line of sight from their powers.
package enum NLOSDetector {
  /// Received minus first-path power beyond which the path is taken to be blocked.
  package static let limit: Decibels = 8

  package static func isBlocked(_ sample: Sample) -> Bool {
    guard let power = sample.rssi, let first = sample.firstPathPower else { return false }
    return power - first > limit
  }
}
