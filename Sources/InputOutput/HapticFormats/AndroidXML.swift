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
    overlaps: .approximated("joined"),
    limits: "a steady pattern of more than 256 steps or 16 envelope points becomes a loop")

  static let coder = TimelineCoder(
    features, encode: encode,
    read: { bytes, log in
      var reader = AndroidXMLReader(log: log)
      defer { log = reader.log }
      return reader.document(bytes)
    }, keepsLoop: { $0.androidStyle != .primitives })

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
    case .waveform: write(try Waveform(&encoding), to: &writer)
    case .primitives: try writePrimitives(&encoding, to: &writer)
    case .basicEnvelope, .waveformEnvelope: try writeEnvelope(&encoding, to: &writer)
    }
    writer.close()
    return [.init(bytes: writer.bytes)]
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
    let transients = encoding.timeline.events.transients
    guard !transients.isEmpty else {
      throw FormatError(
        rule: "no-transients", "a composition of primitives needs a transient, there is none",
        cure: "choose another Android style")
    }
    let dropped = encoding.timeline.events.count - transients.count
    encoding.loss.note(.dropped, of: .continuous, count: dropped)
    var ticks = Ticks()
    var last = 0
    for event in transients {
      let tap = taps.min {
        abs($0.sharpness - event.sharpness) < abs($1.sharpness - event.sharpness)
      }
      guard let tap else { continue }
      if tap.sharpness != event.sharpness {
        encoding.loss.note(
          .roundedSharpness, of: .transient, by: tap.sharpness - event.sharpness)
      }
      let tick = try ticks.index(of: event.time.value, in: .transient)
      writer.empty(
        "primitive-effect",
        [
          ("name", tap.name), ("scale", number(event.intensity)),
          ("delayMs", String(tick - last)), ("delayType", "relative_start_offset"),
        ])
      last = tick
    }
    encoding.loss.note(ticks)
    encoding.loss.noteSilence(of: encoding.timeline, after: transients.end)
  }

  private static func writeEnvelope(
    _ encoding: inout TimelineEncoding, to writer: inout XMLWriter
  ) throws(FormatError) {
    let (timeline, options) = (encoding.timeline, encoding.options)
    var whole = LossReport()
    let envelope = try EnvelopeEffect(timeline, loss: &whole)
    let read = encoding.loop
    let isWanted = options.looping.applies(
      to: envelope.points.count, budget: EnvelopeEffect.pointBudget)
    guard let loop = read ?? (isWanted ? SteadyLoop(timeline) : nil),
      let parts = try loopParts(timeline, loop)
    else {
      encoding.loss.merge(whole)
      if read != nil { encoding.loss.note(.onePass, of: .timeline) }
      return write(envelope, options, to: &writer)
    }
    if read == nil { encoding.loss.note(.endless, of: .timeline) }
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

  /// The envelopes before the loop and of the loop; `nil` when they cannot keep the tempo.
  private static func loopParts(
    _ timeline: Timeline, _ loop: SteadyLoop
  ) throws(FormatError) -> (preamble: EnvelopeEffect?, body: EnvelopeEffect, loss: LossReport)? {
    guard loop.isExactInMilliseconds else { return nil }
    var loss = LossReport()
    let pass = timeline.firstPass(of: loop)
    let before = Timeline(
      duration: Seconds(loop.start), events: pass.events.filter { $0.time.value < loop.start })
    let within = Timeline(
      duration: pass.duration, events: pass.events.filter { $0.time.value >= loop.start }
    ).moved(by: -loop.start)
    let body = try EnvelopeEffect(within, loss: &loss)
    guard body.milliseconds == Int((loop.period * 1000).rounded()) else { return nil }
    let preamble = loop.start * 1000 >= 0.5 ? try EnvelopeEffect(before, loss: &loss) : nil
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

  /// The names of an envelope effect and its attributes.
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
private struct XMLWriter {
  private(set) var bytes: [UInt8] = []
  private var open: [String] = []

  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    line("<\(name)\(Self.text(attributes))>")
    open.append(name)
  }

  /// Closes the element that was opened last.
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
