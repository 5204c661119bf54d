/// Reads AHAP by Apple's documentation of its own reader: missing keys get defaults, values out of range are clamped, and
/// unknown keys are ignored. Each such fault becomes a finding.
struct AHAPReader: TimelineReader {
  var log = ReadingLog()
  private var controls: [String: [ParameterCurve.Piece]] = [:]
  private var events: [AHAPSounding] = []

  mutating func document(_ bytes: [UInt8]) -> TimelineDocument? {
    guard let root = JSONPlace.parseTolerant(bytes, &log), root.requireObject("the document", &log)
    else { return nil }
    check(root, ["Version", "Metadata", "Pattern"])
    if let version = root["Version"], version.value.number != 1 {
      log.warn("unknown-version", at: version.path, "only version 1.0 is known")
    }
    guard let pattern = root["Pattern"] else {
      return log.fail("missing-pattern", at: "$", "the member \"Pattern\" is missing")
    }
    guard let entries = root.array("Pattern", &log) else { return nil }
    log.loss.note(
      .droppedAnnotations, of: .timeline, count: root["Metadata"]?.value.object?.count ?? 0)
    var knownEntries = 0
    for entry in entries where read(entry) { knownEntries += 1 }
    if !entries.isEmpty, knownEntries == 0 {
      log.fail(
        "no-entries", at: pattern.path,
        "not one of the \(entries.count) entries is an event, a parameter, or a curve of AHAP")
    }
    for id in controls.keys { controls[id]?.sortByTime { $0.start } }
    notePastCurves()
    guard !log.hasErrors else { return nil }
    let gain = ParameterCurve(pieces: controls["HapticIntensityControl"] ?? [], neutral: 1)
    let shift = ParameterCurve(pieces: controls["HapticSharpnessControl"] ?? [], neutral: 0)
    let sounding = events.inOrder { $0.time < $1.time }
    let played = sounding.map { $0.event(gain, shift) }
    warnSilenced(sounding, played)
    return TimelineDocument(Timeline(played))
  }

  private mutating func read(_ entry: JSONPlace) -> Bool {
    guard entry.requireObject("an entry of the pattern", &log) else { return false }
    let (event, parameter) = (entry["Event"], entry["Parameter"])
    let curve = entry["ParameterCurve"]
    let isKnown = event != nil || parameter != nil || curve != nil
    check(entry, ["Event", "Parameter", "ParameterCurve"], isPlayed: !isKnown)
    if let event { readEvent(event) }
    if let parameter { read(control: parameter, isCurve: false) }
    if let curve { read(control: curve, isCurve: true) }
    return isKnown
  }

  private mutating func check(_ place: JSONPlace, _ known: [String], isPlayed: Bool = false) {
    place.checkNames(known, of: AHAP.words, isPlayed: isPlayed, &log)
  }

  // MARK: Events

  private mutating func readEvent(_ place: JSONPlace) {
    guard place.requireObject("an event", &log) else { return }
    check(
      place,
      [
        "Time", "EventType", "EventDuration", "EventParameters", "EventWaveformPath",
        "EventWaveformUseVolumeEnvelope", "EventWaveformLoopEnabled",
      ])
    guard let time = time("Time", of: place) else { return }
    var sounding = AHAPSounding(time: time, path: place.path)
    switch place.string("EventType") {
    case "HapticTransient": break
    case "HapticContinuous":
      guard let length = duration(of: place) else { return }
      sounding.duration = length
    case "AudioContinuous", "AudioCustom":
      log.note("audio-event", at: place.path, "audio events are not haptic and are left out")
      return log.loss.note(.dropped, of: .audio)
    default:
      return log.fail(
        "unknown-event-type", at: "\(place.path).EventType",
        "the event type must be HapticTransient, HapticContinuous, AudioContinuous or AudioCustom")
    }
    for parameter in place.elements("EventParameters") { read(parameter, into: &sounding) }
    sounding.envelope = envelope(of: sounding)
    if sounding.duration == 0 {
      log.loss.note(.dropped, of: .continuous)
    } else {
      events.append(sounding)
    }
  }

  private mutating func duration(of place: JSONPlace) -> Double? {
    guard place["EventDuration"] != nil else {
      log.warn(
        "missing-duration", at: place.path,
        "a continuous event without \"EventDuration\" has no length and is left out")
      log.loss.note(.dropped, of: .continuous)
      return nil
    }
    guard let duration = time("EventDuration", of: place) else { return nil }
    if duration > AHAP.longestEvent {
      log.warn(
        "continuous-over-30s", at: "\(place.path).EventDuration",
        "a continuous event lasts \(duration) s; Core Haptics plays at most 30 s",
        cure: "cut it into events that follow each other")
    }
    return duration
  }

  private mutating func read(_ parameter: JSONPlace, into sounding: inout AHAPSounding) {
    check(parameter, ["ParameterID", "ParameterValue"])
    guard let id = parameter.string("ParameterID"), let value = parameter.number("ParameterValue")
    else {
      return log.fail(
        "wrong-type", at: parameter.path,
        "an event parameter needs \"ParameterID\", a text, and \"ParameterValue\", a number")
    }
    let path = "\(parameter.path).ParameterValue"
    let subject = sounding.duration == nil ? LossReport.Subject.transient : .continuous
    switch id {
    case "HapticIntensity": sounding.intensity = hold(value, 0...1, id, path, of: subject)
    case "HapticSharpness": sounding.sharpness = hold(value, 0...1, id, path, of: subject)
    case "AttackTime", "DecayTime", "ReleaseTime", "Sustained":
      sounding.adjusters[id] = hold(value, 0...1, id, path)
    case "AudioVolume", "AudioPitch", "AudioPan", "AudioBrightness": break
    default: ignore(parameter, "\"\(id)\" is not an event parameter and is ignored")
    }
  }

  private mutating func envelope(of sounding: AHAPSounding) -> AHAPEnvelope? {
    guard let duration = sounding.duration,
      let envelope = AHAPEnvelope(sounding.adjusters, duration: duration)
    else { return nil }
    log.note(
      "adjuster-assumed", at: sounding.path,
      "the scale of attack, decay, and release is Apple's own; Lubdub assumes \(envelope.text)")
    log.loss.note(.assumed, of: .continuous)
    return envelope
  }

  private mutating func ignore(_ parameter: JSONPlace, _ message: String) {
    log.warn("unknown-parameter", at: "\(parameter.path).ParameterID", message)
    log.loss.note(.dropped, of: .effect)
  }

  private mutating func hold(
    _ value: Double, _ range: ClosedRange<Double>, _ name: String, _ path: String,
    of subject: LossReport.Subject? = nil
  ) -> Double {
    guard !range.contains(value) else { return value == 0 ? 0 : value }
    let held = min(max(value, range.lowerBound), range.upperBound)
    log.warn(
      "value-clamped", at: path,
      "\(name) is \(value) and is played as \(held): its range is "
        + "\(range.lowerBound)...\(range.upperBound)")
    if let subject { log.loss.note(.clampedValue, of: subject, by: value - held) }
    return held
  }

  private mutating func time(_ name: String, of place: JSONPlace) -> Double? {
    guard let member = place[name] else { return 0 }
    guard let value = member.value.number else {
      return log.fail("wrong-type", at: member.path, "\"\(name)\" must be a number of seconds")
    }
    guard value >= 0, value <= Timeline.longestTime else {
      return log.fail(
        value < 0 ? "time-negative" : "time-too-large", at: member.path,
        "\"\(name)\" is \(value) s")
    }
    return toNanosecond(value)
  }

  // MARK: Parameters and curves

  private struct Control {
    let id: String
    let range: ClosedRange<Double>
    var subject: LossReport.Subject { id.hasPrefix("Audio") ? .audio : .timeline }
    var isPlayed: Bool { id == "HapticIntensityControl" || id == "HapticSharpnessControl" }
  }

  private mutating func control(of place: JSONPlace) -> Control? {
    let id = place.string("ParameterID") ?? ""
    switch id {
    case "HapticIntensityControl", "AudioVolumeControl": return Control(id: id, range: 0...1)
    case "HapticSharpnessControl", "HapticAttackTimeControl", "HapticDecayTimeControl",
      "HapticReleaseTimeControl", "AudioPanControl", "AudioBrightnessControl", "AudioPitchControl",
      "AudioAttackTimeControl", "AudioDecayTimeControl", "AudioReleaseTimeControl":
      return Control(id: id, range: -1...1)
    default:
      ignore(place, "\"\(id)\" is not a dynamic parameter and is ignored")
      return nil
    }
  }

  private mutating func add(_ piece: ParameterCurve.Piece, of control: Control) {
    if control.subject == .audio {
      log.loss.note(.dropped, of: .audio)
    } else if !control.isPlayed, piece.points.contains(where: { $0.value != 0 }) {
      log.loss.note(.droppedEnvelope, of: .timeline)
    }
    if !piece.points.isEmpty { controls[control.id, default: []].append(piece) }
  }

  /// Reads a curve, or a parameter, which is one point at its time.
  private mutating func read(control place: JSONPlace, isCurve: Bool) {
    let what = isCurve ? "a parameter curve" : "a parameter"
    guard place.requireObject(what, &log) else { return }
    let points = "ParameterCurveControlPoints"
    check(place, ["ParameterID", "Time", isCurve ? points : "ParameterValue"])
    guard let start = time("Time", of: place), let control = control(of: place),
      let elements = isCurve ? place.array(points, &log) : [place]
    else { return }
    var piece = ParameterCurve.Piece(start: start, points: [])
    for element in elements {
      guard let time = isCurve ? time("Time", of: element) : 0,
        let value = element.number("ParameterValue")
      else {
        return log.fail(
          "wrong-type", at: element.path,
          "\(isCurve ? "a control point" : what) needs \"ParameterValue\", a number")
      }
      if isCurve { check(element, ["Time", "ParameterValue"]) }
      let absolute = toNanosecond(start + time)
      guard absolute >= piece.points.last?.time ?? 0 else {
        return log.fail(
          "curve-order", at: element.path, "control points must be in the order of time",
          cure: "sort them by \"Time\"")
      }
      let held = hold(
        value, control.range, control.id, "\(element.path).ParameterValue", of: control.subject)
      piece.points.append(.init(time: absolute, value: held))
    }
    check(piece, place)
    add(piece, of: control)
  }

  private mutating func check(_ piece: ParameterCurve.Piece, _ place: JSONPlace) {
    if piece.points.count > 16 {
      log.note(
        "curve-over-16-points", at: place.path,
        "the curve has \(piece.points.count) points; some exporters cut at 16 to be safe")
    }
    #if !hasFeature(Embedded)
    let times = piece.points.map { $0.time }
    if times.indices.dropFirst(2).contains(where: { times[$0] == times[$0 - 2] }) {
      log.warn(
        "points-of-one-time", at: place.path,
        "three or more points have the same time; only the first and the last are played",
        cure: "leave two points where the curve jumps")
    }
    #endif
    guard piece.start > 0, let first = piece.points.first,
      abs(first.time - 2 * piece.start) < 1.5e-9
    else { return }
    log.warn(
      "doubled-curve-times", at: place.path,
      "the curve starts at \(piece.start) s and its first point \(piece.start) s later: "
        + "control points count from the curve's own time, this looks doubled",
      cure: "subtract the curve's Time from its points")
  }

  private mutating func notePastCurves() {
    for id in ["HapticIntensityControl", "HapticSharpnessControl"] {
      let pieces = controls[id] ?? []
      for (piece, next) in zip(pieces, pieces.dropFirst().map { $0.start } + [.infinity])
      where piece.points.count > 1 {
        guard let end = piece.points.last?.time, next > end + 1e-3,
          let event = events.first(where: {
            $0.time < end && $0.time >= piece.start && $0.time + ($0.duration ?? 0) > end + 1e-3
          })
        else { continue }
        log.note(
          "event-past-curve", at: event.path,
          "the event continues after its \(id) curve ends at \(end) s; the last value holds")
      }
    }
  }

  private mutating func warnSilenced(_ sounding: [AHAPSounding], _ played: [HapticEvent]) {
    let silent = zip(sounding, played).filter { $0.intensity > 0 && $1.intensity == 0 }.map { $0.0 }
    for isTap in [true, false] {
      let silent = silent.filter { ($0.duration == nil) == isTap }
      guard let first = silent.first else { continue }
      log.warn(
        isTap ? "silenced-transient" : "silenced-continuous", at: first.path,
        "the \(isTap ? "transient" : "continuous event") at \(first.time) s is not felt: "
          + "HapticIntensityControl is 0 \(isTap ? "there" : "throughout")"
          + (silent.count > 1 ? ", as it is at \(silent.count - 1) more" : ""),
        cure: isTap
          ? "move the transient, or let the curve end above 0"
          : "move the event, or let the curve rise above 0 while it lasts")
    }
  }
}
