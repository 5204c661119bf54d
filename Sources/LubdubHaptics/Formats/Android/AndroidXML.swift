/// Android's Vibration XML: waveforms, compositions of primitives, and the envelopes of API 36.
enum AndroidXML {
  static let coder = TimelineCoder(
    fileExtension: "xml", timeResolution: 1e-3, encode: encode, read: AndroidXMLReader.read,
    marks: [.row(isMarked)], keepsLoop: true, keepsAlternatives: true, law: .linear,
    keepsFrequencies: { families($0, $1).contains(.waveformEnvelope) })

  /// Whether a row begins XML with any root, so that the reader can report its faults, except a web page or an SVG drawing.
  private static func isMarked(_ row: ArraySlice<UInt8>) -> Bool {
    let start = String(decoding: row.prefix(14), as: UTF8.self).lowercased()
    return start.hasPrefix("<")
      && !["<!doctype html", "<html", "<svg"].contains { start.hasPrefix($0) }
  }

  /// The primitives for transients, dull to sharp, and the sharpness of each for a reader.
  static let taps: [(name: String, sharpness: Double)] = [
    ("low_tick", 0.3), ("click", 0.5), ("tick", 0.8),
  ]

  /// The families of elements of the preamble, if there is one, and of the effect: the requested family, otherwise the
  /// family that was read. `nil` means a predefined effect.
  private static func families(
    _ options: ExportOptions, _ annotations: [String: JSONValue]
  ) -> [ExportOptions.AndroidStyle?] {
    if let style = options.androidStyle { return [style] }
    let names = ["android_preamble", "android_effect"].map { annotations[$0]?.string }
    return (names[0] == nil ? [names[1]] : names).map {
      ExportOptions.AndroidStyle(rawValue: $0 ?? ExportOptions.AndroidStyle.waveform.rawValue)
    }
  }

  private static func encode(
    _ encoding: inout TimelineEncoding
  ) throws(FormatError) -> [EncodedTimeline.Part] {
    var writer = XMLWriter()
    // `nil` is the effect of the timeline.
    var effects = encoding.annotations[alternatives]?.array?.map { $0.string } ?? []
    if !effects.contains(nil) { effects = [nil] }
    if effects.count > 1 { writer.open("vibration-select") }
    for text in effects {
      guard let text else {
        writer.open("vibration-effect")
        try writeEffect(&encoding, to: &writer)
        writer.close()
        continue
      }
      if let other = try? XMLElement(document: Array(text.utf8)) { writer.add(other) }
    }
    writer.close()
    return [.init(bytes: writer.bytes)]
  }

  /// The annotation with the other effects of a selection, as XML, in the order in which they are tried; `null` is the
  /// timeline.
  static let alternatives = "android_alternatives"

  private static func writeEffect(
    _ encoding: inout TimelineEncoding, to writer: inout XMLWriter
  ) throws(FormatError) {
    let families = families(encoding.options, encoding.annotations)
    let family = families.last ?? .waveform
    guard family != .waveform || families.count > 1 else {
      return write(try Waveform(&encoding), to: &writer)
    }
    var whole = encoding.part(encoding.timeline)
    var once = writer
    let isMixed = families.count > 1 && families[0] != family
    let isWritten = isMixed ? false : try write(family, &whole, to: &once) != nil
    let before = encoding.loss
    let isEnvelope = family == .basicEnvelope || family == .waveformEnvelope
    let points = isEnvelope && isWritten ? once.lineCount - writer.lineCount - 2 : 0
    if let (loop, round) = encoding.loop(count: points, budget: EnvelopeEffect.pointBudget) {
      if try write(families, loop, round, of: &encoding, to: &writer) { return }
      encoding.loss = before
      if isWritten { encoding.loss.note(.onePass, of: .timeline) }
    }
    guard isWritten else {
      encoding.loss = before
      return write(try Waveform(&encoding), to: &writer)
    }
    encoding.loss.merge(whole.loss)
    writer = once
  }

  /// Writes a loop, each part in its original family; `false` when a part cannot last as long as required.
  private static func write(
    _ families: [ExportOptions.AndroidStyle?], _ loop: SteadyLoop, _ round: SteadyLoop.Round,
    of encoding: inout TimelineEncoding, to writer: inout XMLWriter
  ) throws(FormatError) -> Bool {
    let first = encoding.timeline.first(round, of: loop)
    let start = loop.start
    let before = Timeline(
      duration: Seconds(start), events: first.events.filter { $0.time.value < start })
    let body = Timeline(
      duration: first.duration, events: first.events.filter { $0.time.value >= start }
    ).moved(by: -start)
    let parts = [("preamble", before, families.first), ("repeating", body, families.last)]
    var pauses = (encoding.annotations["android_pauses"]?.array ?? [])[...]
    var written = writer
    written.open("repeating-effect")
    for (name, timeline, family) in parts where timeline.duration.value * 1000 >= 0.5 {
      var part = encoding.part(timeline)
      let family = family ?? .waveform
      if family == .primitives {
        part.annotations["android_pauses"] = .array(Array(pauses.prefix(timeline.events.count)))
        pauses = pauses.dropFirst(timeline.events.count)
      }
      written.open(name)
      let length = try write(family, &part, to: &written)
      guard length == Int((timeline.duration.value * 1000).rounded()) else { return false }
      written.close()
      encoding.loss.merge(part.loss)
    }
    written.close()
    writer = written
    return true
  }

  /// Writes a timeline that is played once in a family of elements. Returns its length in milliseconds; `nil` when the family
  /// cannot represent it.
  private static func write(
    _ family: ExportOptions.AndroidStyle?, _ part: inout TimelineEncoding,
    to writer: inout XMLWriter
  ) throws(FormatError) -> Int? {
    switch family {
    case nil:
      let effect = predefined.first { timeline(of: $0).events == part.timeline.events }
      guard let effect, timeline(of: effect).duration == part.timeline.duration else { return nil }
      writer.empty("predefined-effect", [("name", effect.name)])
      return Int((part.timeline.duration.value * 1000).rounded())
    case .waveform?:
      let steps = try Waveform(&part).preamble
      write(steps, to: &writer)
      return steps.reduce(0) { $0 + $1.milliseconds }
    case .primitives?: return try writePrimitives(&part, to: &writer)
    case .basicEnvelope?, .waveformEnvelope?:
      let isBasic = family == .basicEnvelope
      let envelope = try EnvelopeEffect(part.timeline, endsAtRest: isBasic, loss: &part.loss)
      if envelope.points.count > EnvelopeEffect.pointBudget {
        part.loss.note(
          .deviceLimit, of: .timeline, count: envelope.points.count,
          names: ["control points; every device accepts \(EnvelopeEffect.pointBudget)"])
      }
      write(envelope, isBasic ? .basic : .waveform, part.options, to: &writer)
      return envelope.milliseconds
    }
  }

  /// The predefined effects of the public parser, and the taps of one level that represent each effect.
  static let predefined: [(name: String, level: Level, times: [Double])] = [
    ("tick", Level(intensity: 0.5, sharpness: 0.8), [0]),
    ("click", Level(intensity: 0.7, sharpness: 0.5), [0]),
    ("heavy_click", Level(intensity: 1, sharpness: 0.3), [0]),
    ("double_click", Level(intensity: 0.7, sharpness: 0.5), [0, 0.1]),
  ]

  static func timeline(of effect: (name: String, level: Level, times: [Double])) -> Timeline {
    Timeline(
      duration: Seconds(toNanosecond((effect.times.last ?? 0) + WaveformSteps.pulse)),
      events: effect.times.map { HapticEvent(at: $0, effect.level) })
  }

  private static func write(_ steps: [WaveformSteps.Step], to writer: inout XMLWriter) {
    for step in steps {
      writer.empty(
        "waveform-entry",
        [
          ("durationMs", String(step.milliseconds)),
          ("amplitude", String(Waveform.amplitude(step.intensity))),
        ])
    }
  }

  private static func write(_ waveform: Waveform, to writer: inout XMLWriter) {
    writer.open("waveform-effect")
    write(waveform.preamble, to: &writer)
    if waveform.isLoop {
      writer.open("repeating")
      write(waveform.body, to: &writer)
      writer.close()
    }
    writer.close()
  }

  private static func writePrimitives(
    _ encoding: inout TimelineEncoding, to writer: inout XMLWriter
  ) throws(FormatError) -> Int {
    let events = encoding.timeline.events.inOrder {
      ($0.time, $1.intensity) < ($1.time, $0.intensity)
    }
    var played: [(name: String, event: HapticEvent)] = []
    for event in events {
      if let name = AndroidPrimitive.named(event) {
        played.append((name, event))
        continue
      }
      func distance(_ tap: (name: String, sharpness: Double)) -> Double {
        abs(tap.sharpness - event.sharpness)
      }
      guard event.kind == .transient, let tap = taps.min(by: { distance($0) < distance($1) }) else {
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
        rule: "no-transients", "a composition of primitives needs a transient, but there is none",
        cure: "choose another Android style")
    }
    var ticks = Ticks()
    let stated = encoding.annotations["android_pauses"]?.array ?? []
    let pauses = stated.count == played.count ? stated : []
    var (last, end) = (0, 0)
    for (index, (name, event)) in played.enumerated() {
      let tick = try ticks.index(of: event.time.value, in: event.subject)
      var attributes = [("name", name)]
      if event.intensity != 1 { attributes.append(("scale", number(event.intensity))) }
      // Pauses count from the end of the previous primitive, whose length the device knows. Parsers before Android 16
      // support only pauses. A primitive that begins before the end of the previous one is dropped (Android, Composition of
      // VibrationEffect, DELAY_TYPE_RELATIVE_START_OFFSET). It is written slightly later, or not at all. Effects that were
      // read do not change.
      let start = pauses.isEmpty ? max(tick, end) : tick
      guard start - tick < Int(WaveformSteps.pulse * 1000) else {
        encoding.loss.note(.dropped, of: event.subject)
        continue
      }
      if start > tick {
        encoding.loss.note(.roundedTime, of: event.subject, by: Double(start - tick) / 1000)
      }
      let isPause = (end == 0 || !pauses.isEmpty && pauses[index] == true) && start >= end
      let delay = start - (isPause ? end : last)
      if delay > 0 { attributes.append(("delayMs", String(delay))) }
      if !isPause { attributes.append(("delayType", "relative_start_offset")) }
      writer.empty("primitive-effect", attributes)
      last = start
      end = start + Int(((AndroidPrimitive.named(name)?.length ?? 0) * 1000).rounded())
    }
    encoding.loss.note(ticks)
    let rest = max(played.map { $0.event }.end, Double(end) / 1000)
    encoding.loss.noteSilence(of: encoding.timeline, after: rest)
    return end
  }

  private static func write(
    _ envelope: EnvelopeEffect, _ names: EnvelopeNames, _ options: ExportOptions,
    to writer: inout XMLWriter
  ) {
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
