internal import JSON
internal import Haptics
internal import Quantities
internal import Text

extension AndroidXML {
  static func read(
    _ bytes: [UInt8], findings: inout [Finding], loss: inout LossReport
  ) -> TimelineDocument? {
    var reader = AndroidXMLReader()
    defer {
      findings += reader.findings
      loss.merge(reader.loss)
    }
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLElement(document: bytes)
    } catch {
      reader.fail("xml-syntax", error.line, error.message)
      return nil
    }
    return reader.document(root)
  }
}

/// Reads Vibration XML by the rules of the platform's parser, and those that a schema cannot see.
struct AndroidXMLReader {
  private(set) var findings: [Finding] = []
  var loss = LossReport(.read)

  /// What one family of elements plays, from its own start.
  private struct Effect {
    var timeline: Timeline
    var loop: SteadyLoop?
  }

  mutating func fail(_ rule: String, _ line: Int, _ message: String, cure: String? = nil) {
    findings.append(Finding(.error, rule: rule, at: "line \(line)", message, cure: cure))
  }

  mutating func document(_ root: XMLElement) -> TimelineDocument? {
    let effects: [Effect]
    switch root.name {
    case "vibration-effect": effects = [effect(root)].compactMap { $0 }
    case "vibration-select":
      allow([], in: root)
      effects = alternatives(root)
    default:
      fail(
        "unknown-root", root.line,
        "the root is <\(root.name)>, expected <vibration-effect> or <vibration-select>")
      return nil
    }
    guard let effect = effects.first, findings.allSatisfy({ $0.severity != .error }) else {
      return nil
    }
    let annotations = effect.loop.map { ["loop": $0.annotation] } ?? [:]
    return TimelineDocument(effect.timeline, annotations: annotations)
  }

  /// The first alternative that can be played is read; the others are counted.
  private mutating func alternatives(_ root: XMLElement) -> [Effect] {
    var effects: [Effect] = []
    var kept = loss
    for child in root.children {
      guard child.name == "vibration-effect" else {
        fail("unknown-element", child.line, "<vibration-select> holds <vibration-effect> only")
        continue
      }
      if let effect = effect(child) { effects.append(effect) }
      if effects.count <= 1 { kept = loss }
    }
    loss = kept
    loss.note(.dropped, of: .effect, count: root.children.count - 1)
    return effects
  }

  private mutating func effect(_ element: XMLElement) -> Effect? {
    allow([], in: element)
    guard let first = element.children.first else {
      fail("empty-effect", element.line, "an effect needs content")
      return nil
    }
    if let other = element.children.first(where: { $0.name != first.name }) {
      fail(
        "mixed-families", other.line,
        "<\(other.name)> stands beside <\(first.name)>: one family of elements per effect",
        cure: "put each in its own <vibration-effect>")
      return nil
    }
    if element.children.count > 1, first.name != "primitive-effect" {
      fail("mixed-families", element.children[1].line, "only one <\(first.name)> per effect")
      return nil
    }
    switch first.name {
    case "waveform-effect": return waveform(first)
    case "repeating-effect": return repeating(first)
    default: return body(element.children).map { Effect(timeline: $0, loop: nil) }
    }
  }

  /// The families that stand by themselves and in a repeating effect.
  private mutating func body(_ elements: [XMLElement]) -> Timeline? {
    guard let first = elements.first else { return nil }
    switch first.name {
    case "predefined-effect": return predefined(first)
    case "primitive-effect": return primitives(elements)
    case "waveform-envelope-effect": return envelope(first, isBasic: false)
    case "basic-envelope-effect": return envelope(first, isBasic: true)
    case "vendor-effect":
      findings.append(
        Finding(
          .warning, rule: "vendor-effect", at: "line \(first.line)",
          "only the vendor's device can play this effect"))
      return nil
    default:
      fail("unknown-element", first.line, "<\(first.name)> is no known family of effects")
      return nil
    }
  }

  // MARK: Waveforms

  private mutating func waveform(_ element: XMLElement) -> Effect? {
    allow([], in: element)
    var preamble: [Steps.Step] = []
    var loop: [Steps.Step]?
    for child in element.children {
      if child.name == "repeating" {
        guard loop == nil else {
          fail("repeating-twice", child.line, "at most one <repeating> per waveform")
          return nil
        }
        allow([], in: child)
        guard !child.children.isEmpty else {
          fail("repeating-empty", child.line, "<repeating> needs at least one entry")
          return nil
        }
        loop = child.children.compactMap { entry($0) }
        continue
      }
      guard loop == nil else {
        fail("repeating-last", child.line, "nothing may follow <repeating>")
        return nil
      }
      if let step = entry(child) { preamble.append(step) }
    }
    guard !element.children.isEmpty else {
      fail("empty-waveform", element.line, "a waveform needs at least one entry")
      return nil
    }
    return steps(preamble, loop ?? [], element)
  }

  private mutating func steps(
    _ preamble: [Steps.Step], _ body: [Steps.Step], _ element: XMLElement
  ) -> Effect? {
    guard let start = total(preamble, element), let period = total(body, element) else {
      return nil
    }
    guard start + period > 0 else {
      fail("zero-total", element.line, "the total duration must be above 0")
      return nil
    }
    let timeline = Steps.timeline(preamble + body)
    guard period > 0 else { return Effect(timeline: timeline, loop: nil) }
    let loop = SteadyLoop(start: Double(start) / 1000, period: Double(period) / 1000)
    return Effect(timeline: timeline, loop: loop)
  }

  private mutating func total(_ steps: [Steps.Step], _ element: XMLElement) -> Int? {
    var total = 0
    for step in steps {
      let (sum, overflow) = total.addingReportingOverflow(step.milliseconds)
      guard !overflow, sum <= Self.longest else {
        fail("time-too-large", element.line, "the total duration cannot be counted")
        return nil
      }
      total = sum
    }
    return total
  }

  /// 104 days in milliseconds, the longest timeline.
  static let longest = Int(clamping: 9_007_199_000 as Int64)

  private mutating func entry(_ element: XMLElement) -> Steps.Step? {
    guard element.name == "waveform-entry" else {
      fail("unknown-element", element.line, "expected <waveform-entry>, found <\(element.name)>")
      return nil
    }
    allow(["durationMs", "amplitude"], in: element, isLeaf: true)
    guard let duration = integer("durationMs", of: element, atLeast: 0),
      let amplitude = required("amplitude", of: element)
    else { return nil }
    if amplitude == "default" {
      loss.note(.assumed, of: .continuous)
      return Steps.Step(milliseconds: duration, intensity: 1)
    }
    guard let level = Int(amplitude), (0...255).contains(level) else {
      fail(
        "amplitude-range", element.line,
        "amplitude is \"\(amplitude)\", must be 0 to 255 or \"default\"")
      return nil
    }
    return Steps.Step(milliseconds: duration, intensity: Double(level) / 255)
  }

  // MARK: Predefined effects and primitives

  private mutating func predefined(_ element: XMLElement) -> Timeline? {
    allow(["name"], in: element, isLeaf: true)
    guard let name = required("name", of: element) else { return nil }
    let taps: [(time: Double, intensity: Double, sharpness: Double)]
    switch name {
    case "tick": taps = [(0, 0.5, 0.8)]
    case "click": taps = [(0, 0.7, 0.5)]
    case "heavy_click": taps = [(0, 1, 0.3)]
    case "double_click": taps = [(0, 0.7, 0.5), (0.1, 0.7, 0.5)]
    case "texture_tick", "thud", "pop":
      fail(
        "hidden-effect", element.line,
        "\"\(name)\" is a hidden effect, which the public parser refuses",
        cure: "use tick, click, heavy_click or double_click")
      return nil
    default:
      fail(
        "unknown-name", element.line,
        "\"\(name)\" is no predefined effect; public ones are tick, click, heavy_click, double_click"
      )
      return nil
    }
    loss.note(.assumed, of: .transient, count: taps.count)
    let events = taps.map {
      HapticEvent(time: Seconds($0.time), intensity: $0.intensity, sharpness: $0.sharpness)
    }
    return Timeline(duration: Seconds(taps[taps.count - 1].time + Steps.pulse), events: events)
  }

  /// The primitives and the lengths in seconds that a pause after them is counted from; devices differ.
  private static let lengths: [String: Double] = [
    "low_tick": Steps.pulse, "tick": Steps.pulse, "click": Steps.pulse, "slow_rise": 0.5,
    "quick_rise": 0.15, "quick_fall": 0.1, "spin": 0.15, "thud": 0.3,
  ]

  private mutating func primitives(_ elements: [XMLElement]) -> Timeline? {
    var events: [HapticEvent] = []
    var (start, end) = (0.0, 0.0)
    for element in elements {
      allow(["name", "scale", "delayMs", "delayType"], in: element, isLeaf: true)
      guard let name = required("name", of: element) else { continue }
      guard let length = Self.lengths[name] else {
        fail("unknown-name", element.line, "\"\(name)\" is no primitive")
        continue
      }
      let scale = element.attributes["scale"] == nil ? 1 : unit("scale", of: element)
      let delay =
        element.attributes["delayMs"] == nil ? 0 : integer("delayMs", of: element, atLeast: 0)
      guard let scale, let delay else { continue }
      switch element.attributes["delayType"] {
      case "relative_start_offset": start += Double(delay) / 1000
      case nil, "pause": start = end + Double(delay) / 1000
      case let type?:
        fail(
          "delay-type", element.line,
          "delayType is \"\(type)\", must be \"pause\" or \"relative_start_offset\"")
        continue
      }
      start = toNanosecond(start)
      guard start <= NormalizedTimeline.longestTime else {
        fail("time-too-large", element.line, "the total duration cannot be counted")
        return nil
      }
      end = toNanosecond(start + length)
      if !AndroidXML.taps.contains(where: { $0.name == name }) {
        loss.note(.assumed, of: .continuous)
      }
      events.append(primitive(name, at: start, length, scale))
    }
    let last = events.map { $0.end }.max() ?? 0
    return Timeline(duration: Seconds(toNanosecond(last)), events: events)
  }

  private func primitive(
    _ name: String, at start: Double, _ length: Double, _ scale: Double
  ) -> HapticEvent {
    if let tap = AndroidXML.taps.first(where: { $0.name == name }) {
      return HapticEvent(time: Seconds(start), intensity: scale, sharpness: tap.sharpness)
    }
    let isRise = name.hasSuffix("rise")
    let isFall = name == "quick_fall" || name == "thud"
    let points = [(0, isRise ? 0 : scale), (length, isFall ? 0 : scale)].map {
      HapticEvent.CurvePoint(time: Seconds($0.0), intensity: $0.1, sharpness: 0.5)
    }
    return HapticEvent(
      time: Seconds(start), intensity: scale, sharpness: 0.5,
      kind: .continuous(duration: Seconds(length), curve: name == "spin" ? [] : points))
  }

  // MARK: Envelopes

  private mutating func envelope(_ element: XMLElement, isBasic: Bool) -> Timeline? {
    let initial = isBasic ? "initialSharpness" : "initialFrequencyHz"
    allow([initial], in: element)
    var start: Double?
    if element.attributes[initial] != nil {
      start = isBasic ? unit(initial, of: element) : frequency(initial, of: element)
    }
    var points: [Envelope.Point] = []
    for child in element.children {
      guard child.name == "control-point" else {
        fail("unknown-element", child.line, "expected <control-point>, found <\(child.name)>")
        continue
      }
      if let point = point(child, isBasic: isBasic) { points.append(point) }
    }
    guard !element.children.isEmpty else {
      fail("empty-envelope", element.line, "an envelope needs at least one control point")
      return nil
    }
    guard points.count == element.children.count, let last = points.last else { return nil }
    if isBasic, last.level.intensity != 0 {
      fail(
        "envelope-end", element.children.last?.line ?? element.line,
        "a basic envelope must end at intensity 0, it ends at \(number(last.level.intensity))",
        cure: "add a last control point with intensity 0")
    }
    let total = points.reduce(0.0) { $0 + Double($1.milliseconds) }
    guard total <= Double(Self.longest) else {
      fail("time-too-large", element.line, "the total duration cannot be counted")
      return nil
    }
    return Envelope.timeline(points, initialSharpness: start)
  }

  private mutating func point(_ element: XMLElement, isBasic: Bool) -> Envelope.Point? {
    let names = isBasic ? ["intensity", "sharpness"] : ["amplitude", "frequencyHz"]
    allow(names + ["durationMs"], in: element, isLeaf: true)
    let intensity = unit(names[0], of: element)
    let sharpness = isBasic ? unit(names[1], of: element) : frequency(names[1], of: element)
    let duration = integer("durationMs", of: element, atLeast: 1)
    guard let intensity, let sharpness, let duration else { return nil }
    return Envelope.Point(
      milliseconds: duration, level: Level(intensity: intensity, sharpness: sharpness))
  }

  // MARK: Repeating effects

  private mutating func repeating(_ element: XMLElement) -> Effect? {
    allow([], in: element)
    let names = element.children.map { $0.name }
    guard names == ["repeating"] || names == ["preamble", "repeating"] else {
      fail(
        "repeating-content", element.line,
        "<repeating-effect> holds an optional <preamble> and then one <repeating>")
      return nil
    }
    let parts = element.children.map { part($0) }
    guard let body = parts.last ?? nil else { return nil }
    guard parts.count == 2 else {
      return Effect(timeline: body, loop: SteadyLoop(start: 0, period: body.duration.value))
    }
    guard let preamble = parts[0] else { return nil }
    let start = preamble.duration.value
    let moved = body.events.map {
      var event = $0
      event.time = Seconds(toNanosecond($0.time.value + start))
      return event
    }
    let timeline = Timeline(
      duration: Seconds(toNanosecond(start + body.duration.value)),
      events: preamble.events + moved)
    return Effect(
      timeline: timeline, loop: SteadyLoop(start: start, period: body.duration.value))
  }

  private mutating func part(_ element: XMLElement) -> Timeline? {
    allow([], in: element)
    guard let first = element.children.first else {
      fail("repeating-empty", element.line, "<\(element.name)> needs content")
      return nil
    }
    guard first.name == "waveform-entry" else {
      guard element.children.count == 1 || first.name == "primitive-effect",
        element.children.allSatisfy({ $0.name == first.name })
      else {
        fail("mixed-families", first.line, "<\(element.name)> holds one family of elements")
        return nil
      }
      return body(element.children)
    }
    return steps(element.children.compactMap { entry($0) }, [], element)?.timeline
  }
}
