internal import JSON
internal import Haptics
internal import Quantities

extension HJIF {
  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    guard let root = JSONPlace.parse(bytes, findings: &findings) else { return nil }
    var reader = HJIFReader()
    let timeline = reader.timeline(root)
    findings += reader.findings
    loss.merge(reader.loss)
    return timeline.map { TimelineDocument($0) }
  }
}

/// Reads MPEG haptics JSON; all channels of all perceptions go to one actuator.
private struct HJIFReader {
  var findings: [Finding] = []
  private(set) var loss = LossReport(.read)
  private var timescale = 1000.0
  private var level = 1.0
  private var library: [Double: JSONPlace] = [:]
  private var events: [HapticEvent] = []
  private var soundingChannels = 0

  private mutating func fail(_ rule: String, _ path: String, _ message: String) {
    findings.append(Finding(.error, rule: rule, at: path, message))
  }

  mutating func timeline(_ root: JSONPlace) -> Timeline? {
    guard root.requireObject("the document", findings: &findings) else { return nil }
    readHeader(root)
    let avatars = ids(root.array("avatars", findings: &findings) ?? [], "avatar")
    if avatars.contains(0) { fail("avatar-id", "$.avatars", "an avatar's id must not be 0") }
    if let syncs = root["syncs"], syncs.elements == nil {
      fail("wrong-type", syncs.path, "\"syncs\" must be an array")
    }
    loss.note(
      .droppedAnnotations, of: .timeline,
      count: avatars.count + (root["syncs"]?.elements?.count ?? 0))
    let perceptions = root.array("perceptions", findings: &findings) ?? []
    _ = ids(perceptions, "perception")
    for perception in perceptions { read(perception, avatars) }
    loss.note(.mergedChannels, of: .timeline, count: soundingChannels - 1)
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    let end = events.map { toNanosecond($0.end) }.max() ?? 0
    return Timeline(duration: Seconds(end), events: events)
  }

  private mutating func readHeader(_ root: JSONPlace) {
    let required = [
      "version", "profile", "level", "date", "description", "timescale", "avatars", "perceptions",
      "syncs",
    ]
    for name in required where root[name] == nil {
      fail("missing-member", "$", "the member \"\(name)\" is missing")
    }
    let profile = root["profile"]?.value.string
    if let profile, profile != "Main", profile != "Simple Parametric" {
      fail(
        "unknown-profile", "$.profile", "\"\(profile)\" must be \"Main\" or \"Simple Parametric\"")
    }
    if let version = root["version"]?.value.string, !version.hasPrefix("2023") {
      findings.append(
        Finding(.warning, rule: "unknown-version", at: "$.version", "only 2023 is known"))
    }
    if let value = root["level"] {
      level = value.value.number ?? 0
      if level != 1, level != 2 { fail("level", value.path, "the level must be 1 or 2") }
    }
    guard let scale = root["timescale"] else { return }
    let limit = profile == "Main" ? 1...48000.0 : 1000...1000.0
    guard let ticks = scale.value.number, limit.contains(ticks), ticks == ticks.rounded() else {
      fail(
        "timescale", scale.path,
        "the timescale must be a whole number of ticks per second in "
          + "\(number(limit.lowerBound))...\(number(limit.upperBound)) in this profile")
      return
    }
    timescale = ticks
  }

  /// The ids of a list, which must be whole numbers and all different.
  private mutating func ids(_ places: [JSONPlace], _ what: String) -> Set<Double> {
    var ids: Set<Double> = []
    for place in places {
      guard let id = place["id"]?.value.number, id == id.rounded() else {
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
    if let avatar = perception["avatar_id"]?.value.number, avatar != 0, !avatars.contains(avatar) {
      fail(
        "avatar-reference", "\(perception.path).avatar_id", "there is no avatar \(number(avatar))")
    }
    if let modality = perception["perception_modality"]?.value.string,
      !Self.modalities.contains(modality)
    {
      fail(
        "unknown-modality", "\(perception.path).perception_modality",
        "\"\(modality)\" is no modality")
    }
    let effects = perception["effect_library"]?.elements ?? []
    _ = ids(effects, "library effect")
    library = [:]
    for effect in effects {
      if let id = effect["id"]?.value.number { library[id] = effect }
    }
    let devices = ids(perception["reference_devices"]?.elements ?? [], "reference device")
    loss.note(.droppedAnnotations, of: .timeline, count: devices.count)
    let channels = perception.array("channels", findings: &findings) ?? []
    _ = ids(channels, "channel")
    if let modality = perception["perception_modality"]?.value.string,
      Self.notVibrations.contains(modality)
    {
      return leaveOut(channels, modality, at: perception)
    }
    let most = level == 1 ? 127 : 65535
    if channels.count > most {
      fail("too-many-channels", perception.path, "level \(number(level)) allows \(most) channels")
    }
    for channel in channels { read(channel: channel, devices) }
  }

  /// What no vibration stands for.
  private static let notVibrations: Set<String> = ["Temperature", "Water", "Wind"]

  private mutating func leaveOut(
    _ channels: [JSONPlace], _ modality: String, at place: JSONPlace
  ) {
    findings.append(
      Finding(
        .note, rule: "no-vibration", at: place.path,
        "\"\(modality)\" is nothing that a vibration stands for; left out"))
    let bands = channels.flatMap { $0["bands"]?.elements ?? [] }
    let effects = bands.map { $0["effects"]?.elements?.count ?? 0 }
    loss.note(.dropped, of: .effect, count: effects.reduce(0, +))
  }

  private mutating func read(channel: JSONPlace, _ devices: Set<Double>) {
    if let device = channel["reference_device_id"]?.value.number, !devices.contains(device) {
      fail(
        "device-reference", "\(channel.path).reference_device_id",
        "there is no reference device \(number(device))")
    }
    let gain = channel["gain"]?.value.number ?? 1
    let bands = channel.array("bands", findings: &findings) ?? []
    let most = level == 1 ? 7 : 63
    if bands.count > most {
      fail(
        "too-many-bands", channel.path, "level \(number(level)) allows \(most) bands a channel")
    }
    let before = events.count
    for band in bands { read(band: band, gain) }
    if events.count > before { soundingChannels += 1 }
  }

  private mutating func read(band: JSONPlace, _ gain: Double) {
    let lower = band["lower_frequency_limit"]?.value.number ?? 0
    let upper = band["upper_frequency_limit"]?.value.number ?? .infinity
    if lower > upper {
      fail(
        "band-limits", band.path,
        "the lower frequency limit \(number(lower)) is above the upper, \(number(upper))")
    }
    let type = band["band_type"]?.value.string ?? ""
    guard ["Transient", "Curve", "VectorialWave", "WaveletWave"].contains(type) else {
      fail("unknown-band", "\(band.path).band_type", "\"\(type)\" is no type of band")
      return
    }
    if type != "Curve", band["curve_type"] != nil {
      fail("curve-type", "\(band.path).curve_type", "only Curve bands have a curve type")
    }
    guard type != "WaveletWave" else {
      findings.append(
        Finding(
          .note, rule: "wavelet-band", at: band.path,
          "wavelet bands hold a compressed signal, no events; left out"))
      loss.note(.dropped, of: .effect, count: max(1, band["effects"]?.elements?.count ?? 1))
      return
    }
    for effect in band.array("effects", findings: &findings) ?? [] {
      read(effect, isTransient: type == "Transient", gain, offset: 0, depth: 0)
    }
  }

  private mutating func read(
    _ effect: JSONPlace, isTransient: Bool, _ gain: Double, offset: Double, depth: Int
  ) {
    guard effect.requireObject("an effect", findings: &findings) else { return }
    let position = offset + (effect["position"]?.value.number ?? 0)
    guard position >= 0, position / timescale <= NormalizedTimeline.longestTime else {
      fail(
        "position", "\(effect.path).position", "the position \(number(position)) is not possible")
      return
    }
    switch effect["effect_type"]?.value.string {
    case "Basis", nil: keyframes(of: effect, isTransient: isTransient, gain, at: position)
    case "Reference":
      guard let id = effect["id"]?.value.number, let target = library[id] else {
        fail("effect-reference", "\(effect.path).id", "the effect is not in the library")
        return
      }
      guard depth < 8 else {
        fail("effect-cycle", effect.path, "references are nested too deeply")
        return
      }
      read(target, isTransient: isTransient, gain, offset: position, depth: depth + 1)
    case "Composite":
      guard depth < 8 else { return fail("effect-cycle", effect.path, "too deeply nested") }
      for part in effect["composition"]?.elements ?? [] {
        read(part, isTransient: isTransient, gain, offset: position, depth: depth + 1)
        guard events.count <= Self.mostEvents else {
          return fail("too-many-events", effect.path, "references unfold without bound")
        }
      }
    case let type?:
      fail("unknown-effect", "\(effect.path).effect_type", "\"\(type)\" is no type of effect")
    }
  }

  /// Compositions of compositions multiply; no real file comes near this.
  private static let mostEvents = 1_000_000

  private mutating func keyframes(
    of effect: JSONPlace, isTransient: Bool, _ gain: Double, at position: Double
  ) {
    if let signal = effect["base_signal"]?.value.string, signal != "Sine", !isTransient {
      loss.note(.assumed, of: .continuous)
    }
    var frames: [HJIFKeyframe] = []
    var isSorted = true
    let subject = isTransient ? LossReport.Subject.transient : .continuous
    for place in effect.array("keyframes", findings: &findings) ?? [] {
      let relative = place["relative_position"]?.value.number ?? 0
      guard relative >= 0, (position + relative) / timescale <= NormalizedTimeline.longestTime
      else {
        return fail("position", place.path, "the keyframe's position is not possible")
      }
      let time = toNanosecond((position + relative) / timescale)
      if let last = frames.last, time < last.time {
        findings.append(
          Finding(
            .warning, rule: "keyframe-order", at: place.path,
            "the keyframe stands after a later one; they are played in the order of time",
            cure: "sort the keyframes"))
        isSorted = false
      }
      let amplitude = place["amplitude_modulation"]?.value.number.map { $0 * gain }
      if let amplitude, amplitude < 0 { loss.note(.clampedValue, of: .effect, by: 2 * amplitude) }
      if let amplitude, !(0...1).contains(abs(amplitude)) {
        findings.append(
          Finding(
            .warning, rule: "value-clamped", at: "\(place.path).amplitude_modulation",
            "the amplitude \(amplitude) is beyond 1 and will be clipped"))
        loss.note(.clampedValue, of: subject, by: abs(amplitude) - 1)
      }
      let tone = place["frequency_modulation"]?.value.number.map { sharpness(ofFrequency: $0) }
      if let tone, tone.excess > 1e-9 {
        loss.note(.clampedValue, of: subject, by: tone.excess)
      }
      frames.append(
        HJIFKeyframe(
          time: time, amplitude: amplitude.map { toPicoUnit(min(abs($0), 1)) },
          sharpness: tone?.value))
    }
    if !isSorted {
      frames = frames.enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }.map { $0.element }
    }
    if isTransient {
      events += frames.map {
        HapticEvent(
          time: Seconds($0.time), intensity: $0.amplitude ?? 1, sharpness: $0.sharpness ?? 0.5)
      }
    } else if let event = HJIFKeyframe.continuous(frames) {
      events.append(event)
    } else {
      loss.note(.dropped, of: .continuous)
    }
  }
}
