/// Receives named parts of a result. The C interface, the page, and Python share this layout.
package protocol PartSink: AnyObject {
  /// Adds numbers with their representation in memory.
  func add<Number: BitwiseCopyable>(_ name: String, _ numbers: [Number])
  func add(_ name: String, _ json: JSONValue)
}

extension PartSink {
  /// Adds the parts of a run. The run is `inout`, because a copy would make the engine of pages larger.
  package func add(_ run: inout SessionRun, _ document: SessionDocument) throws(SettingError) {
    let fixed = run.recorder.fixedComparison()
    if let fixed { add("against_truth", document.json(of: fixed)) }
    // The true changes are those that the figures refer to.
    let score = (fixed ?? document.comparison)?.score
    let changes = score?.changes ?? []
    let bands = run.configuration.zones.bands(of: .uwb)
    add(run.estimates)
    add("true_time", changes.map { $0.time.value })
    add("true_edge", changes.map { Double($0.edge) })
    add("true_outward", changes.map { $0.isOutward ? 1.0 : 0 })
    add("true_delay", changes.map { $0.delay?.value ?? .nan })
    add("false_time", (score?.falseTimes ?? []).map { $0.value })
    add("band_low", bands.map { $0.lowerBound.value })
    add("band_high", bands.map { $0.upperBound.value })
    let truth = document.comparison.map { TrueCrossings($0) }
    add("considerations", .array(run.recorder.considerations.map { $0.json(beside: truth) }))
    add("receptions", run.receptions.json)
    add("findings", .array(run.findings.map { $0.json }))
  }

  package func add(plan beats: [Beat], _ pattern: Pattern) {
    let events = beats.flatMap { pattern.events(for: $0) }
    add("planned_time", beats.map { $0.time.value })
    add("planned_interval", beats.map { $0.interval.value })
    add("planned_intensity", beats.map { $0.intensity })
    add("planned_event_time", events.map { $0.time.value })
    add("planned_event_duration", events.map { $0.duration.value })
    add("planned_event_intensity", events.map { $0.intensity })
    add("planned_event_sharpness", events.map { $0.sharpness })
  }

  package func add(_ estimates: EstimateColumns) {
    add("distance", estimates.distances)
    add("low", estimates.lows)
    add("high", estimates.highs)
    add("deviation", estimates.deviations)
    add("velocity", estimates.velocities)
    add("status", estimates.statuses)
    add("radio", estimates.radios)
    add("zone", estimates.zones)
    add("state", estimates.states)
    add("moved", estimates.moved)
    add("zone_probability", estimates.zoneProbabilities)
    add("contact_probability", estimates.contactProbabilities)
  }

  package func add(_ beats: [Beat]) {
    add("beat_time", beats.map { $0.time.value })
    add("beat_interval", beats.map { $0.interval.value })
    add("beat_intensity", beats.map { $0.intensity })
    add("beat_zone", beats.map { Double($0.zone) })
  }

  package func add(_ document: TimelineDocument) {
    let events = document.timeline.events
    add(document.timeline.beats)
    add("event_time", events.map { $0.time.value })
    add("event_duration", events.map { $0.duration.value })
    add("event_intensity", events.map { $0.intensity })
    add("event_sharpness", events.map { $0.sharpness })
    addCurves(of: events)
    var session = document.annotations
    session["duration_s"] = .number(document.timeline.duration.value)
    add("session", .object(session))
  }

  private func addCurves(of events: [HapticEvent]) {
    var indices: [Double] = []
    var points: [HapticEvent.CurvePoint] = []
    for (index, event) in events.enumerated() {
      guard case .continuous(_, let curve) = event.kind else { continue }
      indices += curve.map { _ in Double(index) }
      points += curve
    }
    add("curve_event", indices)
    add("curve_time", points.map { $0.time.value })
    add("curve_intensity", points.map { $0.intensity })
    add("curve_sharpness", points.map { $0.sharpness })
  }
}

extension ReceptionCounts {
  fileprivate var json: JSONValue {
    var counts: [String: JSONValue] = [
      "taken": .number(Double(taken)), "late": .number(Double(late)),
      "negative_range": .number(Double(negativeRange)),
      "out_of_order": .number(Double(outOfOrder)), "not_finite": .number(Double(notFinite)),
      "duplicates": .number(Double(duplicates)),
      "after_finish": .number(Double(afterFinish)),
    ]
    if let depth = depthBelowZero {
      counts["depth_below_zero_m"] = .number(depth.value.rounded(decimals: 3))
    }
    return .object(counts)
  }
}
