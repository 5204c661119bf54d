public import Lubdub

/// Turns a counter of a device into seconds that go on where the counter rolls over.
///
/// A 32-bit counter of milliseconds starts again after 49.7 days, one of microseconds after 71.6
/// minutes. Differences are taken in whole ticks before they become floating point, so that epoch
/// times in nanoseconds lose nothing.
public struct ClockUnroller: Sendable, Hashable {
  /// Ticks a second: 1e3 for milliseconds, 1e6 for microseconds, 1e9 for nanoseconds.
  public let ticksPerSecond: Double
  /// The number of bits after which the counter starts again; 64 for one that never does.
  public let bits: Int
  private var previous: UInt64?
  private var ticks: Int64 = 0

  /// A clock that reads 0 s at the first counter value.
  ///
  /// - Precondition: `bits` is from 1 to 64.
  public init(ticksPerSecond: Double, bits: Int = 64) {
    precondition((1...64).contains(bits))
    self.ticksPerSecond = ticksPerSecond
    self.bits = bits
  }

  /// The time of a counter value since the first one.
  ///
  /// A counter of fewer than 64 bits may step back by up to a quarter of its period, which is read
  /// as a late row; a larger step back is read as a roll-over.
  public mutating func seconds(at counter: UInt64) -> Seconds {
    let mask = bits == 64 ? UInt64.max : (1 << UInt64(bits)) - 1
    defer { previous = counter & mask }
    guard let previous else { return 0 }
    let forwards = (counter & mask &- previous) & mask
    let isBack = forwards > mask - mask / 4
    let step = isBack ? -Int64(clamping: (previous &- counter) & mask) : Int64(clamping: forwards)
    ticks = ticks.addingReportingOverflow(step).partialValue
    return Seconds(Double(ticks) / ticksPerSecond)
  }
}
