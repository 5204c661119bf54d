import Lubdub
import LubdubSupport
import Testing

@testable import LubdubHaptics

/// The inputs of Android's own tests of Vibration XML, rewritten: CTS `VibrationEffectXmlSerializationTest` (as published in
/// 2025) and `core/tests/vibrator` of frameworks/base at a058b330f795e026283ea9846a9a77a1f9326a55. Valid inputs must come back
/// with equal meaning, and invalid inputs must be rejected.
@Suite struct AndroidSuiteTests {
  @Test(
    "Valid Vibration XML of Android's tests survives a strict round trip with equal meaning",
    arguments: valid)
  func comesBack(_ text: String) throws {
    let read = try HapticFormat.androidXML.read(Array(text.utf8))
    var options = ExportOptions()
    options.isStrict = true
    let written = try HapticFormat.androidXML.encode(read.document, options: options)
    #expect(!written.loss.isFelt, "\(written.loss)")
    let back = try XMLElement(document: written.bytes)
    #expect(try Meaning(back).text == Meaning(XMLElement(document: Array(text.utf8))).text)
  }

  @Test(arguments: invalid)
  func `Invalid Vibration XML of Android's tests is rejected`(_ text: String) {
    let findings = HapticFormat.androidXML.check(Array(text.utf8))
    #expect(findings.contains { $0.severity == .error })
  }

  @Test func `A vendor effect is rejected, and an empty selection plays nothing`() throws {
    let vendor = Array(effect("<vendor-effect>  UEIAAQ==\n </vendor-effect>").utf8)
    #expect(HapticFormat.androidXML.check(vendor).map(\.code) == ["vendor-effect"])
    #expect(throws: FormatError.self) { try HapticFormat.androidXML.read(vendor) }
    #expect(
      try HapticFormat.androidXML.decode(Array("<vibration-select/>".utf8)).timeline.events.isEmpty)
  }

  @Test func `Other formats drop and report the other effects of a selection`() throws {
    let read = try HapticFormat.androidXML.read(Array(selection(click, predefined("tick")).utf8))
    #expect(read.loss[.effect, .dropped] == nil)
    #expect(try HapticFormat.ahap.encode(read.document).loss[.effect, .dropped]?.count == 1)
    var edited = read.document
    var loss = LossReport()
    try edited.apply(.gain(0.5), loss: &loss)
    #expect(loss[.effect, .dropped]?.count == 1)
    let kept = try HapticFormat.json.decode(HapticFormat.json.encode(read.document).bytes)
    let xml = String(decoding: try HapticFormat.androidXML.encode(kept).bytes, as: UTF8.self)
    #expect(xml.contains("vibration-select") && xml.contains("tick"))
  }
}

/// The meaning of a file, without its spelling: attributes with default values, entries of zero length, two equal adjacent
/// entries, the sharpness of silence, and the choice of the element that repeats a waveform don't count.
private struct Meaning {
  let text: String

  init(_ root: XMLElement) {
    var root = root
    if root.name == "vibration-select", root.children.count == 1 { root = root.children[0] }
    text = Self.text(root)
  }

  private static func text(_ element: XMLElement) -> String {
    func number(_ name: String, _ other: Double = 0) -> Double {
      element.attributes[name].flatMap { Double($0) } ?? other
    }
    switch element.name {
    case "waveform-entry":
      let amplitude = element.attributes["amplitude"] == "default" ? 255 : number("amplitude")
      return "\(amplitude) \(number("durationMs"))"
    case "primitive-effect":
      let type = element.attributes["delayType"] ?? "pause"
      // From the start of the whole, an offset is a pause.
      let delay = number("delayMs")
      return "\(element.attributes["name"] ?? "") \(number("scale", 1)) \(delay) \(type)"
    case "predefined-effect": return element.attributes["name"] ?? ""
    case "control-point":
      let level = number("amplitude") + number("intensity")
      let tone = level == 0 ? 0 : number("frequencyHz") + number("sharpness")
      return "\(level) \(tone) \(number("durationMs"))"
    default: break
    }
    var children: [String] = []
    var last: (amplitude: String, length: Double)?
    for child in element.children {
      guard child.name == "waveform-entry" else {
        children.append(text(child))
        continue
      }
      let parts = text(child).split(separator: " ").map(String.init)
      let length = Double(parts[1]) ?? 0
      guard length > 0 else { continue }
      if let before = last, before.amplitude == parts[0], !children.isEmpty {
        children.removeLast()
        last = (parts[0], before.length + length)
      } else {
        last = (parts[0], length)
      }
      children.append("\(parts[0]) for \(last?.length ?? 0)")
    }
    if element.children.first?.name == "primitive-effect" {
      children[0] = children[0].replacing("relative_start_offset", with: "pause")
    }
    var name = element.name
    if name == "waveform-effect", element.children.last?.name == "repeating" {
      name = "repeating-effect"
      if children.count > 1 {
        children = [
          "preamble(\(children.dropLast().joined(separator: ", ")))", children[children.count - 1],
        ]
      }
    }
    if name.hasSuffix("envelope-effect"), let first = element.children.first {
      let start = element.attributes["initialFrequencyHz"] ?? element.attributes["initialSharpness"]
      let tone = first.attributes["frequencyHz"] ?? first.attributes["sharpness"]
      let isSilent = children.allSatisfy { $0.hasPrefix("0.0 ") }
      name += isSilent ? "" : " \(Double(start ?? tone ?? "") ?? 0)"
    }
    return "\(name)(\(children.joined(separator: ", ")))"
  }
}

// MARK: Elements

private func effect(_ content: String) -> String {
  "<vibration-effect>\(content)</vibration-effect>"
}

private func selection(_ effects: String...) -> String {
  "<vibration-select>\(effects.map(effect).joined())</vibration-select>"
}

private func waveform(_ content: String) -> String {
  "<waveform-effect>\(content)</waveform-effect>"
}

private func entries(_ steps: (Int, String)...) -> String {
  steps.map { "<waveform-entry durationMs=\"\($0.0)\" amplitude=\"\($0.1)\"/>" }.joined()
}

private func repeating(_ body: String, after preamble: String? = nil) -> String {
  let before = preamble.map { "<preamble>\($0)</preamble>" } ?? ""
  return "<repeating-effect>\(before)<repeating>\(body)</repeating></repeating-effect>"
}

private func predefined(_ name: String) -> String { "<predefined-effect name=\"\(name)\"/>" }

private func primitive(
  _ name: String, _ scale: String? = nil, delay: Int? = nil, type: String? = nil
) -> String {
  let attributes = [
    scale.map { " scale=\"\($0)\"" }, delay.map { " delayMs=\"\($0)\"" },
    type.map { " delayType=\"\($0)\"" },
  ]
  return "<primitive-effect name=\"\(name)\"\(attributes.compactMap { $0 }.joined())/>"
}

private func envelope(_ points: [(Double, Double, Int)], from start: Double? = nil) -> String {
  let first = start.map { " initialFrequencyHz=\"\($0)\"" } ?? ""
  let content = points.map {
    "<control-point amplitude=\"\($0.0)\" frequencyHz=\"\($0.1)\" durationMs=\"\($0.2)\" />"
  }
  return "<waveform-envelope-effect\(first)>\(content.joined())</waveform-envelope-effect>"
}

private func basic(_ points: [(Double, Double, Int)], from start: Double? = nil) -> String {
  let first = start.map { " initialSharpness=\"\($0)\"" } ?? ""
  let content = points.map {
    "<control-point intensity=\"\($0.0)\" sharpness=\"\($0.1)\" durationMs=\"\($0.2)\" />"
  }
  return "<basic-envelope-effect\(first)>\(content.joined())</basic-envelope-effect>"
}

// MARK: Valid

private let click = primitive("click")
private let two = click + primitive("tick", "0.2497")
private let late = primitive("low_tick", delay: 356) + primitive("spin", "0.6364", delay: 7)
private let long = entries((123, "254"), (456, "1"), (789, "255"), (0, "0"))
private let rise = [(0.2, 80.0, 10), (0.5, 150.0, 10)]
private let rounds = [(0.3, 80.0, 25), (0.4, 90.0, 30)]
private let waves = [(0.3, 0.4, 25), (0.4, 0.6, 30), (0.0, 0.7, 35)]
private let wave = [(0.3, 0.4, 25), (0.0, 0.5, 30)]
private let names = ["tick", "click", "heavy_click", "double_click"]

private let valid: [String] =
  [
    waveform(entries((10, "0"), (20, "default"), (30, "0"), (40, "default"))),
    waveform(
      entries((100, "0"), (200, "default")) + "<repeating>"
        + entries((300, "0"), (400, "default")) + "</repeating>"),
    waveform(entries((100, "1"), (200, "default"), (300, "250"))),
    waveform("<repeating>\(long)</repeating>"),
    two + late, two, late, primitive("tick") + "<!-- hi -->",
    repeating(long, after: long), repeating(long),
    envelope(rise, from: 20), envelope(rise),
    basic([(0.2, 0.5, 100), (0, 0.5, 100)], from: 0.3), basic([(0.2, 0.5, 100), (0, 0.5, 100)]),
    basic([(0.2, 0.5, 10), (0, 1, 10)], from: 0.3), basic([(0.2, 0.5, 10), (0, 1, 10)]),
    primitive("tick", type: "relative_start_offset") + primitive("click", "0.123", type: "pause")
      + primitive("low_tick", delay: 900, type: "pause")
      + primitive("spin", "0.404", delay: 10, type: "relative_start_offset"),
    primitive("tick", "0.5", type: "relative_start_offset") + primitive("click", "0.75", delay: 20),
    repeating(envelope([(0.3, 80, 25)], from: 70), after: envelope([(0.1, 50, 10)])),
    repeating(envelope([(0.3, 80, 25)], from: 70)),
    repeating(basic([(0, 0.7, 35)], from: 0.3), after: basic([(0.1, 0.1, 10), (0, 0.2, 20)])),
    repeating(two + late, after: two + late), repeating(two + late),
    repeating(predefined("click"), after: predefined("tick")),
    repeating(envelope(rounds, from: 70), after: envelope([(0.1, 50, 10), (0.2, 60, 20)])),
    repeating(envelope(rounds, from: 70)),
    repeating(
      basic(waves, from: 0.3), after: basic([(0.1, 0.1, 10), (0.2, 0.2, 20), (0, 0.2, 20)])),
    repeating(basic(waves, from: 0.3)),
    repeating(predefined("tick"), after: envelope([(0.1, 50, 10)])),
    repeating(basic(wave), after: entries((123, "254"), (456, "1"))),
    repeating(basic(wave), after: click),
  ].map(effect)
  + names.flatMap {
    [
      effect(predefined($0)), effect(repeating(predefined($0))),
      effect(repeating(predefined($0), after: predefined($0))),
    ]
  } + [
    selection(waveform(entries((10, "0"), (20, "default")))),
    selection(
      waveform(entries((1, "0"), (2, "default"), (3, "0"), (4, "default"))),
      primitive("tick") + primitive("click", "0.123") + primitive("low_tick", delay: 900)
        + primitive("spin", "0.404", delay: 9), predefined("click"),
      waveform(
        entries((1, "0")) + "<repeating>" + entries((9, "default"), (7, "0"), (3, "default"))
          + "</repeating>")),
    selection(predefined("click")), selection(two, late), selection(late, two),
    "<vibration-select>\(effect(two))<!-- comment --></vibration-select>",
    "\n<!-- before -->\n<vibration-effect>\n<!--\n multi-lined\n-->\n\(predefined("click"))<!-- c -->\n"
      + "</vibration-effect>\n<!-- after -->\n",
    "<!-- before -->\n<vibration-select>\n<!-- c -->\n\(effect("<!-- c -->" + predefined("click")))"
      + "<!-- c -->\(effect(predefined("tick")))<!-- c --></vibration-select><!-- after -->",
  ]

// MARK: Invalid

private let step = entries((10, "default"))
private let points = [(0.2, 80.0, 10)]

private func entry(_ attributes: String) -> String {
  waveform("<waveform-entry \(attributes)/>")
}

private func point(_ attributes: String) -> String {
  "<waveform-envelope-effect><control-point \(attributes)/></waveform-envelope-effect>"
}

private func basicPoints(_ first: String, from start: String = "") -> String {
  "<basic-envelope-effect\(start)><control-point \(first)/>"
    + "<control-point intensity=\"0.0\" sharpness=\"1.0\" durationMs=\"10\"/></basic-envelope-effect>"
}

private let invalid: [String] =
  [
    // No effect, or more than one.
    "", predefined("click") + predefined("tick"), predefined("click") + click,
    predefined("click") + waveform(step), click + predefined("click"), click + waveform(step),
    waveform(step) + predefined("tick"), waveform(step) + click, waveform(step) + waveform(step),
    "rand text" + click, predefined("click") + "<invalid-trailing-end-tag/>",
    // Predefined effects and primitives.
    "<predefined-effect/>", "<predefined-effect id=\"0\"/>",
    "<predefined-effect name=\"click\" extra=\"0\"/>", predefined("lick"), predefined("invalid"),
    predefined("texture_tick"), predefined("pop"), predefined("thud"), predefined("ringtone_1"),
    "<predefined-effect name=\"tick\" fallback=\"false\"/>",
    "<repeating>\(predefined("click"))</repeating>",
    "<predefined-effect name=\"click\">\(predefined("click"))</predefined-effect>",
    "<predefined-effect name=\"click\">\(click)</predefined-effect>",
    "<predefined-effect name=\"click\">\(waveform(step))</predefined-effect>",
    "<primitive-effect scale=\"1\" delayMs=\"10\"/>",
    "<primitive-effect name=\"click\" delay=\"10\"/>",
    "<primitive-effect name=\"click\" extra=\"0\"/>", primitive("lick"), primitive("click", "-1"),
    primitive("click", "2"), primitive("click", "NaN"), primitive("click", "Infinity"),
    primitive("click", delay: -1), primitive("tick", type: "invalid"), primitive("tick", type: ""),
    "<primitive-effect name=\"click\">\(predefined("click"))</primitive-effect>",
    "<primitive-effect name=\"click\">\(click)</primitive-effect>",
    "<primitive-effect name=\"click\">\(waveform(step))</primitive-effect>",
    click + "<repeating>\(primitive("tick"))</repeating>",
    // Waveforms.
    "<waveform-effect extra=\"0\">\(step)</waveform-effect>",
    waveform("<repeating extra=\"0\">\(step)</repeating>"), entry("durationMs=\"10\""),
    entry("amplitude=\"100\""), entry("amplitude=\"100\" duration=\"10\""),
    entry("amplitude=\"100\" durationMs=\"10\" extra=\"0\""),
    entry("durationMs=\"10\" amplitude=\"-1\""), entry("durationMs=\"-1\" amplitude=\"default\""),
    waveform(step + click), waveform("\(step)<repeating>\(click)</repeating>"),
    waveform(step + predefined("click")),
    waveform("\(step)<repeating>\(predefined("click"))</repeating>"),
    waveform(step + waveform(step)),
    waveform("\(step)<repeating>\(waveform(step))</repeating>"), waveform(""),
    waveform(entries((0, "10")) + "<repeating/>"),
    waveform("<repeating>\(step)</repeating><repeating>\(step)</repeating>"),
    waveform("<repeating>\(step)</repeating>\(step)"),
    waveform(entries((0, "10"), (0, "20"), (0, "30"))),
    // Envelopes.
    "<waveform-envelope-effect/>", "<waveform-envelope-effect> \n </waveform-envelope-effect>",
    "<waveform-envelope-effect>invalid</waveform-envelope-effect>", point(""),
    point("amplitude=\"-1\" frequencyHz=\"80\" durationMs=\"10\""),
    point("amplitude=\"0.2\" frequencyHz=\"0\" durationMs=\"10\""),
    point("amplitude=\"0.2\" frequencyHz=\"80\" durationMs=\"0\""), point("amplitude=\"0.2\""),
    envelope(points, from: 0), "<waveform-envelope-effect initialFrequencyHz=\"20.0\" />",
    envelope(points).replacing("effect>", with: "effect init_freq=\"20.0\">", maxReplacements: 1),
    "<control-point amplitude=\"0.2\" frequencyHz=\"80.0\" durationMs=\"10\" />",
    "<basic-envelope-effect/>", "<basic-envelope-effect> \n </basic-envelope-effect>",
    "<basic-envelope-effect>invalid</basic-envelope-effect>",
    "<basic-envelope-effect initialSharpness=\"0.2\" />", basicPoints(""),
    basicPoints("intensity=\"-1\" sharpness=\"0.8\" durationMs=\"100\""),
    basicPoints("intensity=\"0.2\" sharpness=\"-1\" durationMs=\"100\""),
    basicPoints("intensity=\"0.2\" sharpness=\"0.8\" durationMs=\"0\""),
    basicPoints("intensity=\"0.2\""),
    basicPoints(
      "intensity=\"0.2\" sharpness=\"0.8\" durationMs=\"10\"", from: " initialSharpness=\"-1.0\""),
    basicPoints(
      "intensity=\"0.2\" sharpness=\"0.8\" durationMs=\"10\"", from: " initialSharpness=\"2.0\""),
    basicPoints(
      "intensity=\"0.2\" sharpness=\"0.8\" durationMs=\"10\"", from: " init_sharp=\"20.0\""),
    basic([(0.2, 0.8, 10), (0.5, 0.8, 10)]), basic([(0.2, 0.8, 100)]),
    // Repeating effects.
    repeating("", after: entries((123, "254"))),
    repeating(entries((123, "254")), after: predefined("tick") + predefined("click")),
    repeating(predefined("tick") + predefined("click"), after: entries((123, "254"))),
    "<repeating-effect><preamble>\(envelope(points))</preamble></repeating-effect>",
    repeating(predefined("tick"), after: waveform(step)),
    repeating(waveform(step), after: predefined("tick")),
    repeating(step + primitive("tick", "0.2497")),
    repeating(predefined("tick"), after: step + primitive("tick", "0.2497")),
    repeating(entries((0, "default"))),
    "<repeating-effect>\(click)<repeating>\(click)</repeating></repeating-effect>",
    "<repeating-effect><preamble>\(click)</preamble>\(click)</repeating-effect>",
    "<repeating-effect><repeating>\(click)</repeating><preamble>\(click)</preamble></repeating-effect>",
    "<repeating-effect><repeating><preamble>\(click)</preamble>\(click)</repeating></repeating-effect>",
    "<repeating-effect><preamble>\(click)<repeating>\(click)</repeating></preamble></repeating-effect>",
    "<repeating-effect>\(click)\(click)</repeating-effect>",
  ].map(effect) + [
    // Documents.
    "", "<!-- pure comment -->", "invalid", "<vibration", "<vibration-effect>", "<vibration/>",
    "<vibration-effect/>", "<vibration-effect>\(predefined("click"))",
    "<vibration-effect><predefined-effect name=\"click\"></vibration-effect>",
    "<vibration-select></vibration-effect>", "<vibration-effect></vibration-select>",
    "<vibration>\(predefined("click"))</vibration>",
    "# some invalid initial text\n\(effect(predefined("click")))",
    "<invalid-first-tag/>\(effect(predefined("click")))",
    "<invalid-root-tag>\(predefined("click"))</invalid-root-tag>",
    "<rand-tag-name>\(selection(predefined("click")))</rand-tag-name>",
    effect(predefined("click")) + "# some invalid text",
    effect(predefined("click")) + "<invalid-trailing-tag/>",
    "<vibration-select>\(effect(predefined("click")))<invalid-trailing-end-tag/></vibration-select>",
    selection(predefined("click")) + "<invalid-trailing-end-tag/>",
    effect(predefined("click")) + effect(predefined("click")),
    selection(predefined("click")) + selection(predefined("tick")),
    "<vibration-select>\(predefined("click"))</vibration-effect></vibration-select>",
    selection(predefined("bad_click")),
    selection("<predefined-effect name=\"click\" rand_attr=\"100\"/>"),
    "<vibration-select>\(primitive("low_tick", delay: 356))</vibration-effect></vibration-select>",
    "<vibration-select bad_attr=\"123\">\(effect(predefined("tick")))</vibration-select>",
    "<vibration-effect>\(envelope(points).dropLast(27))</vibration-effect>",
  ]
