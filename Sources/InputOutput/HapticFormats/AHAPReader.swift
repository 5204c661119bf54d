internal import JSON
internal import Haptics
internal import Quantities

extension AHAP {
  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    guard let root = JSONPlace.parseTolerant(bytes, findings: &findings) else { return nil }
    var reader = AHAPReader()
    let timeline = reader.timeline(root)
    findings += reader.findings
    loss.merge(reader.loss)
    return timeline.map { TimelineDocument($0) }
  }
}

/// Reads AHAP as Apple documents its own reader: missing keys take defaults, values out of range are
/// clamped, unknown keys are ignored; each is told as a finding.
private struct AHAPReader {
  var findings: [Finding] = []
  private(set) var loss = LossReport(.read)
  private var controls: [String: [ParameterCurve.Piece]] = [:]
  private var events: [AHAPSounding] = []
  private var knownEntries = 0

  private mutating func note(
    _ severity: Finding.Severity, _ rule: String, _ path: String, _ message: String,
    cure: String? = nil
  ) {
    findings.append(Finding(severity, rule: rule, at: path, message, cure: cure))
  }

  mutating func timeline(_ root: JSONPlace) -> Timeline? {
    guard root.requireObject("the document", findings: &findings) else { return nil }
    warnUnknown(root, known: ["Version", "Metadata", "Pattern"], losing: .timeline)
    if let version = root["Version"], version.value.number != 1 {
      note(.warning, "unknown-version", version.path, "only version 1.0 is known")
    }
    guard let pattern = root["Pattern"] else {
      note(.error, "missing-pattern", "$", "the member \"Pattern\" is missing")
      return nil
    }
    guard let entries = pattern.elements else {
      note(.error, "wrong-type", pattern.path, "\"Pattern\" must be an array")
      return nil
    }
    loss.note(.droppedAnnotations, of: .timeline, count: root["Metadata"]?.value.object?.count ?? 0)
    for entry in entries { read(entry) }
    if !entries.isEmpty, knownEntries == 0 {
      note(
        .error, "no-entries", pattern.path,
        "none of the \(entries.count) entries is an event, a parameter or a curve of AHAP")
    }
    for id in controls.keys {
      controls[id] = controls[id]?.enumerated().sorted {
        ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
      }.map { $0.element }
    }
    warnPastCurves()
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    let gain = ParameterCurve(pieces: controls["HapticIntensityControl"] ?? [], neutral: 1)
    let shift = ParameterCurve(pieces: controls["HapticSharpnessControl"] ?? [], neutral: 0)
    let sounding = events.sorted { $0.time < $1.time }
    let played = sounding.map { $0.event(gain, shift) }
    warnSilenced(sounding, played)
    return Timeline(
      duration: Seconds(played.map { toNanosecond($0.end) }.max() ?? 0), events: played)
  }

  private mutating func read(_ entry: JSONPlace) {
    guard entry.requireObject("an entry of the pattern", findings: &findings) else { return }
    warnUnknown(entry, known: ["Event", "Parameter", "ParameterCurve"])
    if ["Event", "Parameter", "ParameterCurve"].contains(where: { entry[$0] != nil }) {
      knownEntries += 1
    }
    if let event = entry["Event"] { readEvent(event) }
    if let parameter = entry["Parameter"] { readParameter(parameter) }
    if let curve = entry["ParameterCurve"] { readCurve(curve) }
  }

  /// Tells members that are not known, and counts them.
  private mutating func warnUnknown(
    _ place: JSONPlace, known: [String], losing subject: LossReport.Subject = .effect
  ) {
    let count = place.warnUnknown(besides: known, findings: &findings)
    loss.note(subject == .timeline ? .droppedAnnotations : .dropped, of: subject, count: count)
  }

  // MARK: Events

  private mutating func readEvent(_ place: JSONPlace) {
    guard place.requireObject("an event", findings: &findings) else { return }
    warnUnknown(
      place,
      known: [
        "Time", "EventType", "EventDuration", "EventParameters", "EventWaveformPath",
        "EventWaveformUseVolumeEnvelope", "EventWaveformLoopEnabled",
      ])
    guard let time = time("Time", of: place) else { return }
    var sounding = AHAPSounding(time: time, path: place.path)
    switch place["EventType"]?.value.string {
    case "HapticTransient": break
    case "HapticContinuous":
      guard let length = duration(of: place) else { return }
      sounding.duration = length
    case "AudioContinuous", "AudioCustom":
      note(.note, "audio-event", place.path, "audio events are not haptic and are left out")
      loss.note(.dropped, of: .audio)
      return
    default:
      note(
        .error, "unknown-event-type", "\(place.path).EventType",
        "the event type must be HapticTransient, HapticContinuous, AudioContinuous or AudioCustom")
      return
    }
    for parameter in place["EventParameters"]?.elements ?? [] { read(parameter, into: &sounding) }
    if sounding.duration == 0 {
      loss.note(.dropped, of: .continuous)
    } else {
      events.append(sounding)
    }
  }

  private mutating func duration(of place: JSONPlace) -> Double? {
    guard place["EventDuration"] != nil else {
      note(
        .warning, "missing-duration", place.path,
        "a continuous event without \"EventDuration\" has no length and is left out")
      loss.note(.dropped, of: .continuous)
      return nil
    }
    guard let duration = time("EventDuration", of: place) else { return nil }
    if duration > AHAP.longestEvent {
      note(
        .warning, "continuous-over-30s", "\(place.path).EventDuration",
        "a continuous event lasts \(duration) s; Core Haptics plays at most 30 s",
        cure: "cut it into events that follow each other")
    }
    return duration
  }

  private mutating func read(_ parameter: JSONPlace, into sounding: inout AHAPSounding) {
    warnUnknown(parameter, known: ["ParameterID", "ParameterValue"])
    guard let id = parameter["ParameterID"]?.value.string,
      let value = parameter["ParameterValue"]?.value.number
    else {
      note(
        .error, "wrong-type", parameter.path,
        "an event parameter needs \"ParameterID\", a text, and \"ParameterValue\", a number")
      return
    }
    let path = "\(parameter.path).ParameterValue"
    switch id {
    case "HapticIntensity", "HapticSharpness":
      let subject = sounding.duration == nil ? LossReport.Subject.transient : .continuous
      let clamped = hold(value, 0...1, id, path, of: subject)
      if id == "HapticIntensity" {
        sounding.intensity = clamped
      } else {
        sounding.sharpness = clamped
      }
    case "AttackTime", "DecayTime", "ReleaseTime":
      if clamp(value, 0...1, id, path) != 0 { leaveOut(id, at: parameter) }
    case "Sustained":
      if value == 0 { leaveOut(id, at: parameter) }
    case "AudioVolume", "AudioPitch", "AudioPan", "AudioBrightness": break
    default:
      note(
        .warning, "unknown-parameter", "\(parameter.path).ParameterID",
        "\"\(id)\" is no event parameter and is ignored")
      loss.note(.dropped, of: .effect)
    }
  }

  private mutating func leaveOut(_ id: String, at place: JSONPlace) {
    note(.note, "adjuster-ignored", place.path, "\(id) is left out: its scale is Apple's own")
    loss.note(.droppedEnvelope, of: .continuous)
  }

  /// Counts a control that does not act on intensity or sharpness.
  private mutating func countOther(_ id: String, _ values: [Double]) {
    if id.hasPrefix("Audio") {
      loss.note(.dropped, of: .audio)
    } else if id != "HapticIntensityControl", id != "HapticSharpnessControl",
      values.contains(where: { $0 != 0 })
    {
      loss.note(.droppedEnvelope, of: .timeline)
    }
  }

  private mutating func clamp(
    _ value: Double, _ range: ClosedRange<Double>, _ name: String, _ path: String
  ) -> Double {
    guard !range.contains(value) else { return value == 0 ? 0 : value }
    let clamped = min(max(value, range.lowerBound), range.upperBound)
    note(
      .warning, "value-clamped", path,
      "\(name) is \(value) and is played as \(clamped): its range is "
        + "\(range.lowerBound)...\(range.upperBound)")
    return clamped
  }

  /// As `clamp`, for what is played: it is counted as well.
  private mutating func hold(
    _ value: Double, _ range: ClosedRange<Double>, _ name: String, _ path: String,
    of subject: LossReport.Subject
  ) -> Double {
    let clamped = clamp(value, range, name, path)
    if clamped != value { loss.note(.clampedValue, of: subject, by: value - clamped) }
    return clamped
  }

  /// A time in seconds, 0 when missing.
  private mutating func time(_ name: String, of place: JSONPlace) -> Double? {
    guard let member = place[name] else { return 0 }
    guard let value = member.value.number else {
      note(.error, "wrong-type", member.path, "\"\(name)\" must be a number of seconds")
      return nil
    }
    guard value >= 0, value <= NormalizedTimeline.longestTime else {
      let rule = value < 0 ? "time-negative" : "time-too-large"
      note(.error, rule, member.path, "\"\(name)\" is \(value) s")
      return nil
    }
    return toNanosecond(value)
  }

  // MARK: Parameters and curves

  private mutating func range(of id: JSONPlace?, in place: JSONPlace) -> ClosedRange<Double>? {
    switch id?.value.string {
    case "HapticIntensityControl", "AudioVolumeControl": return 0...1
    case "HapticSharpnessControl": return -1...1
    case "HapticAttackTimeControl", "HapticDecayTimeControl", "HapticReleaseTimeControl",
      "AudioPanControl", "AudioBrightnessControl", "AudioPitchControl", "AudioAttackTimeControl",
      "AudioDecayTimeControl", "AudioReleaseTimeControl":
      return -1...1
    case let name:
      loss.note(.dropped, of: .effect)
      note(
        .warning, "unknown-parameter", "\(place.path).ParameterID",
        "\"\(name ?? "")\" is no dynamic parameter and is ignored")
      return nil
    }
  }

  /// What a control acts on.
  private func control(_ id: String) -> LossReport.Subject {
    id.hasPrefix("Audio") ? .audio : .timeline
  }

  private mutating func readParameter(_ place: JSONPlace) {
    guard place.requireObject("a parameter", findings: &findings) else { return }
    warnUnknown(place, known: ["ParameterID", "ParameterValue", "Time"])
    guard let time = time("Time", of: place),
      let range = range(of: place["ParameterID"], in: place),
      let id = place["ParameterID"]?.value.string
    else { return }
    guard let value = place["ParameterValue"]?.value.number else {
      note(.error, "wrong-type", place.path, "\"ParameterValue\" must be a number")
      return
    }
    let clamped = hold(value, range, id, "\(place.path).ParameterValue", of: control(id))
    countOther(id, [clamped])
    controls[id, default: []].append(.init(start: time, points: [(time, clamped)]))
  }

  private mutating func readCurve(_ place: JSONPlace) {
    guard place.requireObject("a parameter curve", findings: &findings) else { return }
    warnUnknown(place, known: ["ParameterID", "Time", "ParameterCurveControlPoints"])
    guard let start = time("Time", of: place),
      let range = range(of: place["ParameterID"], in: place),
      let id = place["ParameterID"]?.value.string,
      let elements = place.array("ParameterCurveControlPoints", findings: &findings)
    else { return }
    var piece = ParameterCurve.Piece(start: start, points: [])
    for element in elements {
      guard let time = time("Time", of: element),
        let value = element["ParameterValue"]?.value.number
      else {
        note(.error, "wrong-type", element.path, "a control point needs \"ParameterValue\"")
        return
      }
      warnUnknown(element, known: ["Time", "ParameterValue"])
      let absolute = toNanosecond(start + time)
      guard absolute >= piece.points.last?.time ?? 0 else {
        note(.error, "curve-order", element.path, "control points must be in the order of time")
        return
      }
      let clamped = hold(value, range, id, "\(element.path).ParameterValue", of: control(id))
      piece.points.append((absolute, clamped))
    }
    lint(piece, place)
    countOther(id, piece.points.map { $0.value })
    if !piece.points.isEmpty { controls[id, default: []].append(piece) }
  }

  private mutating func lint(_ piece: ParameterCurve.Piece, _ place: JSONPlace) {
    if piece.points.count > 16 {
      note(
        .note, "curve-over-16-points", place.path,
        "the curve has \(piece.points.count) points; some exporters cut at 16 to be safe")
    }
    guard piece.start > 0, let first = piece.points.first,
      abs(first.time - 2 * piece.start) < 1.5e-9
    else { return }
    note(
      .warning, "doubled-curve-times", place.path,
      "the curve starts at \(piece.start) s and its first point \(piece.start) s later: "
        + "control points count from the curve's own time, this looks doubled",
      cure: "subtract the curve's Time from its points")
  }

  private mutating func warnPastCurves() {
    for id in ["HapticIntensityControl", "HapticSharpnessControl"] {
      let pieces = controls[id] ?? []
      for (index, piece) in pieces.enumerated() where piece.points.count > 1 {
        guard let end = piece.points.last?.time else { continue }
        let next = index + 1 < pieces.count ? pieces[index + 1].start : .infinity
        guard next > end + 1e-3,
          let event = events.first(where: {
            $0.time < end && $0.time >= piece.start && $0.time + ($0.duration ?? 0) > end + 1e-3
          })
        else { continue }
        note(
          .note, "event-past-curve", event.path,
          "the event goes on after its \(id) curve ends at \(end) s; the last value holds")
      }
    }
  }

  /// Tells transients and continuous events that the curve of the intensity takes away.
  private mutating func warnSilenced(_ sounding: [AHAPSounding], _ played: [HapticEvent]) {
    let silent = zip(sounding, played).filter { $0.intensity > 0 && $1.intensity == 0 }.map { $0.0 }
    warnSilenced(
      silent.filter { $0.duration == nil }, rule: "silenced-transient", "transient", place: "there",
      cure: "move the transient, or let the curve end above 0")
    warnSilenced(
      silent.filter { $0.duration != nil }, rule: "silenced-continuous", "continuous event",
      place: "throughout", cure: "move the event, or let the curve rise above 0 while it lasts")
  }

  private mutating func warnSilenced(
    _ silent: [AHAPSounding], rule: String, _ name: String, place: String, cure: String
  ) {
    guard let first = silent.first else { return }
    note(
      .warning, rule, first.path,
      "the \(name) at \(first.time) s is not felt: HapticIntensityControl is 0 \(place)"
        + (silent.count > 1 ? ", as it is at \(silent.count - 1) more" : ""),
      cure: cure)
  }
}
