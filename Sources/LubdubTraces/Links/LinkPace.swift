/// The pace of people and radios.
package enum LinkPace {
  /// Faster than this, no person moves: in m/s.
  package static let fastest = 15.0
  /// Steps of ranges below this are noise, in m.
  package static let noise = 0.5
  /// Rows that come more often, in s, are stamped in another unit.
  package static let shortest = 1e-3
}
