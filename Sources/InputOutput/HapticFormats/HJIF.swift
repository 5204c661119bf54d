internal import JSON
internal import Haptics
internal import Quantities

/// MPEG haptics as JSON (ISO/IEC 23090-31, file extension `hjif`), Main profile.
///
/// Transients are effects in one transient band; continuous events are effects in vectorial bands,
/// overlapping ones in different bands. Amplitude is the intensity.
///
/// The binary twin of the format holds a keyframe's position in 16 bits and an effect's in 24, and its
/// writer drops the higher bits without a word. So the time scale is the finest whose ticks fit.
enum HJIF {
  static let features = FormatFeatures(
    title: "HJIF (MPEG haptics, ISO/IEC 23090-31)", fileExtension: "hjif",
    timeResolution: Seconds(1 / fewestTicksPerSecond), transients: .kept, continuous: .kept,
    intensity: .kept, sharpness: .approximated("whole hertz in 65 to 300 Hz"), curves: .kept,
    overlaps: .approximated("kept in up to 62 bands"), annotations: .dropped,
    limits:
      "Main profile, level 1 up to 7 bands, level 2 up to 63; the time step is as fine as the binary "
      + "form allows, 1/48000 s while no event is longer than 1.3 s; events above 65 s are cut",
    isReadable: true)

  /// The finest time scale of the Main profile.
  static let ticksPerSecond = 48000.0
  /// The coarsest time scale that is written.
  static let fewestTicksPerSecond = 1000.0
  /// The latest keyframe within its effect: `KEYFRAME_POSITION` has 16 bits (IOBinaryFields.h of the
  /// reference software).
  static let latestKeyframe = 65_535
  /// The latest effect: `EFFECT_POSITION` has 24 bits.
  static let latestEffect = 16_777_215.0
  private static let mostBands = 62

  static let coder = TimelineCoder(features, encode: encode, read: read)

  static func encode(
    _ document: TimelineDocument, _ options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
    loss.noteAnnotations(of: document)
    let rate = timescale(of: timeline)
    var encoder = HJIFEncoder(options: options, ticksPerSecond: rate)
    var bands: [JSONValue] = []
    let transients = timeline.events.filter { $0.kind == .transient }
    if !transients.isEmpty {
      var effects: [JSONValue] = []
      for event in transients { effects.append(try encoder.transient(event)) }
      bands.append(encoder.band("Transient", effects))
    }
    let continuous = timeline.events.filter { $0.kind != .transient }
    let courses = continuous.flatMap { event in
      let parts = cut(EnvelopeCurve.ramps(of: event), at: Double(latestKeyframe) / rate)
      loss.note(.split, of: .continuous, count: parts.count - 1)
      return parts
    }
    for lane in try lanes(courses, rate, loss: &loss) {
      var effects: [JSONValue] = []
      for ramps in lane { effects.append(try encoder.continuous(ramps)) }
      bands.append(encoder.band("VectorialWave", effects))
    }
    encoder.report(&loss)
    loss.noteSilence(of: timeline, after: timeline.events.map { $0.end }.max() ?? 0)
    return EncodedTimeline(JSONWriter.encode(file(bands, rate, options)), loss: loss)
  }

  /// Courses in as few lanes as have no overlap; what needs more lanes than there are is joined.
  private static func lanes(
    _ courses: [[EnvelopeSegment]], _ rate: Double, loss: inout LossReport
  ) throws(FormatError) -> [[[EnvelopeSegment]]] {
    var lanes: [[[EnvelopeSegment]]] = []
    var ends: [Int] = []
    var ticks = Ticks(perSecond: rate)
    let ordered = courses.filter { !$0.isEmpty }.enumerated().sorted {
      ($0.element[0].start, $0.offset) < ($1.element[0].start, $1.offset)
    }
    for (_, ramps) in ordered {
      let start = try ticks.require(ramps[0].start)
      let end = try ticks.require(ramps[ramps.count - 1].end)
      guard end > start else {
        loss.note(.dropped, of: .continuous)
        continue
      }
      if let free = ends.firstIndex(where: { $0 <= start }) {
        lanes[free].append(ramps)
        ends[free] = end
      } else if lanes.count < mostBands {
        lanes.append([ramps])
        ends.append(end)
      } else {
        loss.note(.dropped, of: .continuous)
      }
    }
    return lanes
  }

  /// The finest time scale in which every effect and every keyframe can be counted.
  private static func timescale(of timeline: Timeline) -> Double {
    let longest = timeline.events.map { $0.duration.value }.max() ?? 0
    let latest = timeline.events.last?.time.value ?? 0
    let rate = [ticksPerSecond, 24_000, 16_000, 8000, 4000, 2000].first {
      longest * $0 <= Double(latestKeyframe) - 1 && latest * $0 <= latestEffect - 1
    }
    return rate ?? fewestTicksPerSecond
  }

  /// A course in parts of at most a length in seconds.
  private static func cut(_ ramps: [EnvelopeSegment], at length: Double) -> [[EnvelopeSegment]] {
    guard let start = ramps.first?.start, let end = ramps.last?.end, end - start > length else {
      return [ramps]
    }
    // Whole seconds are whole ticks of every time scale.
    return EnvelopeCurve.cut(ramps, every: length.rounded(.down))
  }

  private static func file(
    _ bands: [JSONValue], _ rate: Double, _ options: ExportOptions
  ) -> JSONValue {
    let channel: JSONValue = [
      "id": 0, "description": "body", "gain": 1, "mixing_coefficient": 1, "body_part_mask": 0,
      "bands": .array(bands),
    ]
    let perception: JSONValue = [
      "id": 0, "avatar_id": 0, "description": .string(options.name),
      "perception_modality": "Vibrotactile", "channels": [channel], "effect_library": [],
    ]
    return [
      "version": "2023", "profile": "Main", "level": bands.count > 7 ? 2 : 1,
      "date": .string(options.date), "description": .string(options.name),
      "timescale": .number(rate), "avatars": [], "perceptions": [perception],
      "syncs": [],
    ]
  }
}

/// Makes effects and counts what they lose.
private struct HJIFEncoder {
  let options: ExportOptions
  private var id = 0.0
  private var sharp: Ticks
  private var dull: Ticks
  private var roundings = LossReport()

  init(options: ExportOptions, ticksPerSecond: Double) {
    self.options = options
    sharp = Ticks(perSecond: ticksPerSecond)
    dull = Ticks(perSecond: ticksPerSecond)
  }

  func report(_ loss: inout LossReport) {
    loss.merge(roundings)
    loss.note(sharp, of: .transient)
    loss.note(dull, of: .continuous)
  }

  func band(_ type: String, _ effects: [JSONValue]) -> JSONValue {
    [
      "band_type": .string(type), "effects": .array(effects),
      "lower_frequency_limit": .number(options.band.lowerBound.value.rounded(.down)),
      "upper_frequency_limit": .number(options.band.upperBound.value.rounded(.up)),
    ]
  }

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
    let exact = options.frequency(of: level.sharpness)
    let whole = exact.rounded()
    if abs(whole - exact) > 1e-9 {
      let width = options.band.upperBound.value - options.band.lowerBound.value
      roundings.note(.roundedSharpness, of: subject, by: (whole - exact) / width)
    }
    return [
      "relative_position": .number(Double(position)),
      "amplitude_modulation": .number(level.intensity), "frequency_modulation": .number(whole),
    ]
  }

  mutating func transient(_ event: HapticEvent) throws(FormatError) -> JSONValue {
    let level = Level(intensity: event.intensity, sharpness: event.sharpness)
    let position = try sharp.require(event.time.value)
    return effect(at: position, [keyframe(0, level, .transient)])
  }

  mutating func continuous(_ ramps: [EnvelopeSegment]) throws(FormatError) -> JSONValue {
    guard let first = ramps.first else { return effect(at: 0, []) }
    let start = try dull.require(first.start)
    var keyframes: [JSONValue] = []
    for ramp in ramps {
      let from = try dull.require(ramp.start) - start
      let to = try dull.require(ramp.end) - start
      guard to > from else { continue }
      for (position, level) in [(from, ramp.from), (to, ramp.to)] {
        let frame = keyframe(position, level, .continuous)
        if frame != keyframes.last { keyframes.append(frame) }
      }
    }
    return effect(at: start, keyframes)
  }
}
