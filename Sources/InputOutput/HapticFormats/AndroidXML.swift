internal import Haptics
internal import Quantities

/// Android's Vibration XML: waveforms, compositions of primitives and the envelopes of API 36.
enum AndroidXML {
  static let features = FormatFeatures(
    title: "Android Vibration XML", fileExtension: "xml", timeResolution: 1e-3,
    transients: .approximated("pulse of 20 ms; a primitive; a rise and fall of 40 ms"),
    continuous: .approximated("envelopes ramp jumps in 20 ms; primitives have none"),
    intensity: .approximated("255 steps; exact in envelopes and primitives"),
    sharpness: .approximated("envelopes keep it; primitives have three; waveforms none"),
    curves: .approximated("waveforms step every 10 ms; envelopes keep them"),
    overlaps: .approximated("joined"), annotations: .dropped,
    limits: "a steady pattern of more than 256 steps or 16 envelope points becomes a loop",
    isReadable: true)

  /// The primitives that stand for transients, dull to sharp, and the sharpness each is read as.
  static let taps: [(name: String, sharpness: Double)] = [
    ("low_tick", 0.3), ("click", 0.5), ("tick", 0.8),
  ]

  static let coder = TimelineCoder(features, encode: encode, read: read)

  static func encode(
    _ document: TimelineDocument, _ options: ExportOptions
  ) throws(FormatError) -> EncodedTimeline {
    var loss = LossReport()
    let timeline = try NormalizedTimeline.normalize(document.timeline, loss: &loss)
    loss.noteAnnotations(of: document, repeats: options.androidStyle != .primitives)
    var writer = XMLWriter()
    writer.open("vibration-effect")
    switch options.androidStyle {
    case .waveform:
      loss.noteAmplitudes(of: timeline)
      let waveform = try Waveform(timeline, of: document, looping: options.looping, loss: &loss)
      write(waveform, to: &writer)
    case .primitives: try writePrimitives(timeline, to: &writer, loss: &loss)
    case .basicEnvelope, .waveformEnvelope:
      try writeEnvelope(timeline, of: document, options, to: &writer, loss: &loss)
    }
    writer.close("vibration-effect")
    return EncodedTimeline(writer.bytes, loss: loss)
  }

  private static func write(_ waveform: Waveform, to writer: inout XMLWriter) {
    func write(_ steps: [Steps.Step]) {
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
      writer.close("repeating")
    }
    writer.close("waveform-effect")
  }

  private static func writePrimitives(
    _ timeline: Timeline, to writer: inout XMLWriter, loss: inout LossReport
  ) throws(FormatError) {
    var ticks = Ticks(perSecond: 1000)
    var last = 0
    var isEmpty = true
    for event in timeline.events {
      guard event.kind == .transient else {
        loss.note(.dropped, of: .continuous)
        continue
      }
      let tap = taps.min {
        abs($0.sharpness - event.sharpness) < abs($1.sharpness - event.sharpness)
      }
      guard let tap else { continue }
      if tap.sharpness != event.sharpness {
        loss.note(.roundedSharpness, of: .transient, by: tap.sharpness - event.sharpness)
      }
      let tick = try ticks.require(event.time.value)
      writer.empty(
        "primitive-effect",
        [
          ("name", tap.name), ("scale", number(event.intensity)),
          ("delayMs", String(tick - last)), ("delayType", "relative_start_offset"),
        ])
      last = tick
      isEmpty = false
    }
    guard !isEmpty else {
      throw FormatError(
        rule: "no-transients", "a composition of primitives needs a transient, there is none",
        cure: "choose another Android style")
    }
    loss.note(ticks, of: .transient)
    let end = timeline.events.last { $0.kind == .transient }?.time ?? 0
    loss.noteSilence(of: timeline, after: end.value)
  }

  private static func writeEnvelope(
    _ timeline: Timeline, of document: TimelineDocument, _ options: ExportOptions,
    to writer: inout XMLWriter, loss: inout LossReport
  ) throws(FormatError) {
    var whole = LossReport()
    let envelope = try Envelope(timeline, loss: &whole)
    let read = SteadyLoop(annotation: document.annotations["loop"])
    let isWanted =
      options.looping == .always
      || options.looping == .automatic && envelope.points.count > Envelope.pointBudget
    guard let loop = read ?? (isWanted ? SteadyLoop(timeline) : nil),
      let parts = try loopParts(timeline, loop)
    else {
      loss.merge(whole)
      if read != nil { loss.note(.onePass, of: .timeline) }
      return write(envelope, options, to: &writer)
    }
    if read == nil { loss.note(.endless, of: .timeline) }
    loss.merge(parts.loss)
    writer.open("repeating-effect")
    if let preamble = parts.preamble {
      writer.open("preamble")
      write(preamble, options, to: &writer)
      writer.close("preamble")
    }
    writer.open("repeating")
    write(parts.body, options, to: &writer)
    writer.close("repeating")
    writer.close("repeating-effect")
  }

  /// The envelopes before the loop and of the loop; `nil` when they cannot keep the tempo.
  private static func loopParts(
    _ timeline: Timeline, _ loop: SteadyLoop
  ) throws(FormatError) -> (preamble: Envelope?, body: Envelope, loss: LossReport)? {
    guard loop.isExactInMilliseconds else { return nil }
    var loss = LossReport()
    let pass = timeline.firstPass(of: loop)
    let before = Timeline(
      duration: Seconds(loop.start), events: pass.events.filter { $0.time.value < loop.start })
    let within = Timeline(
      duration: Seconds(loop.period),
      events: pass.events.filter { $0.time.value >= loop.start }.map {
        var event = $0
        event.time = Seconds(toNanosecond($0.time.value - loop.start))
        return event
      })
    let body = try Envelope(within, loss: &loss)
    guard body.milliseconds == Int((loop.period * 1000).rounded()) else { return nil }
    let preamble = loop.start * 1000 >= 0.5 ? try Envelope(before, loss: &loss) : nil
    return (preamble, body, loss)
  }

  private static func write(
    _ envelope: Envelope, _ options: ExportOptions, to writer: inout XMLWriter
  ) {
    let isBasic = options.androidStyle == .basicEnvelope
    let name = isBasic ? "basic-envelope-effect" : "waveform-envelope-effect"
    func tone(_ sharpness: Double) -> String {
      isBasic ? number(sharpness) : number(toNanosecond(options.frequency(of: sharpness)))
    }
    let first = tone(envelope.initialSharpness)
    writer.open(name, [(isBasic ? "initialSharpness" : "initialFrequencyHz", first)])
    for point in envelope.points {
      writer.empty(
        "control-point",
        [
          (isBasic ? "intensity" : "amplitude", number(point.level.intensity)),
          (isBasic ? "sharpness" : "frequencyHz", tone(point.level.sharpness)),
          ("durationMs", String(point.milliseconds)),
        ])
    }
    writer.close(name)
  }
}

/// Writes XML, one element a line. Names and values come from this package and need no escaping.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    line("<\(name)\(Self.text(attributes))>")
    depth += 1
  }

  mutating func close(_ name: String) {
    depth -= 1
    line("</\(name)>")
  }

  mutating func empty(_ name: String, _ attributes: [(String, String)]) {
    line("<\(name)\(Self.text(attributes))/>")
  }

  private static func text(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\($0.1)\"" }.joined()
  }

  private mutating func line(_ text: String) {
    bytes += repeatElement(0x20, count: depth * 2)
    bytes += text.utf8
    bytes.append(0x0A)
  }
}
