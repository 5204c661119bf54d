/// Reads Vibration XML by the rules of the platform's parser, and by rules that a schema cannot express.
struct AndroidXMLReader: TimelineReader {
  var log = ReadingLog()
  private var made = Made()
  /// The effects of a selection as XML; `null` is the effect that is read as the timeline.
  private var alternatives: [JSONValue] = []

  /// The elements of the effect being read, as `ExportOptions.AndroidStyle` names them.
  private struct Made {
    var style: String?
    var preamble: String?
    /// Whether each primitive states the pause before it instead of its distance from the start of the previous primitive.
    var pauses: [JSONValue] = []
  }

  private struct Effect {
    var timeline: Timeline
    var loop: SteadyLoop?
  }

  mutating func fail(
    _ rule: String, _ line: Int, _ message: String, cure: String? = nil
  ) { log.fail(rule, at: "line \(line)", message, cure: cure) }

  mutating func fail<Value>(
    _ rule: String, _ line: Int, _ message: String, cure: String? = nil
  ) -> Value? { log.fail(rule, at: "line \(line)", message, cure: cure) }

  mutating func document(_ bytes: [UInt8]) -> TimelineDocument? {
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLElement(document: bytes)
    } catch { return fail("xml-syntax", error.line, error.message) }
    let effects: [Effect]
    switch root.name {
    case "vibration-effect": effects = [effect(root)].compactMap { $0 }
    case "vibration-select":
      allow([], in: root)
      effects = alternatives(root)
    default:
      return fail(
        "unknown-root", root.line,
        "the root is <\(root.name)>, expected <vibration-effect> or <vibration-select>")
    }
    if effects.isEmpty, root.children.isEmpty, root.name == "vibration-select" {
      log.warn(
        "empty-select", at: "line \(root.line)", "there is no effect to select, nothing is played")
      return TimelineDocument(Timeline([]))
    }
    return effects.first.map { effect in
      let annotations = [
        "loop": effect.loop?.annotation, "android_effect": made.style.map { .string($0) },
        "android_preamble": made.preamble.map { .string($0) },
        "android_pauses": made.pauses.isEmpty ? nil : .array(made.pauses),
        AndroidXML.alternatives: alternatives.count > 1 ? JSONValue.array(alternatives) : nil,
      ]
      return TimelineDocument(effect.timeline, annotations: annotations.compactMapValues { $0 })
    }
  }

  /// The playable alternatives. The first is read; the other alternatives are kept unchanged.
  private mutating func alternatives(_ root: XMLElement) -> [Effect] {
    var effects: [Effect] = []
    for child in root.children {
      guard child.name == "vibration-effect" else {
        fail("unknown-element", child.line, "<vibration-select> holds <vibration-effect> only")
        continue
      }
      let kept = (log.loss, log.assumed, made)
      made = Made()
      let effect = effect(child)
      if let effect, effects.isEmpty {
        alternatives.append(.null)
        effects.append(effect)
        continue
      }
      (log.loss, log.assumed, made) = kept
      var writer = XMLWriter()
      writer.add(child)
      alternatives.append(.string(String(decoding: writer.bytes, as: UTF8.self)))
    }
    return effects
  }

  private mutating func effect(_ element: XMLElement) -> Effect? {
    allow([], in: element)
    guard let first = element.children.first else {
      return fail("empty-effect", element.line, "an effect needs content")
    }
    if let other = element.children.first(where: { $0.name != first.name }) {
      return fail(
        "mixed-families", other.line,
        "<\(other.name)> is next to <\(first.name)>: use one family of elements per effect",
        cure: "put each in its own <vibration-effect>")
    }
    if element.children.count > 1, first.name != "primitive-effect" {
      return fail("mixed-families", element.children[1].line, "only one <\(first.name)> per effect")
    }
    switch first.name {
    case "waveform-effect": return waveform(first)
    case "repeating-effect": return repeating(first)
    default: return body(element.children).map { Effect(timeline: $0, loop: nil) }
    }
  }

  private mutating func body(_ elements: [XMLElement]) -> Timeline? {
    guard let first = elements.first else { return nil }
    switch first.name {
    case "predefined-effect":
      made.style = "predefined"
      return predefined(first)
    case "primitive-effect":
      made.style = ExportOptions.AndroidStyle.primitives.rawValue
      return primitives(elements)
    case "waveform-envelope-effect":
      made.style = ExportOptions.AndroidStyle.waveformEnvelope.rawValue
      return envelope(first, .waveform)
    case "basic-envelope-effect":
      made.style = ExportOptions.AndroidStyle.basicEnvelope.rawValue
      return envelope(first, .basic)
    case "vendor-effect":
      log.warn(
        "vendor-effect", at: "line \(first.line)", "only the vendor's device can play this effect")
      return nil
    default:
      return fail("unknown-element", first.line, "<\(first.name)> is not a known family of effects")
    }
  }

  // MARK: Waveforms

  private mutating func waveform(_ element: XMLElement) -> Effect? {
    allow([], in: element)
    var preamble: [WaveformSteps.Step] = []
    var loop: [WaveformSteps.Step]?
    for child in element.children {
      if child.name == "repeating" {
        guard loop == nil else {
          return fail("repeating-twice", child.line, "at most one <repeating> per waveform")
        }
        allow([], in: child)
        guard !child.children.isEmpty else {
          return fail("repeating-empty", child.line, "<repeating> needs at least one entry")
        }
        loop = child.children.compactMap { entry($0) }
        continue
      }
      guard loop == nil else {
        return fail("repeating-last", child.line, "nothing may follow <repeating>")
      }
      if let step = entry(child) { preamble.append(step) }
    }
    guard !element.children.isEmpty else {
      return fail("empty-waveform", element.line, "a waveform needs at least one entry")
    }
    return steps(preamble, loop ?? [], element)
  }

  private mutating func steps(
    _ preamble: [WaveformSteps.Step], _ body: [WaveformSteps.Step], _ element: XMLElement
  ) -> Effect? {
    guard let start = total(preamble.map { $0.milliseconds }, element),
      let period = total(body.map { $0.milliseconds }, element)
    else { return nil }
    guard start + period > 0 else {
      return fail("zero-total", element.line, "the total duration must be above 0")
    }
    let timeline = WaveformSteps.timeline(preamble + body)
    WaveformSteps.noteAssumptions(&log)
    guard period > 0 else { return Effect(timeline: timeline, loop: nil) }
    let loop = SteadyLoop(start: Double(start) / 1000, period: Double(period) / 1000)
    return Effect(timeline: timeline, loop: loop)
  }

  private mutating func total(_ lengths: [Int], _ element: XMLElement) -> Int? {
    var total = 0
    for length in lengths {
      let (sum, overflow) = total.addingReportingOverflow(length)
      guard !overflow, Double(sum) <= AndroidWaveform.longestTiming else {
        return fail("time-too-large", element.line, "the total duration cannot be counted")
      }
      total = sum
    }
    return total
  }

  private mutating func entry(_ element: XMLElement) -> WaveformSteps.Step? {
    guard requireName("waveform-entry", element) else { return nil }
    allow(["durationMs", "amplitude"], in: element, isLeaf: true)
    guard let duration = integer("durationMs", of: element, atLeast: 0),
      let amplitude = required("amplitude", of: element)
    else { return nil }
    if amplitude == "default" {
      log.loss.note(.assumed, of: .continuous)
      return WaveformSteps.Step(milliseconds: duration, intensity: 1)
    }
    guard let level = Int(amplitude), (0...255).contains(level) else {
      return fail(
        "amplitude-range", element.line,
        "amplitude is \"\(amplitude)\", must be 0 to 255 or \"default\"")
    }
    return WaveformSteps.Step(milliseconds: duration, intensity: Double(level) / 255)
  }

  // MARK: Predefined effects and primitives

  private mutating func predefined(_ element: XMLElement) -> Timeline? {
    allow(["name"], in: element, isLeaf: true)
    guard let name = required("name", of: element) else { return nil }
    guard let effect = AndroidXML.predefined.first(where: { $0.name == name }) else {
      let names = AndroidXML.predefined.map { $0.name }.joined(separator: ", ")
      if ["texture_tick", "thud", "pop"].contains(name) {
        return fail(
          "hidden-effect", element.line,
          "\"\(name)\" is a hidden effect, which the public parser rejects",
          cure: "use one of \(names)")
      }
      return fail(
        "unknown-name", element.line,
        "\"\(name)\" is not a predefined effect; public ones are \(names)")
    }
    log.loss.note(.assumed, of: .transient, count: effect.times.count)
    log.assumeSharpness(of: .transient, as: effect.level.sharpness)
    return AndroidXML.timeline(of: effect)
  }

  private mutating func primitives(_ elements: [XMLElement]) -> Timeline? {
    var events: [HapticEvent] = []
    var (start, end) = (0.0, 0.0)
    for element in elements {
      allow(["name", "scale", "delayMs", "delayType"], in: element, isLeaf: true)
      guard let name = required("name", of: element) else { continue }
      guard let primitive = AndroidPrimitive.named(name) else {
        fail("unknown-name", element.line, "\"\(name)\" is not a primitive")
        continue
      }
      let scale = element.attributes["scale"] == nil ? 1 : unit("scale", of: element)
      let delay =
        element.attributes["delayMs"] == nil ? 0 : integer("delayMs", of: element, atLeast: 0)
      guard let scale, let delay else { continue }
      switch element.attributes["delayType"] {
      case "relative_start_offset":
        start += Double(delay) / 1000
        made.pauses.append(false)
      case nil, "pause":
        start = end + Double(delay) / 1000
        made.pauses.append(true)
      case let type?:
        fail(
          "delay-type", element.line,
          "delayType is \"\(type)\", must be \"pause\" or \"relative_start_offset\"")
        continue
      }
      start = toNanosecond(start)
      guard start <= Timeline.longestTime else {
        return fail("time-too-large", element.line, "the total duration cannot be counted")
      }
      end = toNanosecond(start + primitive.length)
      if !primitive.isTap { log.loss.note(.assumed, of: .continuous) }
      events.append(primitive.event(at: start, scale: scale))
    }
    return Timeline(events)
  }

  /// Extends a part of a repeating effect to the end of its last tap, from which the next part is counted.
  private static func withTaps(_ part: Timeline) -> Timeline {
    var part = part
    let ends = part.events.transients.map { toNanosecond($0.time.value + WaveformSteps.pulse) }
    part.duration = max(part.duration, Seconds(ends.max() ?? 0))
    return part
  }

  // MARK: Envelopes

  private mutating func envelope(
    _ element: XMLElement, _ names: AndroidXML.EnvelopeNames
  ) -> Timeline? {
    allow([names.initial], in: element)
    var start: Double?
    if element.attributes[names.initial] != nil { start = tone(names.initial, of: element, names) }
    var points: [EnvelopeEffect.Point] = []
    for child in element.children where requireName("control-point", child) {
      if let point = point(child, names) { points.append(point) }
    }
    guard !element.children.isEmpty else {
      return fail("empty-envelope", element.line, "an envelope needs at least one control point")
    }
    guard points.count == element.children.count, let last = points.last else { return nil }
    if names.isBasic, last.level.intensity != 0 {
      fail(
        "envelope-end", element.children.last?.line ?? element.line,
        "a basic envelope must end at intensity 0, it ends at \(number(last.level.intensity))",
        cure: "add a last control point with intensity 0")
    }
    guard total(points.map { $0.milliseconds }, element) != nil else { return nil }
    log.assumed.note(.pulse, of: .transient, by: 2 * EnvelopeEffect.edge)
    return EnvelopeEffect.timeline(points, initialSharpness: start)
  }

  private mutating func point(
    _ element: XMLElement, _ names: AndroidXML.EnvelopeNames
  ) -> EnvelopeEffect.Point? {
    allow([names.level, names.tone, "durationMs"], in: element, isLeaf: true)
    let intensity = unit(names.level, of: element)
    let sharpness = tone(names.tone, of: element, names)
    let duration = integer("durationMs", of: element, atLeast: 1)
    guard let intensity, let sharpness, let duration else { return nil }
    return EnvelopeEffect.Point(
      milliseconds: duration, level: Level(intensity: intensity, sharpness: sharpness))
  }

  private mutating func tone(
    _ name: String, of element: XMLElement, _ names: AndroidXML.EnvelopeNames
  ) -> Double? { names.isBasic ? unit(name, of: element) : frequency(name, of: element) }

  // MARK: Repeating effects

  private mutating func repeating(_ element: XMLElement) -> Effect? {
    allow([], in: element)
    let names = element.children.map { $0.name }
    guard names == ["repeating"] || names == ["preamble", "repeating"] else {
      return fail(
        "repeating-content", element.line,
        "<repeating-effect> holds an optional <preamble> and then one <repeating>")
    }
    let parts = element.children.map { child in
      let before = made.style
      made.style = nil
      let part = part(child)
      if child.name == "repeating", names.count > 1, (before ?? made.style) != nil {
        made.preamble = before ?? ExportOptions.AndroidStyle.waveform.rawValue
      }
      return part
    }
    guard let body = parts.last ?? nil else { return nil }
    guard parts.count == 2 else {
      return Effect(timeline: body, loop: SteadyLoop(start: 0, period: body.duration.value))
    }
    guard let preamble = parts[0] else { return nil }
    let start = preamble.duration.value
    let moved = body.moved(by: start)
    return Effect(
      timeline: Timeline(duration: moved.duration, events: preamble.events + moved.events),
      loop: SteadyLoop(start: start, period: body.duration.value))
  }

  private mutating func part(_ element: XMLElement) -> Timeline? {
    allow([], in: element)
    guard let first = element.children.first else {
      return fail("repeating-empty", element.line, "<\(element.name)> needs content")
    }
    guard first.name == "waveform-entry" else {
      guard element.children.count == 1 || first.name == "primitive-effect",
        element.children.allSatisfy({ $0.name == first.name })
      else {
        return fail("mixed-families", first.line, "<\(element.name)> holds one family of elements")
      }
      return body(element.children).map(Self.withTaps)
    }
    return steps(element.children.compactMap { entry($0) }, [], element)?.timeline
  }
}
