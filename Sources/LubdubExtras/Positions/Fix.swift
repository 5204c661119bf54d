/// One measured position.
package struct Fix: Sendable, Hashable {
  /// The time in seconds since 1970-01-01T00:00Z, or on the log's own clock if it has no date.
  package var time: Seconds
  package var place: Coordinate
  /// The standard deviation of one axis, as stated by the device; `nil` if the device states no deviation.
  package var deviation: Meters?

  package init(time: Seconds, place: Coordinate, deviation: Meters? = nil) {
    (self.time, self.place, self.deviation) = (time, place, deviation)
  }
}

/// The positions of one receiver in the order of time.
package struct Track: Sendable, Hashable {
  /// The log's name for the receiver or its provider, such as `GPS`; empty if it has no name.
  package var name: String
  package private(set) var fixes: [Fix] = []
  /// The indices in `fixes` after which the log reports a gap.
  package private(set) var gaps: Set<Int> = []

  package init(name: String) { self.name = name }

  /// Adds a fix. Returns `false` if its time goes back or is not finite.
  package mutating func append(_ fix: Fix) -> Bool {
    guard fix.time.isFinite, fix.time >= fixes.last?.time ?? fix.time else { return false }
    fixes.append(fix)
    return true
  }

  /// Records that the receiver was off between the last fix and the next fix.
  package mutating func noteGap() {
    if !fixes.isEmpty { gaps.insert(fixes.count - 1) }
  }

  /// The index of the last fix at or before a time; `nil` if there is no such fix.
  package func index(at time: Seconds) -> Int? {
    let next = fixes.partitioningIndex { $0.time > time }
    return next > 0 ? next - 1 : nil
  }

  /// The track on a clock that is ahead by a time.
  package func shifted(by lag: Seconds) -> Track {
    var copy = self
    for index in copy.fixes.indices { copy.fixes[index].time = copy.fixes[index].time + lag }
    return copy
  }

  /// The last fix at or before a time; `nil` if there is no such fix.
  package func last(at time: Seconds) -> Fix? { index(at: time).map { fixes[$0] } }
}
