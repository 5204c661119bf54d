/// Runs a pipeline over the rows of a trace, in order: the only loop for sessions, documents, scores, and trials.
///
/// Rows are on the trace's own clock, decisions on the session's clock:
/// - The first finite time is the origin, zero of the session, even if its row is rejected.
/// - A given interval that ends before a row, or at its time, is delivered before the row.
/// - Every row is processed and counted. A rejected row changes nothing; a record of rows must omit it.
///
/// A row allocates nothing.
package struct PipelineRun: Sendable {
  package private(set) var receptions = ReceptionCounts()
  package private(set) var intervals: IntervalPlayback?
  /// The time on the trace's clock that is time zero of the session; `nil` before a row has a finite time.
  package private(set) var origin: Seconds?
  /// The time of the last row on the session's clock; not finite if the row's time is not finite.
  package private(set) var time = Seconds.zero

  private var pipeline: Pipeline

  package init(
    _ configuration: Configuration, explainsZones: Bool = false, intervals: IntervalPlayback? = nil
  ) throws(SettingError) {
    var pipeline = try Pipeline(configuration, explainsZones: explainsZones)
    // Readers have already handled rows that leap.
    pipeline.trustStamps()
    self.init(pipeline, intervals)
  }

  private init(_ pipeline: consuming Pipeline, _ intervals: IntervalPlayback?) {
    self.pipeline = pipeline
    self.intervals = intervals
  }

  /// Returns the estimate and the zone after the last row.
  ///
  /// The method is mutating so that a call doesn't copy the whole run.
  package mutating func answer() -> (estimate: DistanceEstimate?, zone: Int?) {
    (pipeline.estimate, pipeline.zone)
  }

  package var estimate: DistanceEstimate? { pipeline.estimate }

  package var learned: LearnedLink { pipeline.learned }

  package var state: LinkState { pipeline.state }

  @discardableResult package mutating func process(
    _ sample: Sample, _ decide: (Decision) -> Void
  ) -> Reception {
    if origin == nil, sample.time.isFinite { origin = sample.time }
    var shifted = sample
    shifted.time = sample.time - (origin ?? .zero)
    time = shifted.time
    while let interval = intervals?.next(until: time) {
      intervals?.note(pipeline.process(interval: interval.length, at: interval.end, decide))
    }
    let reception = pipeline.process(shifted, decide)
    receptions.add(reception)
    return reception
  }

  package func plan(ahead: Seconds) -> BeatPlan {
    pipeline.plan(until: max(.zero, pipeline.now) + ahead)
  }

  @discardableResult package mutating func finish(_ decide: (Decision) -> Void) -> Seconds {
    pipeline.finish(decide)
  }
}
