/// The result of a session: the timeline and all other parts of the output of `lubdub run -o`. Its JSON is defined in
/// `docs/timeline.schema.json`. In `timelineDocument`, the other parts are annotations.
package struct SessionDocument: Sendable {
  package let timeline: Timeline
  package let configuration: Configuration
  /// Information about the trace: `name`, `format`, `rows_accepted`, `rows_rejected`, and `rejected`.
  package let input: [String: JSONValue]
  /// The time on the trace's clock that counts as zero; `nil` if there are no rows.
  package let origin: Seconds?
  package let statistics: SessionStatistics
  package let zoneChanges: [ZoneChange]
  package let actions: [CeremonyAction]
  /// The zones compared with the true zones; `nil` if the trace has no truth.
  package var comparison: ZoneComparison?
  /// The considered changes of zone; `nil` omits them from the JSON.
  package var considerations: [ZoneConsideration]?
  /// The setting that would have changed each consideration, or `nil`. If this property is `nil`, the JSON omits these
  /// settings.
  package var changingSettings: [String?]?

  /// The timeline with the other parts as annotations, for writing and exporting haptic formats.
  package var timelineDocument: TimelineDocument {
    TimelineDocument(timeline, annotations: annotations)
  }

  private var annotations: [String: JSONValue] {
    var input = input
    input["origin_s"] = .optional(origin?.value)
    input["duration_s"] = rounded(statistics.duration)
    input["longest_silence_s"] = rounded(statistics.silence?.length)
    var members: [String: JSONValue] = [
      "generator": Self.generator,
      "configuration": SettingsJSON.value(of: configuration),
      "input": .object(input),
      "zone_changes": .array(zoneChanges.map { $0.json }),
    ]
    let phases = actions.compactMap { $0.phaseJSON }
    if !phases.isEmpty { members["phases"] = .array(phases) }
    let cues = actions.compactMap { $0.cueJSON }
    if !cues.isEmpty { members["cues"] = .array(cues) }
    if let considerations {
      let truth = comparison.map { TrueCrossings($0) }
      members["considerations"] = .array(
        considerations.indices.map { place in
          considerations[place].json(beside: truth, changedBy: changingSettings?[place])
        })
    }
    if let comparison { members["against_truth"] = json(of: comparison) }
    return members
  }

  package func json(of comparison: ZoneComparison) -> JSONValue {
    let score = comparison.score
    let unknown = statistics.duration - score.totalTime.value
    return [
      "zones": score.json, "edges_m": .array(comparison.edges.map { .number($0.value) }),
      "unknown_s": rounded(max(0, unknown)),
      "beat": comparison.beatScore(intervals: configuration.beatIntervals).json,
    ]
  }

  package static var generator: JSONValue {
    ["name": "lubdub", "version": .string(Version.current)]
  }
}
