/// The pace of people and radios.
package enum LinkPace {
  /// The highest speed of a person, in m/s.
  package static let fastest = 15.0
  /// The largest step of ranges that is noise, in m.
  package static let noise = 0.5
  /// The shortest interval of rows, in s; shorter intervals show timestamps in another unit.
  package static let shortest = 1e-3

  /// The least speed of ranges that change by meters, in m/s; slower changes show timestamps in another unit.
  private static let creeping = 0.1

  static func creeps(_ ranges: [Double], step: Double) -> Bool {
    guard ranges.count >= 100 else { return false }
    let smooth = ranges.indices.dropFirst(2).map { Array(ranges[$0 - 2...$0]).inOrder()[1] }
    let sorted = smooth.inOrder()
    return sorted[sorted.count * 19 / 20] - sorted[sorted.count / 20] >= 2
      && zip(smooth, smooth.dropFirst()).allSatisfy { ($1 - $0).magnitude < creeping * step }
  }
}
