/// In front of the filter of signal strength: a level that is much stronger than expected waits for the next one, so that
/// one that is wrong brings nobody nearer. Weak ones are doubted by the filter itself.
struct LevelHold: Sendable {
  private var held: Double?
  private var isFirst = true

  /// So many deviations above what is expected, a level waits.
  private static let limit = 2.0

  /// Takes a level; returns what counts, or `nil` to wait. Of the first two that is the weaker one, and later of two that
  /// are too strong in a row; else the one that waited is dropped. In dBm, and in dB.
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
