import Lubdub
import Pulse
import Quantities

/// The intervals of a recorded heart, told to a pipeline as time passes.
struct HeartFeed {
  private let series: RRSeries
  private let shift: Seconds
  private var next = 0
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
  }

  /// How many lie outside the trace.
  var outside: Int { series.intervals.count - told - refused }

  /// Tells everything that is over at a time.
  mutating func tell(
    until time: Seconds, to pipeline: inout Pipeline, _ decide: (Decision) -> Void
  ) {
    while next < series.intervals.count {
      let interval = series.intervals[next]
      let end = interval.end.seconds + shift
      guard end <= time else { return }
      next += 1
      guard end >= .zero else { continue }
      let reception = pipeline.process(heart: interval.length.seconds, at: end, decide)
      if reception.isTaken { told += 1 } else { refused += 1 }
    }
  }
}
