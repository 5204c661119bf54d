import Foundation
import TestSupport
import Testing

@testable import LubdubHaptics

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Vibration XML, counted by another parser: the read values and the reported losses are all that a file contains.
@Suite struct XMLCorpusTests {
  private static let corpusFiles = Recordings.files(in: "haptics/android/valid", endings: ["xml"])

  @Test(.recordings("haptics/android/valid"))
  func `Every part of Vibration XML from other tools is read or counted as lost`() throws {
    for file in Self.corpusFiles {
      try expectComplete(Data(contentsOf: file), file.lastPathComponent)
    }
  }

  @Test(arguments: nasty)
  func `Every part of difficult Vibration XML is read or counted as lost`(content: String) throws {
    try expectComplete(Data(content.utf8), content)
  }

  private static let nasty = [
    // Alternatives, the first of which no public device plays.
    "<vibration-select><vibration-effect><vendor-effect>AAAA</vendor-effect></vibration-effect>"
      + "<vibration-effect><predefined-effect name=\"double_click\"/></vibration-effect>"
      + "<vibration-effect><primitive-effect name=\"thud\"/></vibration-effect></vibration-select>",
    // Entries of no length, of the default amplitude, equal ones side by side, one pulse, a loop.
    "<vibration-effect><!-- c --><waveform-effect>"
      + [
        (0, "255"), (20, "128"), (5, "0"), (30, "default"), (30, "default"), (0, "0"), (7, "1"),
        (20, "255"),
      ].map { "<waveform-entry durationMs=\"\($0)\" amplitude=\"\($1)\"/>" }.joined()
      + "<repeating><waveform-entry durationMs=\"40\" amplitude=\"9\"/></repeating>"
      + "</waveform-effect></vibration-effect>",
    // An envelope that starts at rest twice, out of the band, and ends in full swing.
    "<vibration-effect><waveform-envelope-effect>"
      + [(0.0, 20), (0.5, 100), (0.0, 400), (0.0, 65), (1.0, 299), (0.25, 300)].map {
        "<control-point amplitude=\"\($0)\" frequencyHz=\"\($1)\" durationMs=\"25\"/>"
      }.joined() + "</waveform-envelope-effect></vibration-effect>",
    // Every primitive, one on top of another.
    "<vibration-effect>"
      + [
        "low_tick", "tick", "click", "slow_rise", "quick_rise", "quick_fall", "spin", "thud",
      ].map {
        "<primitive-effect name=\"\($0)\" scale=\"0.5\" delayMs=\"3\" "
          + "delayType=\"relative_start_offset\"/>"
      }.joined() + "</vibration-effect>",
  ]

  private func expectComplete(_ data: Data, _ name: String) throws {
    let read = try HapticFormat.androidXML.read([UInt8](data))
    let timeline = read.document.timeline
    let file = try XMLCount(data)
    let effects = read.document.annotations[AndroidXML.alternatives]?.array ?? []
    #expect(max(0, effects.count - 1) == file.alternatives, "\(name)")
    #expect((read.document.annotations["loop"] != nil) == file.repeats, "\(name)")
    let taps = timeline.events.count { $0.kind == .transient }
    #expect((read.loss[.transient, .assumed]?.count ?? 0) == file.predefinedTaps, "\(name)")
    #expect((read.loss[.continuous, .assumed]?.count ?? 0) == file.assumed, "\(name)")
    let clamped = LossReport.rendering(read.document, playsSharpness: true)
    #expect((clamped[.continuous, .clampedFrequency] != nil) == (file.outOfBand > 0), "\(name)")
    if file.primitives + file.predefinedTaps > 0 {
      #expect(timeline.events.count == file.primitives + file.predefinedTaps, "\(name)")
      return
    }
    // What sounds in the file and what sounds in the timeline; a tap stands for a pulse of 20 ms of a
    // waveform, or for 40 ms of an envelope.
    let continuous = timeline.events.filter { $0.kind != .transient }
    let pulse = file.isEnvelope ? 0.04 : 0.02
    let sounding = continuous.map { $0.duration.value }.reduce(Double(taps) * pulse, +)
    #expect(abs(sounding - Double(file.sounding) / 1000) < 1e-9, "\(name)")
    #expect(abs(timeline.duration.value - Double(file.total) / 1000) < 1e-9, "\(name)")
    let course = PlainCourse(timeline)
    for level in file.levels {
      let tap = timeline.events.first {
        $0.kind == .transient && abs($0.time.value - level.time) < pulse
      }
      let read = max(
        course.felt(level.time, left: file.isEnvelope).intensity, tap?.intensity ?? 0)
      #expect(abs(read - level.intensity) < 1e-9, "\(name), at \(level.time) s")
    }
  }
}

/// The contents of a file, by Foundation's parser and without any code of the format's own reader.
private struct XMLCount {
  private(set) var alternatives = 0
  private(set) var repeats = false
  private(set) var predefinedTaps = 0
  private(set) var primitives = 0
  /// Values that the file leaves to the device.
  private(set) var assumed = 0
  /// Frequencies that are beyond sharpness 0...1.
  private(set) var outOfBand = 0
  private(set) var isEnvelope = false
  /// Milliseconds of all entries, and of the active ones.
  private(set) var (total, sounding) = (0, 0)
  /// Intensities at moments: in the middle of an entry, or at the end of a point.
  private(set) var levels: [(time: Double, intensity: Double)] = []

  init(_ data: Data) throws {
    let elements = XMLElements()
    let parser = XMLParser(data: data)
    parser.delegate = elements
    try #require(parser.parse())
    let effects = elements.all.count { $0.name == "vibration-effect" }
    alternatives = effects - 1
    var number = 0
    var vendors: Set<Int> = []
    for element in elements.all {
      if element.name == "vibration-effect" { number += 1 }
      if element.name == "vendor-effect" { vendors.insert(number) }
    }
    // The first that is not a vendor's is played.
    let played = (1...effects).first { !vendors.contains($0) }
    number = 0
    var last = 0.0
    for element in elements.all {
      if element.name == "vibration-effect" { number += 1 }
      guard number == played else { continue }
      add(element, &last)
    }
  }

  private mutating func add(_ element: XMLElements.Element, _ last: inout Double) {
    let attributes = element.attributes
    let milliseconds = attributes["durationMs"].flatMap { Int($0) } ?? 0
    switch element.name {
    case "repeating": repeats = true
    case "predefined-effect": predefinedTaps += attributes["name"] == "double_click" ? 2 : 1
    case "primitive-effect":
      primitives += 1
      if !["low_tick", "tick", "click"].contains(attributes["name"]) { assumed += 1 }
    case "waveform-entry":
      let amplitude = attributes["amplitude"] ?? ""
      if amplitude == "default" { assumed += 1 }
      let intensity = amplitude == "default" ? 1 : (Double(amplitude) ?? -1) / 255
      if milliseconds > 0 {
        levels.append(((Double(total) + Double(milliseconds) / 2) / 1000, intensity))
      }
      total += milliseconds
      if intensity > 0 { sounding += milliseconds }
    case "waveform-envelope-effect", "basic-envelope-effect":
      isEnvelope = true
      last = 0
      countBand(attributes["initialFrequencyHz"])
    case "control-point":
      let intensity = Double(attributes["intensity"] ?? attributes["amplitude"] ?? "") ?? -1
      countBand(attributes["frequencyHz"])
      total += milliseconds
      if last > 0 || intensity > 0 { sounding += milliseconds }
      levels.append((Double(total) / 1000, intensity))
      last = intensity
    default: break
    }
  }

  private mutating func countBand(_ frequency: String?) {
    guard let hertz = frequency.flatMap({ Double($0) }) else { return }
    if !(65...300).contains(hertz) { outOfBand += 1 }
  }
}

/// The elements of a document, in their order.
private final class XMLElements: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
  }
  private(set) var all: [Element] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    all.append(Element(name: name, attributes: attributes))
  }
}
