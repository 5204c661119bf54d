/// Distances that people state while the truth is not measured. The distance is 0 from `touched` to `released`, and a
/// statement `at 1` means a distance of 1 m during the ten seconds before it.
package struct StatedTruth<Row: Sendable>: Sendable {
  private var isTouching = false
  /// The rows to which a later `at` may apply.
  private var waiting: [(time: Seconds, row: Row)] = []

  /// The time for which people stay at a place before they state the distance.
  private static var stay: Seconds { 10 }
  /// The number of new rows after which old rows are removed.
  private static var block: Int { 1024 }

  package init() {}

  /// Adds the next row, and reports the rows whose truth is known now, in the order of time.
  package mutating func take(
    _ sample: Sample, truth: Meters?, as row: Row, _ report: (Row, Meters) -> Void
  ) {
    switch sample.event {
    case .touched:
      isTouching = true
      waiting.removeAll(keepingCapacity: true)
    case .released, .disconnected: isTouching = false
    case .at:
      guard let distance = sample.range, distance > .zero else { return }
      for one in waiting where sample.time - one.time <= Self.stay { report(one.row, distance) }
      waiting.removeAll(keepingCapacity: true)
    case nil where sample.isScored: takeScored(sample, truth, row, report)
    case nil: if let truth { report(row, truth) }
    default: break
    }
  }

  private mutating func takeScored(
    _ sample: Sample, _ truth: Meters?, _ row: Row, _ report: (Row, Meters) -> Void
  ) {
    guard let known = truth ?? (isTouching ? .zero : nil) else {
      waiting.append((sample.time, row))
      guard waiting.count.isMultiple(of: Self.block) else { return }
      waiting.removeAll { sample.time - $0.time > Self.stay }
      return
    }
    waiting.removeAll(keepingCapacity: true)
    report(row, known)
  }
}
