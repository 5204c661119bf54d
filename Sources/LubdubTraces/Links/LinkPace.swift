/// The pace of people and radios.
package enum LinkPace {
  /// Faster than this, no person moves: in m/s.
  package static let fastest = 15.0
  /// Steps of ranges below this are noise, in m.
  package static let noise = 0.5
  /// Rows that come more often, in s, are stamped in another unit.
  package static let shortest = 1e-3

  /// Ranges that change by metres are stamped in another unit where none changes as fast as this, in m/s.
  private static let creeping = 0.1

  static func creeps(_ ranges: [Double], step: Double) -> Bool {
    guard ranges.count >= 100 else { return false }
    let smooth = ranges.indices.dropFirst(2).map { Array(ranges[$0 - 2...$0]).inOrder()[1] }
    let sorted = smooth.inOrder()
    return sorted[sorted.count * 19 / 20] - sorted[sorted.count / 20] >= 2
      && zip(smooth, smooth.dropFirst()).allSatisfy { ($1 - $0).magnitude < creeping * step }
  }
}
