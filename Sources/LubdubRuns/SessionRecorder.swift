private struct TimedRadio {
  let time: Seconds
  let radio: Radio
}

/// The data that a run keeps of a session. Counts are always kept, and other data only if an output needs them, so that a
/// summary works for traces of any length.
package struct SessionRecorder {
  package struct Contents: OptionSet {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let timeline = Contents(rawValue: 1)
    package static let considerations = Contents(rawValue: 2)
    package static let plot = Contents(rawValue: 4)
    package static let estimates = Contents(rawValue: 8)
    package static let findings = Contents(rawValue: 16)
  }

  private let contents: Contents
  private var kept = 0
  package private(set) var statistics = SessionStatistics()
  private var recorder = TimelineRecorder()
  private var trueZones: TrueZones
  /// The true zones for edges that do not move with the settings; `nil` if these edges equal the edges of the settings.
  private var fixedZones: TrueZones?
  private var stated = StatedTruth<TimedRadio>()
  package private(set) var moves: [ZoneComparison.Move] = []
  package private(set) var zoneChanges: [ZoneChange] = []
  package private(set) var actions: [CeremonyAction] = []
  package private(set) var considerations: [ZoneConsideration] = []
  package private(set) var plot = SessionRecord()

  package init(_ contents: Contents, edges: [Meters], fixed: [Meters]? = nil) {
    self.contents = contents
    trueZones = TrueZones(edges: edges)
    fixedZones = fixed.flatMap { $0 == edges ? nil : TrueZones(edges: $0) }
  }

  package var fault: String? {
    kept > Bound.events.most
      ? "the session has more beats and events than its outputs can hold, \(Bound.events.rule)"
      : nil
  }

  /// The zones compared with the true zones; `nil` if the trace has no truth.
  package func comparison() -> ZoneComparison? { comparison(with: trueZones) }

  /// The comparison with the decisions of another run of the session.
  package func comparison(of moves: [ZoneComparison.Move]) -> ZoneComparison? {
    comparison(with: trueZones, moves)
  }

  /// The comparison with the true zones of fixed edges; `nil` if there is no truth, or if these edges equal the edges of the
  /// settings.
  package func fixedComparison() -> ZoneComparison? { fixedZones.flatMap { comparison(with: $0) } }

  /// The comparison for scores: with the true zones of fixed edges if there are fixed edges, otherwise with the true zones
  /// of the settings.
  package func scoredComparison(of moves: [ZoneComparison.Move]? = nil) -> ZoneComparison? {
    comparison(with: fixedZones ?? trueZones, moves)
  }

  private func comparison(
    with zones: TrueZones, _ other: [ZoneComparison.Move]? = nil
  ) -> ZoneComparison? {
    var truth = zones
    truth.finish()
    let comparison = ZoneComparison(truth, moves: other ?? moves)
    return comparison.stretches.isEmpty ? nil : comparison
  }

  package func timeline(until end: Seconds) -> Timeline { recorder.timeline(until: end) }

  /// Records an accepted row, on the session's clock, with the posterior and the zone after the row.
  package mutating func processed(
    _ sample: Sample, truth: Meters?, _ estimate: DistanceEstimate?, zone: Int?
  ) {
    statistics.add(sample, at: sample.time, estimate)
    stated.take(sample, truth: truth, as: TimedRadio(time: sample.time, radio: sample.radio)) {
      trueZones.add($1, at: $0.time, by: $0.radio)
      fixedZones?.add($1, at: $0.time, by: $0.radio)
    }
    guard contents.contains(.plot) else { return }
    plot.add(sample, truth: truth, estimate: estimate)
  }

  /// Records the end of the session, which may come after rejected rows.
  package mutating func ended(at time: Seconds) { statistics.end(at: time) }

  package mutating func decided(_ decision: Decision) {
    if !contents.isEmpty { kept += 1 }
    if contents.contains(.timeline) { recorder.add(decision) }
    statistics.add(decision)
    switch decision {
    case .zone(let change): add(change)
    case .beat(let beat, _): if contents.contains(.plot) { plot.add(beat) }
    case .ceremony(let action):
      if contents.contains(.timeline) { actions.append(action) }
      if contents.contains(.plot), case .cue(let cue) = action.kind {
        plot.add(cue, at: action.time)
      }
    case .considered(let consideration): considerations.append(consideration)
    case .cancelled, .sustained: break
    }
  }

  private mutating func add(_ change: ZoneChange) {
    if change.isMove { moves.append(ZoneComparison.Move(time: change.time, zone: change.to)) }
    if contents.contains(.timeline) { zoneChanges.append(change) }
    if contents.contains(.plot) { plot.add(change) }
    if contents.contains(.considerations), change.evidence == nil {
      considerations.append(ZoneConsideration(change))
    }
  }
}
