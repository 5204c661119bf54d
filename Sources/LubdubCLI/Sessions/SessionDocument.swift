import CanonicalJSON
import HapticFormats
import Haptics
import Lubdub
import Proximity
import Traces

/// Puts a session's results into the members of a timeline document; see
/// `docs/timeline.schema.json`.
enum SessionDocument {
  /// The document of a run.
  static func make(
    _ recorder: SessionRecorder, duration: Seconds, report: ReadReport, name: String?,
    configuration: Configuration
  ) -> TimelineDocument {
    let timeline = Timeline(duration: duration, beats: recorder.beats, events: recorder.events)
    var members: [String: JSONValue] = [
      "generator": generator,
      "configuration": json(configuration),
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
  static var generator: JSONValue {
    ["name": "lubdub", "version": .string(Version.current)]
  }

  /// A configuration with the nested keys of a configuration file.
  static func json(_ configuration: Configuration) -> JSONValue {
    var root: [String: JSONValue] = [:]
    for setting in Configuration.settings {
      let path = setting.key.split(separator: ".").map(String.init)
      insert(json(setting.value(in: configuration)), at: path[...], into: &root)
    }
    return .object(root)
  }

  private static func insert(
    _ value: JSONValue, at path: ArraySlice<String>, into members: inout [String: JSONValue]
  ) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      members[name] = value
      return
    }
    var inner = members[name]?.object ?? [:]
    insert(value, at: path.dropFirst(), into: &inner)
    members[name] = .object(inner)
  }

  private static func json(_ value: SettingValue) -> JSONValue {
    switch value {
    case .none: .null
    case .number(let number): .number(number)
    case .numbers(let numbers): .array(numbers.map { .number($0) })
    case .flag(let flag): .bool(flag)
    case .text(let word): .string(word)
    case .texts(let words): .array(words.map { .string($0) })
    case .events(let elements): .array(elements.map(json))
    }
  }

  private static func json(_ element: Pattern.Element) -> JSONValue {
    var members: [String: JSONValue] = [
      "time": .number(element.offset), "intensity": .number(element.intensity),
      "sharpness": .number(element.sharpness),
    ]
    guard case .continuous(let duration, let curve) = element.kind else { return .object(members) }
    members["duration"] = .number(duration)
    members["curve"] = .array(
      curve.map {
        [
          "time": .number($0.offset), "intensity": .number($0.intensity),
          "sharpness": .number($0.sharpness),
        ]
      })
    return .object(members)
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

  static func json(_ change: ZoneChange) -> JSONValue {
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

  static func phase(_ action: CeremonyAction) -> JSONValue? {
    guard case .phase(let from, let to) = action.kind else { return nil }
    var reason = "progress"
    if case .failed(let failure) = to { reason = failure.rawValue }
    return [
      "t_s": .number(rounded(action.time.value)), "from": .string(phaseName(from)),
      "to": .string(phaseName(to)), "reason": .string(reason),
    ]
  }

  static func cue(_ action: CeremonyAction) -> JSONValue? {
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

  static func rounded(_ seconds: Double) -> Double {
    (seconds * 1e9).rounded() / 1e9
  }
}

/// The name of a ceremony's phase.
func phaseName(_ phase: CeremonyPhase) -> String {
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
