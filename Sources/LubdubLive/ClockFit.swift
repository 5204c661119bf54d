public import Lubdub

/// How another clock of the host goes beside a player's: an offset and a drift, fitted to moments at which both
/// were read.
///
/// Haptic engines, audio and radios have clocks of their own, which count from another origin and run faster or
/// slower by some parts in a million. Read both clocks together now and then, some times a minute, and add the pair.
/// The fit is a straight line by least squares; a pair counts half after `halfLife`. Where the other clock has stood still,
/// as an engine's does while a phone sleeps, or was set anew, the fit begins anew with that pair. It takes a fixed amount
/// of memory.
public struct ClockFit: Sendable, Hashable {
  /// After how long a pair counts half as much.
  public let halfLife: Seconds
  /// How often the other clock has jumped.
  public private(set) var jumps = 0

  // The newest pair, and weighted sums of what is relative to it: x the player's time, y the difference of the clocks.
  private var origin: Pair?
  private var weight = 0.0
  private var sumX = 0.0
  private var sumY = 0.0
  private var sumXX = 0.0
  private var sumXY = 0.0

  /// No clock of a device that works drifts by more: quartz is within 0.0001.
  private static let mostDrift = 200e-6
  /// Two clocks that are read one after the other differ by less, in s, unless one has jumped.
  private static let readingError = 0.02

  /// A fit that knows no pair.
  public init(halfLife: Seconds = 300) { self.halfLife = max(1, halfLife) }

  private struct Pair: Sendable, Hashable {
    let x: Double
    let y: Double
  }

  /// Adds a moment at which both clocks were read. Times that are not finite, or before the last one, are skipped.
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

  /// The sums relative to a newer pair, with its age taken off their weight.
  private mutating func move(by dx: Double, _ dy: Double) {
    let share = 1 / (1 + dx / halfLife.value)
    (sumXX, sumXY) = (
      share * (sumXX - 2 * dx * sumX + dx * dx * weight),
      share * (sumXY - dx * sumY - dy * sumX + dx * dy * weight)
    )
    (sumX, sumY) = (share * (sumX - dx * weight), share * (sumY - dy * weight))
    weight *= share
  }

  /// How many seconds the other clock gains in one of the player's: 20e-6 is 20 parts in a million, and 200e-6 the
  /// most; zero before the pairs span a second.
  public var drift: Double {
    let spread = weight * sumXX - sumX * sumX
    guard weight > 0, spread > weight * weight * 0.1 else { return 0 }
    return min(max(-Self.mostDrift, (weight * sumXY - sumX * sumY) / spread), Self.mostDrift)
  }

  /// What the other clock shows at a time of the player; `nil` before there is a pair.
  public func host(at player: Seconds) -> Seconds? {
    guard let origin else { return nil }
    let fitted = (sumY - drift * sumX) / weight
    return player + Seconds(origin.y + fitted + drift * (player.value - origin.x))
  }

  /// The player's time at a time of the other clock; `nil` before there is a pair.
  public func player(at host: Seconds) -> Seconds? {
    guard let origin, let there = self.host(at: Seconds(origin.x)) else { return nil }
    return Seconds(origin.x) + (host - there) / (1 + drift)
  }
}
