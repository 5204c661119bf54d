import Lubdub

/// The order of time of rows that are taken without a look at each.
struct RowOrder: Sendable {
  var lastTime: Double
  /// How far ahead of it the next one may lie.
  let reach: Double

  init(_ clock: ClockMending) { (lastTime, reach) = (clock.last, clock.reach) }
}
