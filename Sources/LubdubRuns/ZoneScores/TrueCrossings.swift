/// The times at which the truth crossed each edge, for searches by considered changes.
package struct TrueCrossings {
  private struct Key: Hashable {
    let edge: Int
    let isOutward: Bool
  }

  private var spans: [(start: Double, end: Double)] = []
  private var times: [Key: [(time: Double, window: ChangeWindow)]] = [:]

  package init(_ comparison: ZoneComparison) {
    for stretch in comparison.stretches {
      if let first = stretch.truth.steps.first {
        spans.append((first.time.value, stretch.truth.end.value))
      }
      for crossing in stretch.truth.crossings {
        times[Key(edge: crossing.edge, isOutward: crossing.isOutward), default: []]
          .append((crossing.time, stretch.window))
      }
    }
  }

  package func isKnown(at time: Seconds) -> Bool {
    spans.contains { $0.start <= time.value && time.value <= $0.end }
  }

  /// The time at which the truth crossed the edge of a considered change in its direction, if the crossing may have caused
  /// the change; `nil` otherwise.
  package func crossing(of change: ZoneConsideration) -> Seconds? {
    guard let from = change.from, let to = change.to, from != to else { return nil }
    let key = Key(edge: to < from ? to : to - 1, isOutward: to > from)
    let list = times[key] ?? []
    let end = list.partitioningIndex { $0.time > (change.time - $0.window.earliest).value }
    guard end > 0 else { return nil }
    let (time, window) = list[end - 1]
    return time >= (change.time - change.waited - window.latest).value ? Seconds(time) : nil
  }
}
