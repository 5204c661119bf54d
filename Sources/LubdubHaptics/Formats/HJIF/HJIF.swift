/// MPEG haptics as JSON (ISO/IEC 23090-31, file extension `hjif`), Main profile.
///
/// Every place is a channel. Transients are effects in one transient band; continuous events are effects in vectorial bands,
/// overlapping events in different bands. Amplitude is the intensity.
///
/// The binary variant of the format stores a keyframe's position in 16 bits and an effect's position in 24 bits, and its
/// writer silently drops the higher bits. So the time scale is the finest scale whose ticks fit.
enum HJIF {
  static let coder = TimelineCoder(
    fileExtension: "hjif", otherExtension: "json",
    timeResolution: Seconds(1 / fewestTicksPerSecond),
    encode: { encoding throws(FormatError) in
      var encoder = HJIFEncoder(encoding)
      let bytes = try encoder.encode()
      encoding = encoder.encoding
      return [.init(bytes: bytes)]
    },
    read: HJIFReader.read,
    marks: [
      .object { members in
        ["perceptions", "avatars", "profile"].contains { members[$0] != nil }
      }
    ], law: .linear, places: .all, padsSilence: true, keepsFrequencies: { _, _ in true })

  /// The supported time scales for writing, the finest of the Main profile first.
  static let timescales = [48_000.0, 24_000, 16_000, 8000, 4000, 2000]
  static let fewestTicksPerSecond = 1000.0
  /// The latest keyframe within its effect, and the latest effect: `KEYFRAME_POSITION` has 16 bits, `EFFECT_POSITION`
  /// has 24 (IOBinaryFields.h of the reference software).
  static let (latestKeyframe, latestEffect) = (65_535.0, 16_777_215.0)
  static let mostBands = 62
}

private struct HJIFEncoder {
  private(set) var encoding: TimelineEncoding
  private let rate: Double
  private var ticks: Ticks
  private var id = 0.0
  private var tones: (low: Double, high: Double)?

  init(_ encoding: TimelineEncoding) {
    self.encoding = encoding
    rate = Self.timescale(of: encoding.timeline)
    ticks = Ticks(perSecond: rate)
  }

  mutating func encode() throws(FormatError) -> [UInt8] {
    var channels: [(name: String, bands: [JSONValue])] = []
    let whole = TimelinePlace(name: "body", timeline: encoding.timeline)
    for place in encoding.places.isEmpty ? [whole] : encoding.places {
      channels.append((place.name, try bands(of: place.timeline)))
    }
    let isEmpty = channels.allSatisfy { $0.bands.isEmpty }
    guard !isEmpty || encoding.timeline.events.isEmpty else { throw .nothingLeft }
    encoding.loss.note(ticks)
    encoding.loss.noteSilence(of: encoding.timeline)
    return JSONWriter.encode(file(channels))
  }

  private mutating func bands(of timeline: Timeline) throws(FormatError) -> [JSONValue] {
    var bands: [JSONValue] = []
    var taps: [JSONValue] = []
    for event in timeline.events.transients {
      let position = try ticks.index(of: event.time.value, in: .transient)
      taps.append(effect(at: position, [keyframe(0, event.level, .transient)]))
    }
    if !taps.isEmpty { bands.append(band("Transient", taps)) }
    var courses: [[EnvelopeSegment]] = []
    for event in timeline.events.continuous {
      let parts = cut(event.ramps)
      encoding.loss.note(.split, of: .continuous, count: parts.count - 1)
      courses += parts
    }
    for lane in try lanes(courses) {
      var effects: [JSONValue] = []
      for ramps in lane { effects.append(try continuous(ramps)) }
      bands.append(band("VectorialWave", effects))
    }
    return bands
  }

  private static func timescale(of timeline: Timeline) -> Double {
    let longest = timeline.events.map { $0.duration.value }.max() ?? 0
    let latest = timeline.events.last?.time.value ?? 0
    let rate = HJIF.timescales.first {
      longest * $0 <= HJIF.latestKeyframe - 1 && latest * $0 <= HJIF.latestEffect - 1
    }
    return rate ?? HJIF.fewestTicksPerSecond
  }

  private func cut(_ ramps: [EnvelopeSegment]) -> [[EnvelopeSegment]] {
    let longest = HJIF.latestKeyframe / rate
    guard let start = ramps.first?.start, let end = ramps.last?.end, end - start > longest else {
      return [ramps]
    }
    // Whole seconds are whole ticks of every time scale.
    return EnvelopeCurve.cut(ramps, every: longest.rounded(.down))
  }

  /// Distributes courses to the fewest lanes without overlap; courses that need more lanes than allowed are dropped.
  private mutating func lanes(
    _ courses: [[EnvelopeSegment]]
  ) throws(FormatError) -> [[[EnvelopeSegment]]] {
    var lanes: [[[EnvelopeSegment]]] = []
    var ends: [Int] = []
    for ramps in courses.filter({ !$0.isEmpty }).inOrder(by: { $0[0].start < $1[0].start }) {
      let start = try Ticks.index(of: ramps[0].start, perSecond: rate)
      let end = try Ticks.index(of: ramps[ramps.count - 1].end, perSecond: rate)
      guard end > start else {
        encoding.loss.note(.dropped, of: .continuous)
        continue
      }
      if let free = ends.firstIndex(where: { $0 <= start }) {
        lanes[free].append(ramps)
        ends[free] = end
      } else if lanes.count < HJIF.mostBands {
        lanes.append([ramps])
        ends.append(end)
      } else {
        encoding.loss.note(.dropped, of: .continuous)
      }
    }
    return lanes
  }

  private mutating func continuous(_ ramps: [EnvelopeSegment]) throws(FormatError) -> JSONValue {
    guard let first = ramps.first else { return effect(at: 0, []) }
    let start = try ticks.index(of: first.start, in: .continuous)
    var keyframes: [JSONValue] = []
    for ramp in ramps {
      let from = try ticks.index(of: ramp.start, in: .continuous) - start
      let to = try ticks.index(of: ramp.end, in: .continuous) - start
      guard to > from else { continue }
      for (position, level) in [(from, ramp.from), (to, ramp.to)] {
        let frame = keyframe(position, level, .continuous)
        if !frame.hasNumbers(of: keyframes.last) { keyframes.append(frame) }
      }
    }
    return effect(at: start, keyframes)
  }

  // MARK: Members of the file

  private mutating func effect(at position: Int, _ keyframes: [JSONValue]) -> JSONValue {
    defer { id += 1 }
    return [
      "effect_type": "Basis", "id": .number(id), "position": .number(Double(position)),
      "phase": 0, "base_signal": "Sine", "keyframes": .array(keyframes),
    ]
  }

  private mutating func keyframe(
    _ position: Int, _ level: Level, _ subject: LossReport.Subject
  ) -> JSONValue {
    let exact = encoding.options.frequency(of: level.sharpness)
    let whole = exact.rounded()
    tones = (min(tones?.low ?? whole, whole), max(tones?.high ?? whole, whole))
    if abs(whole - exact) > 1e-9 {
      let width = encoding.options.band.upperBound.value - encoding.options.band.lowerBound.value
      encoding.loss.note(.roundedSharpness, of: subject, by: (whole - exact) / width)
    }
    return [
      "relative_position": .number(Double(position)),
      "amplitude_modulation": .number(level.intensity), "frequency_modulation": .number(whole),
    ]
  }

  private mutating func band(_ type: String, _ effects: [JSONValue]) -> JSONValue {
    let band = encoding.options.band
    let low = min(band.lowerBound.value.rounded(.down), tones?.low ?? .infinity)
    let high = max(band.upperBound.value.rounded(.up), tones?.high ?? 0)
    tones = nil
    return [
      "band_type": .string(type), "effects": .array(effects),
      "lower_frequency_limit": .number(low),
      "upper_frequency_limit": .number(high),
    ]
  }

  private func file(_ channels: [(name: String, bands: [JSONValue])]) -> JSONValue {
    let list = channels.enumerated().map { index, channel -> JSONValue in
      [
        "id": .number(Double(index)), "description": .string(channel.name), "gain": 1,
        "mixing_coefficient": 1, "body_part_mask": 0, "bands": .array(channel.bands),
      ]
    }
    let perception: JSONValue = [
      "id": 0, "avatar_id": 0, "description": .string(encoding.options.name),
      "perception_modality": "Vibrotactile", "channels": .array(list), "effect_library": [],
    ]
    return [
      "version": "2023", "profile": "Main",
      "level": channels.contains { $0.bands.count > 7 } ? 2 : 1,
      "date": .string(encoding.options.date), "description": .string(encoding.options.name),
      "timescale": .number(rate), "avatars": [], "perceptions": [perception],
      "syncs": [],
    ]
  }
}
