internal import RealModule

/// Reads MPEG haptics JSON; each channel of each perception is a separate place.
struct HJIFReader: TimelineReader {
  var log = ReadingLog()
  private var timescale = 1000.0
  private var level = 1.0
  private var library: [Double: JSONPlace] = [:]
  private var events: [HapticEvent] = []
  private var places: [(name: String, events: [HapticEvent])] = []

  private mutating func fail(_ rule: String, _ path: String, _ message: String) {
    log.fail(rule, at: path, message)
  }

  mutating func document(_ bytes: [UInt8]) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, &log), root.requireObject("the document", &log)
    else { return nil }
    readHeader(root)
    root.checkNames(
      """
      relative_position amplitude_modulation frequency_modulation id effect_type position phase base_signal keyframes \
      semantic_keywords wavelet_stream composition bands band_type curve_type block_length lower_frequency_limit \
      upper_frequency_limit effects channels description gain mixing_coefficient mixing_weight body_part_mask vertices \
      body_part_target actuator_target actuator_resolution frequency_sampling sample_count direction X Y Z perceptions \
      avatar_id avatars lod type mesh perception_modality perception_unit_exponent reference_device_id priority \
      effect_semantic_scheme effect_library reference_devices name minimum_frequency maximum_frequency \
      resonance_frequency version profile level date timescale syncs timestamp
      """, &log)
    // A page plays files; the tool checks them.
    #if !hasFeature(Embedded)
    HJIFConformance.check(root, &log)
    #endif
    let avatars = ids(root.array("avatars", &log) ?? [], "avatar")
    if avatars.contains(0) { fail("avatar-id", "$.avatars", "an avatar's id must not be 0") }
    if let syncs = root["syncs"], syncs.elements == nil {
      fail("wrong-type", syncs.path, "\"syncs\" must be an array")
    }
    log.loss.note(
      .droppedAnnotations, of: .timeline, count: avatars.count + root.elements("syncs").count)
    let perceptions = root.array("perceptions", &log) ?? []
    _ = ids(perceptions, "perception")
    for perception in perceptions { read(perception, avatars) }
    return log.hasErrors ? nil : TimelineDocument(places: places, &log)
  }

  private mutating func readHeader(_ root: JSONPlace) {
    let required = [
      "version", "profile", "level", "date", "description", "timescale", "avatars", "perceptions",
      "syncs",
    ]
    for name in required where root[name] == nil {
      fail("missing-member", "$", "the member \"\(name)\" is missing")
    }
    let profile = root.string("profile")
    if let profile, profile != "Main", profile != "Simple Parametric" {
      fail(
        "unknown-profile", "$.profile", "\"\(profile)\" must be \"Main\" or \"Simple Parametric\"")
    }
    if let value = root["level"] {
      level = value.value.number ?? 0
      if level != 1, level != 2 { fail("level", value.path, "the level must be 1 or 2") }
    }
    guard let scale = root["timescale"] else { return }
    let limit = profile == "Main" ? 1...48000.0 : 1000...1000.0
    guard let ticks = scale.value.number, limit.contains(ticks), ticks == ticks.rounded() else {
      return fail(
        "timescale", scale.path,
        "the timescale must be a whole number of ticks per second in "
          + "\(number(limit.lowerBound))...\(number(limit.upperBound)) in this profile")
    }
    timescale = ticks
  }

  private mutating func ids(_ places: [JSONPlace], _ what: String) -> Set<Double> {
    var ids: Set<Double> = []
    for place in places {
      guard let id = place.number("id"), id == id.rounded() else {
        fail("missing-id", place.path, "\(what) needs an \"id\", a whole number")
        continue
      }
      if !ids.insert(id).inserted {
        fail("duplicate-id", "\(place.path).id", "the \(what) id \(number(id)) appears twice")
      }
    }
    return ids
  }

  private static let modalities: Set<String> = [
    "Other", "Pressure", "Acceleration", "Velocity", "Position", "Temperature", "Vibrotactile",
    "Water", "Wind", "Force", "Vibrotactile Texture", "Stiffness", "Friction", "Electrotactile",
  ]

  private mutating func read(_ perception: JSONPlace, _ avatars: Set<Double>) {
    if let avatar = perception.number("avatar_id"), avatar != 0, !avatars.contains(avatar) {
      fail(
        "avatar-reference", "\(perception.path).avatar_id", "there is no avatar \(number(avatar))")
    }
    if let modality = perception.string("perception_modality"), !Self.modalities.contains(modality)
    {
      fail(
        "unknown-modality", "\(perception.path).perception_modality",
        "\"\(modality)\" is not a modality")
    }
    let effects = perception.elements("effect_library")
    _ = ids(effects, "library effect")
    library = [:]
    for effect in effects {
      if let id = effect.number("id") { library[id] = effect }
    }
    let devices = ids(perception.elements("reference_devices"), "reference device")
    log.loss.note(.droppedAnnotations, of: .timeline, count: devices.count)
    let channels = perception.array("channels", &log) ?? []
    _ = ids(channels, "channel")
    if let modality = perception.string("perception_modality"),
      Self.notVibrations.contains(modality)
    {
      return leaveOut(channels, modality, at: perception)
    }
    let most = level == 1 ? 127 : 65535
    if channels.count > most {
      fail("too-many-channels", perception.path, "level \(number(level)) allows \(most) channels")
    }
    // Amplitudes are counted in this power of ten (Helper.cpp of the reference software).
    let exponent = perception.number("perception_unit_exponent") ?? 0
    let unit = Double.pow(10, min(max(exponent, -30), 30).rounded(.towardZero))
    for channel in channels { read(channel: channel, devices, unit) }
  }

  private static let notVibrations: Set<String> = ["Temperature", "Water", "Wind"]

  private mutating func leaveOut(_ channels: [JSONPlace], _ modality: String, at place: JSONPlace) {
    log.note(
      "no-vibration", at: place.path, "\"\(modality)\" cannot be played as a vibration; left out")
    let bands = channels.flatMap { $0.elements("bands") }
    let count = bands.reduce(0) { $0 + $1.elements("effects").count }
    log.loss.note(.dropped, of: .effect, count: count)
  }

  private mutating func read(channel: JSONPlace, _ devices: Set<Double>, _ unit: Double) {
    if let device = channel.number("reference_device_id"), !devices.contains(device) {
      fail(
        "device-reference", "\(channel.path).reference_device_id",
        "there is no reference device \(number(device))")
    }
    let gain = (channel.number("gain") ?? 1) * unit
    let bands = channel.array("bands", &log) ?? []
    let most = level == 1 ? 7 : 63
    if bands.count > most {
      fail(
        "too-many-bands", channel.path, "level \(number(level)) allows \(most) bands per channel")
    }
    events = []
    for band in bands { read(band: band, gain) }
    if !events.isEmpty { places.append((channel.string("description") ?? "", events)) }
  }

  private mutating func read(band: JSONPlace, _ gain: Double) {
    let lower = band.number("lower_frequency_limit") ?? 0
    let upper = band.number("upper_frequency_limit") ?? .infinity
    if lower > upper {
      fail(
        "band-limits", band.path,
        "the lower frequency limit \(number(lower)) is above the upper, \(number(upper))")
    }
    let type = band.string("band_type") ?? ""
    guard ["Transient", "Curve", "VectorialWave", "WaveletWave"].contains(type) else {
      return fail("unknown-band", "\(band.path).band_type", "\"\(type)\" is not a type of band")
    }
    if type != "Curve", band["curve_type"] != nil {
      fail("curve-type", "\(band.path).curve_type", "only Curve bands have a curve type")
    }
    guard type != "WaveletWave" else {
      log.note(
        "wavelet-band", at: band.path,
        "wavelet bands hold a compressed signal and no events; left out")
      return log.loss.note(
        .dropped, of: .effect, count: max(1, band["effects"]?.elements?.count ?? 1))
    }
    let curve = type == "Curve" ? HJIFCurve(band["curve_type"], &log) : nil
    let effects = band.array("effects", &log) ?? []
    let played = Band(gain: gain, isTransient: type == "Transient", curve: curve)
    for effect in effects { read(effect, played, offset: 0, depth: 0) }
  }

  private mutating func read(_ effect: JSONPlace, _ band: Band, offset: Double, depth: Int) {
    guard effect.requireObject("an effect", &log) else { return }
    let position = offset + (effect.number("position") ?? 0)
    guard position >= 0, position / timescale <= Timeline.longestTime else {
      return fail(
        "position", "\(effect.path).position",
        "the position is \(number(position / timescale)) s, expected 0 to "
          + "\(number(Timeline.longestTime)) s")
    }
    switch effect.string("effect_type") {
    case "Basis", nil: keyframes(of: effect, band, at: position)
    case "Reference":
      guard let id = effect.number("id"), let target = library[id] else {
        return fail("effect-reference", "\(effect.path).id", "the effect is not in the library")
      }
      guard depth < 8 else {
        return fail("effect-cycle", effect.path, "references are nested too deeply")
      }
      read(target, band, offset: position, depth: depth + 1)
    case "Composite":
      guard depth < 8 else { return fail("effect-cycle", effect.path, "too deeply nested") }
      for part in effect.elements("composition") {
        read(part, band, offset: position, depth: depth + 1)
        guard events.count <= Bound.events.most else {
          return fail(
            "too-many-events", effect.path, "references unfold to more events, \(Bound.events.rule)"
          )
        }
      }
    case let type?:
      fail("unknown-effect", "\(effect.path).effect_type", "\"\(type)\" is not a type of effect")
    }
  }

  private struct Band {
    var gain: Double
    var isTransient: Bool
    var curve: HJIFCurve?
  }

  /// One keyframe, in seconds from the start of the file; values that it does not state are `nil`.
  private struct Keyframe {
    var time: Double
    var amplitude: Double?
    var sharpness: Double?
  }

  private mutating func keyframes(of effect: JSONPlace, _ band: Band, at position: Double) {
    // A curve is the signal itself; elsewhere keyframes shape a wave.
    let signal = effect.string("base_signal") ?? "Sine"
    if band.curve != nil || signal != "Sine" && !band.isTransient {
      log.loss.note(.replacedWaveform, of: .continuous)
    }
    var frames: [Keyframe] = []
    for place in effect.array("keyframes", &log) ?? [] {
      let relative = place.number("relative_position") ?? 0
      guard relative >= 0, (position + relative) / timescale <= Timeline.longestTime else {
        return fail(
          "position", place.path,
          "the keyframe is at \(number((position + relative) / timescale)) s, expected from the start "
            + "of its effect, \(number(position / timescale)) s, to \(number(Timeline.longestTime)) s"
        )
      }
      let time = toNanosecond((position + relative) / timescale)
      frames.append(keyframe(place, time, band))
    }
    log.sort(&frames, at: "\(effect.path).keyframes") { $0.time }
    if band.isTransient {
      events += frames.map {
        HapticEvent(
          at: $0.time, Level(intensity: abs($0.amplitude ?? 1), sharpness: $0.sharpness ?? 0.5))
      }
    } else if let event = continuous(frames, band) {
      events.append(event)
    } else {
      log.loss.note(.dropped, of: .continuous)
    }
  }

  private func continuous(_ frames: [Keyframe], _ band: Band) -> HapticEvent? {
    guard let start = frames.first?.time, let end = frames.last?.time, end > start else {
      return nil
    }
    var amplitudes = frames.compactMap { frame in
      frame.amplitude.map { Course.Point(time: frame.time, value: $0) }
    }
    amplitudes = HJIFCurve.rectified(band.curve?.polyline(amplitudes) ?? amplitudes)
    let tones = frames.compactMap { frame in
      frame.sharpness.map { Course.Point(time: frame.time, value: $0) }
    }
    let points = Course.joined(Course(amplitudes), Course(tones), from: start, to: end)
    return HapticEvent(
      through: points, isFlat: points.count == 2 && points[0].level == points[1].level)
  }

  private mutating func keyframe(_ place: JSONPlace, _ time: Double, _ band: Band) -> Keyframe {
    let subject: LossReport.Subject = band.isTransient ? .transient : .continuous
    let amplitude = place.number("amplitude_modulation").map { $0 * band.gain }
    if let amplitude, !(0...1).contains(abs(amplitude)) {
      log.warn(
        "value-clamped", at: "\(place.path).amplitude_modulation",
        "the amplitude \(amplitude) is beyond 1 and will be clipped")
      log.loss.note(.clampedValue, of: subject, by: abs(amplitude) - 1)
    }
    let tone = place.number("frequency_modulation")
    // A sign inverts the phase, which cannot be felt; at the change of the sign, the strength is 0.
    return Keyframe(
      time: time, amplitude: amplitude.map { toPicoUnit(min(max($0, -1), 1)) },
      sharpness: tone.map { log.sharpness(ofFrequency: $0, of: subject) })
  }
}
