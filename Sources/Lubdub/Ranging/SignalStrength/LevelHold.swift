/// Holds back levels before the filter of signal strength: a level that is much stronger than expected waits for the next
/// level, so that a single wrong level does not bring a peer nearer. The filter itself doubts weak levels.
struct LevelHold: Sendable {
  private var held: Double?
  private var isFirst = true

  /// The number of deviations above the expected level from which a level waits.
  private static let limit = 2.0

  /// Processes a level in dBm, with the expected level in dBm and its deviation in dB; returns the level that counts, or
  /// `nil` to wait. Of the first two levels, and later of two too strong levels in a row, the weaker level counts;
  /// otherwise, the waiting level is dropped.
  mutating func take(_ level: Double, expected: (level: Double, deviation: Double)) -> Double? {
    let isStrong = level > expected.level + Self.limit * expected.deviation
    guard let held else {
      guard isFirst || isStrong else { return level }
      held = level
      return nil
    }
    self.held = nil
    defer { isFirst = false }
    return isFirst || isStrong ? min(level, held) : level
  }
}
