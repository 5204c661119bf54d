internal import Lubdub
internal import LubdubGround

/// Android's Vibration XML: waveforms, compositions of primitives and the envelopes of API 36.
enum AndroidXML {
  static let features = FormatFeatures(
    title: "Android Vibration XML", fileExtension: "xml", timeResolution: 1e-3,
    transients: .approximated("pulse of 20 ms; a primitive; a rise and fall of 40 ms"),
    continuous: .approximated("envelopes ramp jumps in 20 ms; primitives have none"),
    intensity: .approximated("255 steps; exact in envelopes and primitives"),
    sharpness: .approximated("envelopes keep it; primitives have three; waveforms none"),
    curves: .approximated("waveforms step every 10 ms; envelopes keep them"),
    overlaps: .approximated("joined"),
    limits: "a steady pattern of more than 256 steps or 16 envelope points becomes a loop")

  static let coder = TimelineCoder(
    features, encode: encode,
    read: { bytes, log in
      var reader = AndroidXMLReader(log: log)
      defer { log = reader.log }
      return reader.document(bytes)
    }, marks: [.row(isMarked)],
    keepsLoop: { $0.androidStyle != .primitives }, law: .linear,
    keepsFrequencies: { $0.androidStyle == .waveformEnvelope })

  /// XML whatever its root, for the reader says what is wrong with it; but neither a page nor a drawing.
  private static func isMarked(_ row: ArraySlice<UInt8>) -> Bool {
    let start = String(decoding: row.prefix(14), as: UTF8.self).lowercased()
    return start.hasPrefix("<")
      && !["<!doctype html", "<html", "<svg"].contains { start.hasPrefix($0) }
  }

  /// The primitives that stand for transients, dull to sharp, and the sharpness each is read as.
  static let taps: [(name: String, sharpness: Double)] = [
    ("low_tick", 0.3), ("click", 0.5), ("tick", 0.8),
  ]

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    var writer = XMLWriter()
    writer.open("vibration-effect")
    switch encoding.options.androidStyle {
    case nil:
      guard let name = predefined(encoding) else { fallthrough }
      let parts = encoding.loop == nil ? [] : ["repeating-effect", "repeating"]
      for part in parts { writer.open(part) }
      writer.empty("predefined-effect", [("name", name)])
      for _ in parts { writer.close() }
    case .waveform?: write(try Waveform(&encoding), to: &writer)
    case .primitives: try writePrimitives(&encoding, to: &writer)
    case .basicEnvelope, .waveformEnvelope: try writeEnvelope(&encoding, to: &writer)
    }
    writer.close()
    return [.init(bytes: writer.bytes)]
  }

  /// The predefined effects of the public parser, and what is played for each: taps of one level.
  static let predefined: [(name: String, level: Level, times: [Double])] = [
    ("tick", Level(intensity: 0.5, sharpness: 0.8), [0]),
    ("click", Level(intensity: 0.7, sharpness: 0.5), [0]),
    ("heavy_click", Level(intensity: 1, sharpness: 0.3), [0]),
    ("double_click", Level(intensity: 0.7, sharpness: 0.5), [0, 0.1]),
  ]

  /// The annotation of a timeline that was read from a predefined effect.
  static let predefinedStyle = "predefined"

  /// The predefined effect that a timeline was read from, if it is still that, once or repeated as a whole.
  private static func predefined(_ encoding: TimelineEncoding) -> String? {
    guard encoding.annotations["android_effect"]?.string == predefinedStyle else { return nil }
    let events = encoding.timeline.events
    let whole = SteadyLoop(start: 0, period: encoding.timeline.duration.value)
    guard encoding.loop ?? whole == whole else { return nil }
    return predefined.first { effect in
      effect.times == events.map { $0.time.value }
        && events.allSatisfy { $0.kind == .transient && $0.level == effect.level }
    }?.name
  }

  private static func write(_ waveform: Waveform, to writer: inout XMLWriter) {
    func write(_ steps: [WaveformSteps.Step]) {
      for step in steps {
        writer.empty(
          "waveform-entry",
          [
            ("durationMs", String(step.milliseconds)),
            ("amplitude", String(Waveform.amplitude(step.intensity))),
          ])
      }
    }
    writer.open("waveform-effect")
    write(waveform.preamble)
    if waveform.isLoop {
      writer.open("repeating")
      write(waveform.body)
      writer.close()
    }
    writer.close()
  }

  private static func writePrimitives(
    _ encoding: inout TimelineEncoding, to writer: inout XMLWriter
  ) throws(FormatError) {
    let events = encoding.timeline.events
    var played: [(name: String, event: HapticEvent)] = []
    for event in events {
      if let name = AndroidPrimitive.named(event) {
        played.append((name, event))
        continue
      }
      guard event.kind == .transient, let tap = nearestTap(event.sharpness) else {
        encoding.loss.note(.dropped, of: .continuous)
        continue
      }
      if tap.sharpness != event.sharpness {
        encoding.loss.note(.roundedSharpness, of: .transient, by: tap.sharpness - event.sharpness)
      }
      played.append((tap.name, event))
    }
    guard !played.isEmpty else {
      throw FormatError(
        rule: "no-transients", "a composition of primitives needs a transient, there is none",
        cure: "choose another Android style")
    }
    var ticks = Ticks()
    let hasPauses = encoding.annotations["android_pauses"] == true
    var (last, end) = (0, 0)
    for (name, event) in played {
      let tick = try ticks.index(of: event.time.value, in: event.subject)
      var attributes = [("name", name)]
      if event.intensity != 1 { attributes.append(("scale", number(event.intensity))) }
      // Pauses count from the end of the primitive before, whose length the device knows. Parsers before Android 16
      // know nothing else.
      let isPause = (hasPauses || end == 0) && tick >= end
      let delay = tick - (isPause ? end : last)
      if delay > 0 { attributes.append(("delayMs", String(delay))) }
      if !isPause { attributes.append(("delayType", "relative_start_offset")) }
      writer.empty("primitive-effect", attributes)
      last = tick
      end = tick + Int(((AndroidPrimitive.named(name)?.length ?? 0) * 1000).rounded())
    }
    encoding.loss.note(ticks)
    encoding.loss.noteSilence(of: encoding.timeline, after: played.map { $0.event }.end)
  }

  private static func nearestTap(_ sharpness: Double) -> (name: String, sharpness: Double)? {
    taps.min { abs($0.sharpness - sharpness) < abs($1.sharpness - sharpness) }
  }

  private static func writeEnvelope(
    _ encoding: inout TimelineEncoding, to writer: inout XMLWriter
  ) throws(FormatError) {
    let options = encoding.options
    var whole = LossReport()
    let endsAtRest = options.androidStyle == .basicEnvelope
    let envelope = try EnvelopeEffect(encoding.timeline, endsAtRest: endsAtRest, loss: &whole)
    let before = encoding.loss
    guard
      let (loop, round) = encoding.loop(
        count: envelope.points.count, budget: EnvelopeEffect.pointBudget)
    else {
      encoding.loss.merge(whole)
      return write(envelope, options, to: &writer)
    }
    guard let parts = try loopParts(encoding.timeline, loop, round, endsAtRest) else {
      encoding.loss = before
      encoding.loss.merge(whole)
      encoding.loss.note(.onePass, of: .timeline)
      return write(envelope, options, to: &writer)
    }
    encoding.loss.merge(parts.loss)
    writer.open("repeating-effect")
    if let preamble = parts.preamble {
      writer.open("preamble")
      write(preamble, options, to: &writer)
      writer.close()
    }
    writer.open("repeating")
    write(parts.body, options, to: &writer)
    writer.close()
    writer.close()
  }

  /// The envelopes before the loop and of one round of it; `nil` when its last event falls too late for
  /// the tempo.
  private static func loopParts(
    _ timeline: Timeline, _ loop: SteadyLoop, _ round: SteadyLoop.Round, _ endsAtRest: Bool
  ) throws(FormatError) -> (preamble: EnvelopeEffect?, body: EnvelopeEffect, loss: LossReport)? {
    var loss = LossReport()
    let first = timeline.first(round, of: loop)
    let before = Timeline(
      duration: Seconds(loop.start), events: first.events.filter { $0.time.value < loop.start })
    let within = Timeline(
      duration: first.duration, events: first.events.filter { $0.time.value >= loop.start }
    ).moved(by: -loop.start)
    let body = try EnvelopeEffect(within, endsAtRest: endsAtRest, loss: &loss)
    guard body.milliseconds == round.milliseconds else { return nil }
    let preamble =
      loop.start * 1000 >= 0.5
      ? try EnvelopeEffect(before, endsAtRest: endsAtRest, loss: &loss) : nil
    return (preamble, body, loss)
  }

  private static func write(
    _ envelope: EnvelopeEffect, _ options: ExportOptions, to writer: inout XMLWriter
  ) {
    let names = options.androidStyle == .basicEnvelope ? EnvelopeNames.basic : .waveform
    func tone(_ sharpness: Double) -> String {
      number(names.isBasic ? sharpness : toNanosecond(options.frequency(of: sharpness)))
    }
    writer.open(names.element, [(names.initial, tone(envelope.initialSharpness))])
    for point in envelope.points {
      writer.empty(
        "control-point",
        [
          (names.level, number(point.level.intensity)),
          (names.tone, tone(point.level.sharpness)),
          ("durationMs", String(point.milliseconds)),
        ])
    }
    writer.close()
  }

  struct EnvelopeNames {
    let isBasic: Bool
    let element, initial, level, tone: String

    static let basic = EnvelopeNames(
      isBasic: true, element: "basic-envelope-effect", initial: "initialSharpness",
      level: "intensity", tone: "sharpness")
    static let waveform = EnvelopeNames(
      isBasic: false, element: "waveform-envelope-effect", initial: "initialFrequencyHz",
      level: "amplitude", tone: "frequencyHz")
  }
}

/// Writes XML, one element a line. Names and values come from this package and need no escaping.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []
  private var open: [String] = []

  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    line("<\(name)\(Self.text(attributes))>")
    open.append(name)
  }

  mutating func close() {
    guard let name = open.popLast() else { return }
    line("</\(name)>")
  }

  mutating func empty(_ name: String, _ attributes: [(String, String)]) {
    line("<\(name)\(Self.text(attributes))/>")
  }

  private static func text(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\($0.1)\"" }.joined()
  }

  private mutating func line(_ text: String) {
    bytes += repeatElement(0x20, count: open.count * 2)
    bytes += text.utf8
    bytes.append(0x0A)
  }
}
