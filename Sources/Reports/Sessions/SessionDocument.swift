package import CanonicalJSON
package import HapticFormats
internal import Haptics
package import Lubdub
package import Proximity
internal import Settings
package import TraceReading

/// Puts a session's results into the members of a timeline document; see
/// `docs/timeline.schema.json`.
package enum SessionDocument {
  /// The document of a run.
  package static func make(
    _ recorder: SessionRecorder, duration: Seconds, report: ReadReport, name: String?,
    configuration: Configuration
  ) -> TimelineDocument {
    let timeline = recorder.timeline(until: duration)
    var members: [String: JSONValue] = [
      "generator": generator,
      "configuration": SettingsJSON.value(of: configuration),
      "input": input(report, recorder.statistics, name: name),
      "zone_changes": .array(recorder.zoneChanges.map(json)),
    ]
    let phases = recorder.actions.compactMap(phase)
    if !phases.isEmpty { members["phases"] = .array(phases) }
    let cues = recorder.actions.compactMap(cue)
    if !cues.isEmpty { members["cues"] = .array(cues) }
    return TimelineDocument(timeline, annotations: members)
  }

  /// What wrote the document.
  package static var generator: JSONValue {
    ["name": "lubdub", "version": .string(Version.current)]
  }

  private static func input(
    _ report: ReadReport, _ statistics: SessionStatistics, name: String?
  ) -> JSONValue {
    let rejected = report.rejections.sorted { $0.key < $1.key }.map { reason, rejection in
      JSONValue.object([
        "reason": .string(reason.rawValue),
        "count": .number(Double(rejection.count)),
        "first_lines": .array(rejection.lines.map { .number(Double($0)) }),
      ])
    }
    return [
      "name": .optional(name),
      "format": .string(report.format),
      "origin_s": .optional(statistics.origin),
      "duration_s": .number(rounded(statistics.duration)),
      "rows_accepted": .number(Double(report.accepted)),
      "rows_rejected": .number(Double(report.rejected)),
      "rejected": .array(rejected),
      "longest_silence_s": .optional(statistics.silence.map { rounded($0.length) }),
    ]
  }

  package static func json(_ change: ZoneChange) -> JSONValue {
    [
      "t_s": .number(rounded(change.time.value)),
      "from": .optional(change.from.map(Double.init)),
      "to": .optional(change.to.map(Double.init)),
      "reason": .string(change.reason.rawValue),
      "evidence": .optional(change.evidence?.share),
      "led_m": .optional(change.evidence?.led.value),
      "deviation": .optional(change.evidence?.deviation),
      "band_m": .optional(change.evidence?.reference?.value),
      "distance_m": .optional(change.distance?.median.value),
      "low_m": .optional(change.distance?.low.value),
      "high_m": .optional(finite(change.distance?.high.value)),
      "source": .optional(change.distance.map { $0.radio.rawValue }),
      "waited_s": .number(rounded(change.waited.value)),
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
    case .cue(let cue): name = cue.rawValue
    case .reconnect(let attempt): name = "reconnect \(attempt)"
    case .restartRanging: name = "restartRanging"
    case .phase: return nil
    }
    return ["t_s": .number(rounded(action.time.value)), "name": .string(name)]
  }

  private static func finite(_ number: Double?) -> Double? {
    number.flatMap { $0.isFinite ? $0 : nil }
  }

  package static func rounded(_ seconds: Double) -> Double {
    (seconds * 1e9).rounded() / 1e9
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
