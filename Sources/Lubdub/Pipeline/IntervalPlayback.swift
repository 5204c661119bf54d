/// Recorded intervals that set the tempo, delivered to a pipeline at their times.
package struct IntervalPlayback: Sendable {
  /// The end of an interval, in seconds of the session, and its length.
  package typealias Interval = (end: Seconds, length: Seconds)

  package private(set) var delivered = 0
  package private(set) var refused = 0

  private let intervals: [Interval]
  private let start: Seconds
  private var place = 0

  package init(_ intervals: [Interval], from start: Seconds = .zero) {
    (self.intervals, self.start) = (intervals, start)
    while let due, due < .zero { place += 1 }
  }

  package var outside: Int { intervals.count - delivered - refused }

  /// The time from the first beat to the last beat, in seconds of the session.
  package var span: ClosedRange<Seconds> { start...max(start, intervals.last?.end ?? start) }

  package var due: Seconds? { place < intervals.count ? intervals[place].end : nil }

  package var remaining: ArraySlice<Interval> { intervals[place...] }

  package mutating func next(until time: Seconds) -> Interval? {
    guard let due, due <= time else { return nil }
    defer { place += 1 }
    return intervals[place]
  }

  package mutating func note(_ reception: Reception) {
    if reception.isTaken { delivered += 1 } else { refused += 1 }
  }
}
