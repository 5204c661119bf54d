internal import JSON
package import HapticFormats
package import Lubdub
package import Sessions

extension Result {
  /// Runs a session over rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - options: Those of `lubdub_run`.
  ///   - estimators: Those that the settings may name.
  /// - Throws: `Failure` for a setting that is refused.
  package convenience init(
    running rows: Rows, _ options: Options, estimators: [EstimatorKind]
  ) throws(Failure) {
    let configuration = try options.configuration(estimators: estimators)
    let ahead = try options.ahead()
    let heart = try options.heart()
    let run: SessionRun
    do throws(SettingError) {
      run = try SessionRun(
        count: rows.count, row: { rows.row($0) }, configuration: configuration,
        input: options.input, explains: options.explains, ahead: ahead, heart: heart)
    } catch {
      throw Failure(Status.badSettings, error.description)
    }
    self.init()
    add(run.estimates)
    add("true_time", run.trueChanges.map { $0.time.value })
    add("true_edge", run.trueChanges.map { Double($0.edge) })
    add("true_outward", run.trueChanges.map { $0.isOutward ? 1.0 : 0 })
    add("true_delay", run.trueChanges.map { $0.delay?.value ?? .nan })
    add("band_low", run.bands.map { $0.lowerBound.value })
    add("band_high", run.bands.map { $0.upperBound.value })
    add("considerations", .array(run.considerations.map { SessionDocument.json($0) }))
    add("receptions", run.receptions.json)
    if ahead > .zero { add(plan: run.plan.beats, run.plan.events) }
    add(run.document)
  }

  /// The parts of what is planned, one value a beat or an event.
  private func add(plan beats: [Beat], _ events: [HapticEvent]) {
    add("planned_time", beats.map { $0.time.value })
    add("planned_interval", beats.map { $0.interval.value })
    add("planned_intensity", beats.map { $0.intensity })
    add("planned_event_time", events.map { $0.time.value })
    add("planned_event_duration", events.map { $0.duration.value })
    add("planned_event_intensity", events.map { $0.intensity })
    add("planned_event_sharpness", events.map { $0.sharpness })
  }

  /// The parts of estimates, one value a row.
  package func add(_ estimates: EstimateColumns) {
    add("distance", estimates.distances)
    add("low", estimates.lows)
    add("high", estimates.highs)
    add("velocity", estimates.velocities)
    add("status", estimates.statuses)
    add("radio", estimates.radios)
    add("zone", estimates.zones)
  }

  /// The parts of beats, one value a beat.
  package func add(_ beats: [Beat]) {
    add("beat_time", beats.map { $0.time.value })
    add("beat_interval", beats.map { $0.interval.value })
    add("beat_intensity", beats.map { $0.intensity })
    add("beat_zone", beats.map { Double($0.zone) })
  }

  /// The parts of an export.
  convenience init(_ encoded: EncodedTimeline, _ format: HapticFormat) {
    self.init()
    for part in encoded.parts {
      add(part.label.map { "file.\($0)" } ?? "file", part.bytes)
    }
    add("extension", format.features.fileExtension)
    add("loss", encoded.loss.json)
    add("lossText", encoded.loss.description)
  }

  /// The parts of a document, which can be exported from then on.
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
    self.document = document
  }
}

extension Result {
  /// The parts of the courses of continuous events, one value a point.
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
  /// The counts as JSON.
  fileprivate var json: JSONValue {
    [
      "taken": .number(Double(taken)), "late": .number(Double(late)),
      "out_of_order": .number(Double(outOfOrder)), "not_finite": .number(Double(notFinite)),
      "after_finish": .number(Double(afterFinish)),
    ]
  }
}
