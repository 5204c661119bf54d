import Lubdub
import Wellbeing
import Quantities

/// The intervals of a recorded heart, told to a pipeline as time passes.
struct HeartFeed: Sendable {
  private let series: RRSeries
  private let shift: Seconds
  private var place = 0
  /// How many were told.
  private(set) var told = 0
  /// How many cannot be a tempo.
  private(set) var refused = 0

  /// - Parameters:
  ///   - series: The heart; each interval is told when its last beat is over.
  ///   - shift: When its first beat is, in seconds of the trace, which begins at 0.
  init(_ series: RRSeries, shift: Seconds) {
    self.series = series
    self.shift = shift
    // What is over before the trace begins is not told.
    while let due, due < .zero { place += 1 }
  }

  /// How many lie outside the trace.
  var outside: Int { series.intervals.count - told - refused }

  /// From the first beat to the last one, in seconds of the trace.
  var span: ClosedRange<Seconds> { shift...shift + max(.zero, series.end.seconds) }

  /// When the next interval is over, in seconds of the trace; `nil` after the last one.
  var due: Seconds? {
    place < series.intervals.count ? series.intervals[place].end.seconds + shift : nil
  }

  /// What is still to be told: when each interval is over, in seconds of the trace, and how long it is.
  var intervals: [(end: Seconds, length: Seconds)] {
    series.intervals[place...].map { ($0.end.seconds + shift, $0.length.seconds) }
  }

  /// Takes the next interval, if it is over at a time. What became of it is to be noted.
  mutating func next(until time: Seconds) -> (length: Seconds, end: Seconds)? {
    guard let due, due <= time else { return nil }
    defer { place += 1 }
    return (series.intervals[place].length.seconds, due)
  }

  /// Notes what became of an interval.
  mutating func note(_ reception: Reception) {
    if reception.isTaken { told += 1 } else { refused += 1 }
  }

  /// Tells everything that is over at a time.
  mutating func tell(
    until time: Seconds, to pipeline: inout Pipeline, _ decide: (Decision) -> Void
  ) {
    while let interval = next(until: time) {
      note(pipeline.process(heart: interval.length, at: interval.end, decide))
    }
  }
}
