internal import Haptics
internal import Quantities
internal import Text

/// Reads Vibration XML by the rules of the platform's parser, and those that a schema cannot see.
struct AndroidXMLReader {
  var log: ReadingLog

  /// What one family of elements plays, from its own start.
  private struct Effect {
    var timeline: Timeline
    var loop: SteadyLoop?
  }

  private mutating func fail(
    _ rule: String, _ line: Int, _ message: String, cure: String? = nil
  ) {
    log.fail(rule, at: "line \(line)", message, cure: cure)
  }

  private mutating func fail<Value>(
    _ rule: String, _ line: Int, _ message: String, cure: String? = nil
  ) -> Value? {
    log.fail(rule, at: "line \(line)", message, cure: cure)
  }

  mutating func document(_ bytes: [UInt8]) -> TimelineDocument? {
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLElement(document: bytes)
    } catch {
      return fail("xml-syntax", error.line, error.message)
    }
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
    return effects.first.map {
      TimelineDocument($0.timeline, annotations: $0.loop.map { ["loop": $0.annotation] } ?? [:])
    }
  }

  /// The alternatives that can be played. The first is read; the others are counted.
  private mutating func alternatives(_ root: XMLElement) -> [Effect] {
    var effects: [Effect] = []
    var kept = log.loss
    for child in root.children {
      guard child.name == "vibration-effect" else {
        fail("unknown-element", child.line, "<vibration-select> holds <vibration-effect> only")
        continue
      }
      if let effect = effect(child) { effects.append(effect) }
      if effects.count <= 1 { kept = log.loss }
    }
    log.loss = kept
    log.loss.note(.dropped, of: .effect, count: root.children.count - 1)
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
        "<\(other.name)> stands beside <\(first.name)>: one family of elements per effect",
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

  /// The families that stand by themselves and in a repeating effect.
  private mutating func body(_ elements: [XMLElement]) -> Timeline? {
    guard let first = elements.first else { return nil }
    switch first.name {
    case "predefined-effect": return predefined(first)
    case "primitive-effect": return primitives(elements)
    case "waveform-envelope-effect": return envelope(first, .waveform)
    case "basic-envelope-effect": return envelope(first, .basic)
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
    guard period > 0 else { return Effect(timeline: timeline, loop: nil) }
    let loop = SteadyLoop(start: Double(start) / 1000, period: Double(period) / 1000)
    return Effect(timeline: timeline, loop: loop)
  }

  /// A sum of milliseconds; a finding when it is too large.
  private mutating func total(_ lengths: [Int], _ element: XMLElement) -> Int? {
    var total = 0
    for length in lengths {
      let (sum, overflow) = total.addingReportingOverflow(length)
      guard !overflow, sum <= Self.longest else {
        return fail("time-too-large", element.line, "the total duration cannot be counted")
      }
      total = sum
    }
    return total
  }

  /// The longest timeline in milliseconds.
  private static let longest = Int(clamping: 9_007_199_000 as Int64)

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
    let level: Level
    switch name {
    case "tick": level = Level(intensity: 0.5, sharpness: 0.8)
    case "click", "double_click": level = Level(intensity: 0.7, sharpness: 0.5)
    case "heavy_click": level = Level(intensity: 1, sharpness: 0.3)
    case "texture_tick", "thud", "pop":
      return fail(
        "hidden-effect", element.line,
        "\"\(name)\" is a hidden effect, which the public parser refuses",
        cure: "use tick, click, heavy_click or double_click")
    default:
      return fail(
        "unknown-name", element.line,
        "\"\(name)\" is not a predefined effect; public ones are tick, click, heavy_click, "
          + "double_click")
    }
    let times = name == "double_click" ? [0, 0.1] : [0]
    log.loss.note(.assumed, of: .transient, count: times.count)
    return Timeline(
      duration: Seconds((times.last ?? 0) + WaveformSteps.pulse),
      events: times.map { HapticEvent(at: $0, level) })
  }

  /// The primitives and the lengths in seconds that a pause after them is counted from; devices differ.
  private static let lengths: [String: Double] = [
    "low_tick": WaveformSteps.pulse, "tick": WaveformSteps.pulse, "click": WaveformSteps.pulse,
    "slow_rise": 0.5,
    "quick_rise": 0.15, "quick_fall": 0.1, "spin": 0.15, "thud": 0.3,
  ]

  private mutating func primitives(_ elements: [XMLElement]) -> Timeline? {
    var events: [HapticEvent] = []
    var (start, end) = (0.0, 0.0)
    for element in elements {
      allow(["name", "scale", "delayMs", "delayType"], in: element, isLeaf: true)
      guard let name = required("name", of: element) else { continue }
      guard let length = Self.lengths[name] else {
        fail("unknown-name", element.line, "\"\(name)\" is not a primitive")
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
      guard start <= Timeline.longestTime else {
        return fail("time-too-large", element.line, "the total duration cannot be counted")
      }
      end = toNanosecond(start + length)
      if !AndroidXML.taps.contains(where: { $0.name == name }) {
        log.loss.note(.assumed, of: .continuous)
      }
      events.append(primitive(name, at: start, length, scale))
    }
    return Timeline(events)
  }

  private func primitive(
    _ name: String, at start: Double, _ length: Double, _ scale: Double
  ) -> HapticEvent {
    let tap = AndroidXML.taps.first { $0.name == name }
    let full = Level(intensity: scale, sharpness: tap?.sharpness ?? 0.5)
    if tap != nil { return HapticEvent(at: start, full) }
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
  ) -> Double? {
    names.isBasic ? unit(name, of: element) : frequency(name, of: element)
  }

  // MARK: Repeating effects

  private mutating func repeating(_ element: XMLElement) -> Effect? {
    allow([], in: element)
    let names = element.children.map { $0.name }
    guard names == ["repeating"] || names == ["preamble", "repeating"] else {
      return fail(
        "repeating-content", element.line,
        "<repeating-effect> holds an optional <preamble> and then one <repeating>")
    }
    let parts = element.children.map { part($0) }
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
      return body(element.children)
    }
    return steps(element.children.compactMap { entry($0) }, [], element)?.timeline
  }

  // MARK: Attributes

  /// Whether an element has the expected name; a finding when it has not.
  private mutating func requireName(_ name: String, _ element: XMLElement) -> Bool {
    if element.name == name { return true }
    fail("unknown-element", element.line, "expected <\(name)>, found <\(element.name)>")
    return false
  }

  /// Findings for attributes that are not known and for text; with `isLeaf` for children too.
  private mutating func allow(_ names: [String], in element: XMLElement, isLeaf: Bool = false) {
    for name in element.attributes.keys.sorted() where !names.contains(name) {
      fail("unknown-attribute", element.line, "<\(element.name)> has no attribute \"\(name)\"")
    }
    if !element.text.isEmpty {
      fail("unexpected-text", element.line, "<\(element.name)> holds no text")
    }
    if isLeaf, let child = element.children.first {
      fail("unknown-element", child.line, "<\(element.name)> holds no elements")
    }
  }

  private mutating func required(_ name: String, of element: XMLElement) -> String? {
    guard let text = element.attributes[name] else {
      return fail(
        "missing-attribute", element.line, "<\(element.name)> needs the attribute \"\(name)\"")
    }
    return text
  }

  private mutating func integer(
    _ name: String, of element: XMLElement, atLeast least: Int
  ) -> Int? {
    guard let text = required(name, of: element) else { return nil }
    guard let value = Int(text), value >= least, value <= Self.longest else {
      return fail(
        "duration-range", element.line,
        "\(name) is \"\(text)\", must be a whole number, \(least) to \(Self.longest)")
    }
    return value
  }

  private mutating func decimal(_ name: String, of element: XMLElement) -> Double? {
    guard let text = required(name, of: element) else { return nil }
    let isDecimal = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard isDecimal, let value = Double(text), value.isFinite else {
      return fail("wrong-type", element.line, "\(name) is \"\(text)\", must be a decimal number")
    }
    return value == 0 ? 0 : value
  }

  private mutating func unit(_ name: String, of element: XMLElement) -> Double? {
    guard let value = decimal(name, of: element) else { return nil }
    guard (0...1).contains(value) else {
      let rule = name.hasSuffix("harpness") ? "sharpness-range" : "intensity-range"
      return fail(rule, element.line, "\(name) is \(value), must be in 0...1")
    }
    return toPicoUnit(value)
  }

  /// The sharpness of a frequency.
  private mutating func frequency(_ name: String, of element: XMLElement) -> Double? {
    guard let value = decimal(name, of: element) else { return nil }
    guard value > 0 else {
      return fail("frequency-range", element.line, "\(name) is \(value), must be above 0")
    }
    let (sharpness, excess) = sharpness(ofFrequency: value)
    if excess > 1e-9 { log.loss.note(.clampedValue, of: .continuous, by: excess) }
    return sharpness
  }
}
