package import JSON
package import HapticFormats
package import Observations
package import Lubdub

/// A whole session in memory: a pipeline over rows, with the estimate of each row and the document.
///
/// It decides exactly as `lubdub run` does: the first row is time 0.
package struct SessionRun {
  /// The estimate after each row.
  package private(set) var estimates: EstimateColumns
  /// The timeline with everything that `lubdub run -o` writes beside it.
  package private(set) var document: TimelineDocument
  /// The true changes of zone, and how late each was followed; empty where nothing is known of the truth.
  package private(set) var trueChanges: [ZoneScore.Change] = []
  /// Every considered change of zone, taken or not; empty where they were not asked for.
  package private(set) var considerations: [ZoneConsideration] = []
  /// The band around each edge for ranges, from the nearest: in it, the zone keeps its side.
  package private(set) var bands: [ClosedRange<Meters>] = []
  /// What became of the rows.
  package private(set) var receptions = ReceptionCounts()
  /// What would be played after the last row if nothing more were heard, and how each beat is felt.
  package private(set) var plan: (beats: [Beat], events: [HapticEvent]) = ([], [])

  /// Runs a pipeline over rows.
  ///
  /// - Parameters:
  ///   - count: How many rows there are.
  ///   - row: The observation and the true distance of a row, on the trace's own clock.
  ///   - configuration: The settings.
  ///   - input: What the document says about the trace; see `SessionDocument.make`.
  ///   - explains: Whether considered changes of zone are kept.
  ///   - ahead: How long after the last row beats are planned.
  ///   - heart: The intervals of a heart that gives the tempo, in the order of time, each told at its end; seconds
  ///     of the session. Those that end before it or after the last row are not told.
  /// - Throws: `SettingError` when the configuration contradicts itself.
  package init(
    count: Int, row: (Int) -> (observation: Observation, truth: Meters?),
    configuration: Configuration, input: [String: JSONValue], explains: Bool = false,
    ahead: Seconds = .zero, heart: [(end: Seconds, length: Seconds)] = []
  ) throws(SettingError) {
    var pipeline = try Pipeline(configuration)
    pipeline.explainsZones = explains
    var recorder = SessionRecorder(
      explains ? [.timeline, .considerations] : .timeline, edges: configuration.zones.edges)
    estimates = EstimateColumns(capacity: count)
    var origin: Seconds?
    var now = Seconds.zero
    var beats = heart.drop { $0.end < .zero }
    for index in 0..<count {
      let (observation, truth) = row(index)
      if origin == nil, observation.time.isFinite { origin = observation.time }
      var shifted = observation
      shifted.time = observation.time - (origin ?? .zero)
      while let beat = beats.first, beat.end <= shifted.time {
        pipeline.process(heart: beat.length, at: beat.end) { recorder.decided($0) }
        beats = beats.dropFirst()
      }
      let reception = pipeline.process(shifted) { recorder.decided($0) }
      receptions.add(reception)
      estimates.add(pipeline.estimate, zone: pipeline.zone)
      guard reception.isTaken else { continue }
      now = max(now, shifted.time)
      recorder.processed(observation, truth: truth, pipeline.estimate, zone: pipeline.zone)
    }
    if ahead > .zero {
      let beats = Array(pipeline.plan(until: now + ahead))
      let pattern = configuration.heartbeat.pattern
      plan = (beats, beats.flatMap { pattern.events(for: $0) })
    }
    let end = pipeline.finish { recorder.decided($0) }
    document = SessionDocument.make(
      recorder, duration: end, input: input, configuration: configuration)
    trueChanges = recorder.comparison()?.score.changes ?? []
    bands = try configuration.zones.bands(of: .uwb)
    considerations = recorder.considerations
  }
}
