/// Reads Interhaptics `.haps`: the notes of its vibration, with all melodies played together.
struct HapsReader: TimelineReader {
  var log = ReadingLog()
  private var events: [HapticEvent] = []

  mutating func document(_ bytes: [UInt8]) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log), root.requireObject("the document", &log) else {
      return nil
    }
    root.checkNames(
      """
      m_time m_value m_inSlope m_outSlope m_startingPoint m_length m_gain m_priority m_hapticEffect m_type m_keyframes \
      m_amplitudeModulation m_frequencyModulation m_extrapolationStrategy m_underlyingSignal m_frequency m_notes m_mute \
      m_melodies m_loop m_maximum m_signalEvaluationMethod m_vibration m_stiffness m_texture m_version m_description \
      m_HDFlag m_time_unit m_length_unit m_signalType m_amplitude m_phase
      """, &log)
    if let version = root.string("m_version"), version != "5" {
      log.warn("unknown-version", at: "$.m_version", "only version 5 is known")
    }
    guard let vibration = root["m_vibration"] else {
      return log.fail("missing-member", at: "$", "the member \"m_vibration\" is missing")
    }
    for name in ["m_stiffness", "m_texture"] { leaveOut(root[name]) }
    if let text = root.string("m_description"), !text.isEmpty {
      log.loss.note(.droppedAnnotations, of: .timeline)
    }
    if vibration.number("m_loop") ?? 0 != 0 { log.loss.note(.onePass, of: .timeline) }
    let gain = (root.number("m_gain") ?? 1) * (vibration.number("m_gain") ?? 1)
    for melody in vibration.array("m_melodies", &log) ?? [] { read(melody: melody, gain) }
    return log.hasErrors ? nil : TimelineDocument(Timeline(events))
  }

  /// Omits effects that resist a finger or respond to its motion, because they are not a function of time.
  private mutating func leaveOut(_ track: JSONPlace?) {
    let melodies = track?.elements("m_melodies") ?? []
    let count = melodies.reduce(0) { $0 + $1.elements("m_notes").count }
    guard let track, count > 0 else { return }
    log.note("no-vibration", at: track.path, "this depends on how a finger moves; left out")
    log.loss.note(.dropped, of: .effect, count: count)
  }

  private mutating func read(melody: JSONPlace, _ gain: Double) {
    guard let notes = melody.array("m_notes", &log) else { return }
    guard melody.number("m_mute") ?? 0 == 0 else {
      if notes.isEmpty { return }
      log.note("muted", at: melody.path, "the melody is muted; left out")
      return log.loss.note(.dropped, of: .effect, count: notes.count)
    }
    let gain = gain * (melody.number("m_gain") ?? 1)
    for note in notes { read(note: note, gain) }
  }

  private mutating func read(note: JSONPlace, _ gain: Double) {
    let range = 0...Timeline.longestTime
    guard let start = note.number("m_startingPoint", in: range, rule: "time-range", &log),
      let length = note.number("m_length", in: range, rule: "time-range", &log)
    else { return }
    let gain = gain * (note.number("m_gain") ?? 1)
    let effect = note["m_hapticEffect"]
    guard let amplitude = effect?["m_amplitudeModulation"] else {
      guard effect?.number("m_type") ?? Haps.tap == Haps.tap else {
        log.warn("unknown-type", at: note.path, "only notes of the type 0 have no keyframes")
        return log.loss.note(.dropped, of: .effect)
      }
      log.assumeSharpness(of: .transient)
      return events.append(
        HapticEvent(
          at: toNanosecond(start),
          Level(intensity: intensity(gain, .transient, note), sharpness: 0.5)))
    }
    let amplitudes = course(amplitude)
    var tones = course(effect?["m_frequencyModulation"])
    if tones.isEmpty, let tone = effect?["m_underlyingSignal"]?.number("m_frequency") {
      tones = [.init(time: 0, value: tone)]
    }
    if tones.isEmpty { log.assumeSharpness(of: .continuous) }
    guard !amplitudes.isEmpty, length > 0, !log.hasErrors else {
      return log.loss.note(.dropped, of: .continuous)
    }
    // Until both are converted to their ranges, the intensity is the amplitude, and the sharpness is the frequency in hertz.
    let points = Course.joined(Course(amplitudes), Course(tones), from: 0, to: length).map {
      EnvelopePoint(
        toNanosecond(start + $0.time),
        Level(
          intensity: intensity(gain * $0.level.intensity, .continuous, note),
          sharpness: tones.isEmpty
            ? 0.5 : log.sharpness(ofFrequency: $0.level.sharpness, of: .continuous)))
    }
    let isFlat = points.count == 2 && points[0].level == points[1].level
    guard let event = HapticEvent(through: points, isFlat: isFlat) else {
      return log.loss.note(.dropped, of: .continuous)
    }
    events.append(event)
  }

  private mutating func intensity(
    _ value: Double, _ subject: LossReport.Subject, _ note: JSONPlace
  ) -> Double {
    let held = min(max(value, 0), 1)
    guard held != value else { return toPicoUnit(value) }
    log.loss.note(.clampedValue, of: subject, by: value - held)
    if log.findings.last?.place != note.path {
      log.warn(
        "value-clamped", at: note.path,
        "amplitude times gains is \(shortened(value)) and is played as \(held): its range is 0...1")
    }
    return held
  }

  /// The keyframes in the order of time. The effect of slopes on ramps is not documented, so ramps are straight.
  private mutating func course(_ modulation: JSONPlace?) -> [Course.Point] {
    guard let modulation else { return [] }
    var course: [Course.Point] = []
    var bent = 0
    for place in modulation.array("m_keyframes", &log) ?? [] {
      guard
        let time = place.number("m_time", in: 0...Timeline.longestTime, rule: "time-range", &log),
        let value = place.number("m_value", in: -1e9...1e9, &log)
      else { continue }
      if place["m_inSlope"] != nil || place["m_outSlope"] != nil { bent += 1 }
      course.append(.init(time: time, value: value))
    }
    log.sort(&course, at: "\(modulation.path).m_keyframes") { $0.time }
    log.loss.note(.assumed, of: .continuous, count: bent)
    return course
  }
}
