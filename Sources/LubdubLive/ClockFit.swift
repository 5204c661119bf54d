public import Lubdub

/// The relation of another clock of the host to a player's clock: an offset and a drift, fitted to moments at which both
/// clocks were read.
///
/// Haptic engines, audio, and radios have their own clocks, which count from another origin and run faster or slower by a
/// few parts per million. Read both clocks together a few times per minute, and add the pair. The fit is a straight line by
/// least squares; the weight of a pair halves after `halfLife`. If the other clock was reset, or stopped, such as an
/// engine's clock while a phone sleeps, the fit starts again with the present pair. It uses a fixed amount of memory.
public struct ClockFit: Sendable, Hashable {
  /// The time after which the weight of a pair halves.
  public let halfLife: Seconds
  /// The number of jumps of the other clock.
  public private(set) var jumps = 0

  // The newest pair, and weighted sums relative to this pair: x is the player's time, y the difference of the clocks.
  private var origin: Pair?
  private var weight = 0.0
  private var sumX = 0.0
  private var sumY = 0.0
  private var sumXX = 0.0
  private var sumXY = 0.0

  /// The maximum drift of a working device's clock: quartz is within 0.0001.
  private static let mostDrift = 200e-6
  /// The largest difference between two clocks that are read one after the other, in s, unless a clock has jumped.
  private static let readingError = 0.02

  /// Creates a fit without pairs.
  public init(halfLife: Seconds = 300) { self.halfLife = max(1, halfLife) }

  private struct Pair: Sendable, Hashable {
    let x: Double
    let y: Double
  }

  /// Adds a moment at which both clocks were read. Times that are not finite, or before the last time, are skipped.
  ///
  /// - Parameters:
  ///   - player: The player's time.
  ///   - host: The time of the other clock, in seconds from any origin.
  public mutating func add(player: Seconds, host: Seconds) {
    guard player.isFinite, host.isFinite, player.value >= (origin?.x ?? player.value) else {
      return
    }
    let (x, y) = (player.value, (host - player).value)
    if let origin, let expected = self.host(at: player) {
      let bound = Self.readingError + 2 * Self.mostDrift * (x - origin.x)
      if (host - expected).value.magnitude <= bound {
        move(by: x - origin.x, y - origin.y)
      } else {
        (weight, sumX, sumY, sumXX, sumXY) = (0, 0, 0, 0, 0)
        jumps += 1
      }
    }
    origin = Pair(x: x, y: y)
    weight += 1
  }

  /// Moves the sums to a newer pair, and reduces their weight by its age.
  private mutating func move(by dx: Double, _ dy: Double) {
    let share = 1 / (1 + dx / halfLife.value)
    (sumXX, sumXY) = (
      share * (sumXX - 2 * dx * sumX + dx * dx * weight),
      share * (sumXY - dx * sumY - dy * sumX + dx * dy * weight)
    )
    (sumX, sumY) = (share * (sumX - dx * weight), share * (sumY - dy * weight))
    weight *= share
  }

  /// The seconds that the other clock gains per second of the player's clock: 20e-6 is 20 parts per million, and 200e-6 the
  /// maximum; zero until the pairs span a second.
  public var drift: Double {
    let spread = weight * sumXX - sumX * sumX
    guard weight > 0, spread > weight * weight * 0.1 else { return 0 }
    return min(max(-Self.mostDrift, (weight * sumXY - sumX * sumY) / spread), Self.mostDrift)
  }

  /// Returns the time of the other clock at a time of the player's clock; `nil` before the first pair.
  public func host(at player: Seconds) -> Seconds? {
    guard let origin else { return nil }
    let fitted = (sumY - drift * sumX) / weight
    return player + Seconds(origin.y + fitted + drift * (player.value - origin.x))
  }

  /// Returns the player's time at a time of the other clock; `nil` before the first pair.
  public func player(at host: Seconds) -> Seconds? {
    guard let origin, let there = self.host(at: Seconds(origin.x)) else { return nil }
    return Seconds(origin.x) + (host - there) / (1 + drift)
  }
}
