package import JSON
package import HapticFormats
internal import Haptics
package import Lubdub
package import Proximity
internal import Settings

/// Puts a session's results into the members of a timeline document; see
/// `docs/timeline.schema.json`.
package enum SessionDocument {
  /// The document of a run.
  ///
  /// - Parameters:
  ///   - recorder: What happened.
  ///   - duration: From the first row to the end.
  ///   - input: What is known of the trace: `name`, `format`, `rows_accepted`, `rows_rejected` and
  ///     `rejected`. Times and silence are added.
  ///   - configuration: The settings of the run.
  /// - Returns: The timeline with all that is told beside it.
  package static func make(
    _ recorder: SessionRecorder, duration: Seconds, input: [String: JSONValue],
    configuration: Configuration
  ) -> TimelineDocument {
    var input = input
    input["origin_s"] = .optional(recorder.statistics.origin)
    input["duration_s"] = .number(rounded(recorder.statistics.duration))
    input["longest_silence_s"] = .optional(recorder.statistics.silence.map { rounded($0.length) })
    var members: [String: JSONValue] = [
      "generator": generator,
      "configuration": SettingsJSON.value(of: configuration),
      "input": .object(input),
      "zone_changes": .array(recorder.zoneChanges.map { json($0) }),
    ]
    let phases = recorder.actions.compactMap { phase($0) }
    if !phases.isEmpty { members["phases"] = .array(phases) }
    let cues = recorder.actions.compactMap { cue($0) }
    if !cues.isEmpty { members["cues"] = .array(cues) }
    if let comparison = recorder.comparison() {
      members["against_truth"] = [
        "zones": comparison.score.json,
        "beat": comparison.beatScore(intervals: configuration.beatIntervals).json,
      ]
    }
    return TimelineDocument(recorder.timeline(until: duration), annotations: members)
  }

  /// What wrote the document.
  package static var generator: JSONValue {
    ["name": "lubdub", "version": .string(Version.current)]
  }

  package static func json(_ change: ZoneChange) -> JSONValue {
    [
      "t_s": .number(rounded(change.time.value)),
      "from": .optional(change.from.map(Double.init)),
      "to": .optional(change.to.map(Double.init)),
      "reason": .string(change.reason.rawValue),
      "evidence": .optional(change.evidence.map { rounded($0.share) }),
      "led_m": optional(change.evidence?.led.value),
      "deviation": optional(change.evidence?.deviation),
      "band_m": optional(change.evidence?.reference?.value),
      "distance_m": optional(change.distance?.median.value),
      "low_m": optional(change.distance?.low.value),
      "high_m": optional(change.distance?.high.value),
      "source": .optional(change.distance.map { $0.radio.rawValue }),
      "waited_s": .number(rounded(change.waited.value)),
    ]
  }

  /// One considered change of zone, with its outcome.
  package static func json(_ consideration: ZoneConsideration) -> JSONValue {
    [
      "t_s": .number(rounded(consideration.time.value)),
      "from": .optional(consideration.from.map { Double($0) }),
      "to": .optional(consideration.to.map { Double($0) }),
      "evidence": .optional(consideration.evidence.map { rounded($0.share) }),
      "led_m": optional(consideration.evidence?.led.value),
      "deviation": optional(consideration.evidence?.deviation),
      "band_m": optional(consideration.evidence?.reference?.value),
      "distance_m": optional(consideration.distance?.median.value),
      "low_m": optional(consideration.distance?.low.value),
      "high_m": optional(consideration.distance?.high.value),
      "source": .optional(consideration.distance?.radio.rawValue),
      "waited_s": .number(rounded(consideration.waited.value)),
      "outcome": .string(consideration.outcome.sentence),
    ]
  }

  package static func phase(_ action: CeremonyAction) -> JSONValue? {
    guard case .phase(let from, let to) = action.kind else { return nil }
    var reason = "progress"
    if case .failed(let failure) = to { reason = failure.rawValue }
    return [
      "t_s": .number(rounded(action.time.value)), "from": .string(phaseName(from)),
      "to": .string(phaseName(to)), "reason": .string(reason),
    ]
  }

  package static func cue(_ action: CeremonyAction) -> JSONValue? {
    let name: String
    switch action.kind {
    case .cue(let cue): name = cue.name
    case .reconnect(let attempt): name = "reconnect \(attempt)"
    case .restartRanging: name = "restartRanging"
    case .phase: return nil
    }
    return ["t_s": .number(rounded(action.time.value)), "name": .string(name)]
  }

  /// A number to nine decimals; null for none, and for one that is not finite.
  private static func optional(_ number: Double?) -> JSONValue {
    .optional(number.flatMap { $0.isFinite ? rounded($0) : nil })
  }

  /// A number to nine decimals: times in whole nanoseconds; distances and evidence without their last digits,
  /// in which the elementary functions of C libraries differ.
  package static func rounded(_ number: Double) -> Double {
    (number * 1e9).rounded() / 1e9
  }
}

/// The name of a ceremony's phase.
package func phaseName(_ phase: CeremonyPhase) -> String {
  switch phase {
  case .searching: "searching"
  case .approaching: "approaching"
  case .readyToSend: "readyToSend"
  case .sending: "sending"
  case .attaching: "attaching"
  case .complete: "complete"
  case .failed: "failed"
  }
}

extension ZoneConsideration.Outcome {
  /// What became of the change, in words.
  package var sentence: String {
    switch self {
    case .taken(let reason): "taken: \(reason.rawValue)"
    case .returned: "not taken: the evidence went"
    case .tooFewSamples: "not yet: too few independent readings"
    case .untrusted: "not taken: the estimate is not confirmed"
    }
  }
}
