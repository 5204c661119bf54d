import Lubdub
import LubdubSupport
import Testing

@testable import LubdubHaptics

/// Each rule finds its fault and reports the place.
@Suite struct CheckTests {
  private func finding(_ text: String, _ rule: String) -> Finding? {
    let bytes = Array(text.utf8)
    return FileKind.recognize(bytes).check(bytes)?.first { $0.code == rule }
  }

  @Test(arguments: [
    (#"{"Version":1,"Pattern":[{"ParameterCurves":{}}]}"#, "unknown-key", "ParameterCurves"),
    (#"{"Version":1}"#, "missing-pattern", "$"),
    (
      #"{"Pattern":[{"Event":{"Time":-1,"EventType":"HapticTransient"}}]}"#, "time-negative",
      "$.Pattern[0].Event.Time"
    ),
    (
      #"{"Pattern":[{"Event":{"EventType":"HapticTransient","EventParameters":"#
        + #"[{"ParameterID":"HapticIntensity","ParameterValue":1.5}]}}]}"#, "value-clamped",
      "$.Pattern[0].Event.EventParameters[0].ParameterValue"
    ),
    (
      #"{"Pattern":[{"Event":{"EventType":"HapticContinuous","EventDuration":31}}]}"#,
      "continuous-over-30s", "$.Pattern[0].Event.EventDuration"
    ),
    (#"{"Pattern":[{"Event":{"EventType":"Haptic"}}]}"#, "unknown-event-type", "EventType"),
  ])
  func `AHAP mistakes are found with a place`(text: String, rule: String, place: String) throws {
    let found = try #require(finding(text, rule))
    #expect(found.place?.contains(place) == true)
  }

  @Test func `AHAP is read like in Apple's reader: unknown keys, clamps, and long events play`()
    throws
  {
    let text =
      #"{"Pattern":[{"Event":{"EventType":"HapticContinuous","EventDuration":31,"Other":1,"#
      + #""EventParameters":[{"ParameterID":"HapticSharpness","ParameterValue":2}]}}]}"#
    let timeline = try HapticFormat.ahap.decode(Array(text.utf8)).timeline
    #expect(timeline.duration == 31)
    #expect(timeline.events.first?.sharpness == 1)
    #expect(timeline.events.first?.intensity == 1)
  }

  @Test("Transients silenced by a curve are reported, and silent transients are not")
  func silenced() throws {
    func tap(_ time: Double, _ intensity: Double) -> String {
      #"{"Event":{"Time":\#(time),"EventType":"HapticTransient","EventParameters":"#
        + #"[{"ParameterID":"HapticIntensity","ParameterValue":\#(intensity)}]}}"#
    }
    let curve =
      #"{"ParameterCurve":{"ParameterID":"HapticIntensityControl","Time":0,"#
      + #""ParameterCurveControlPoints":[{"Time":0,"ParameterValue":1},{"Time":1,"ParameterValue":0}]}}"#
    func found(_ entries: [String]) -> Finding? {
      finding(#"{"Pattern":[\#(entries.joined(separator: ","))]}"#, "silenced-transient")
    }
    let one = try #require(found([tap(0, 1), tap(0.5, 1), tap(1.5, 0.8), curve]))
    #expect(one.place == "$.Pattern[2].Event")
    #expect(
      one.message == "the transient at 1.5 s is not felt: HapticIntensityControl is 0 there")
    let three = try #require(found([tap(3, 1), tap(1, 1), tap(2, 0), tap(2.5, 1), curve]))
    #expect(three.message.hasPrefix("the transient at 1.0 s is not felt"))
    #expect(three.message.hasSuffix("as it is at 2 more"))
    #expect(found([tap(0, 1), tap(0.5, 1), tap(2, 0), curve]) == nil)
    #expect(found([tap(1.5, 1)]) == nil)
  }

  @Test func `Continuous events silenced completely by a curve are reported`() throws {
    func event(_ time: Double, _ duration: Double) -> String {
      #"{"Event":{"Time":\#(time),"EventType":"HapticContinuous","EventDuration":\#(duration)}}"#
    }
    let curve =
      #"{"ParameterCurve":{"ParameterID":"HapticIntensityControl","Time":0,"#
      + #""ParameterCurveControlPoints":[{"Time":0,"ParameterValue":0},"#
      + #"{"Time":2,"ParameterValue":0},{"Time":3,"ParameterValue":1}]}}"#
    func found(_ entries: [String]) -> Finding? {
      finding(#"{"Pattern":[\#(entries.joined(separator: ","))]}"#, "silenced-continuous")
    }
    let two = try #require(found([event(0, 1), event(1, 0.5), event(1.5, 1), curve]))
    #expect(two.place == "$.Pattern[0].Event")
    #expect(
      two.message
        == "the continuous event at 0.0 s is not felt: HapticIntensityControl is 0 throughout, as it "
        + "is at 1 more")
    #expect(found([event(1.5, 1), event(4, 1), curve]) == nil)
    #expect(found([event(0, 1)]) == nil)
  }

  @Test func `A curve's points count from the curve's start`() throws {
    let text =
      #"{"Pattern":[{"Event":{"EventType":"HapticContinuous","EventDuration":4,"#
      + #""EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.5}]}},"#
      + #"{"ParameterCurve":{"ParameterID":"HapticIntensityControl","Time":1,"#
      + #""ParameterCurveControlPoints":[{"Time":0,"ParameterValue":0},"#
      + #"{"Time":2,"ParameterValue":1}]}}]}"#
    let course = PlainCourse(try HapticFormat.ahap.decode(Array(text.utf8)).timeline)
    let levels = [0.5, 1.5, 2, 3.5].map { course.felt($0).intensity }
    #expect(levels == [0.5, 0.125, 0.25, 0.5])
  }

  @Test(arguments: [
    (#"[10, 20, 20000]"#, "short-pulse"), (#"[100, 20, 20000]"#, "entry-too-long"),
    (#"{"MetaData":{},"Channels":[{"Pattern":[{"Event":{"Type":"x"}}]}]}"#, "unknown-event-type"),
    (#"{"project":{"tracks":[{"effects":[{}]}]}}"#, "missing-member"),
    (#"{"profile":"Main","perceptions":[]}"#, "missing-member"),
    ("<vibration/>", "unknown-root"), ("<vibration-effect", "xml-syntax"),
    ("<!DOCTYPE x><vibration-effect/>", "xml-syntax"),
    (
      "<vibration-effect>text<predefined-effect name='tick'/></vibration-effect>",
      "unexpected-text"
    ),
    ("\u{1}\u{2}", "unknown-kind"), ("", "unknown-kind"),
    ("<!DOCTYPE html><p>a: b</p>", "unknown-kind"),
    ("<svg xmlns='http://www.w3.org/2000/svg'/>", "unknown-kind"),
    (#"{"format":"lubdub-timeline","version":2}"#, "unknown-version"),
  ])
  func `Mistakes in other formats are found`(text: String, rule: String) {
    #expect(finding(text, rule) != nil)
  }

  @Test func `Entries that browsers cut are dropped and reported as a noticeable loss`() throws {
    let long = try HapticFormat.webVibrate.read(Array("[20000, 5, 45]".utf8))
    #expect(long.document.timeline.events.map(\.time.value) == [0, 10.005])
    #expect(long.findings.map(\.code) == ["entry-too-long"] && long.loss.isFelt)
    let entries = repeatElement("45", count: 120).joined(separator: ",")
    let many = try HapticFormat.webVibrate.read(Array("[\(entries)]".utf8))
    #expect(many.document.timeline.events.count == 50)
    #expect(many.findings.map(\.code) == ["too-many-entries"])
    #expect(many.loss[.continuous, .dropped]?.count == 10)
  }

  @Test func `Syntax errors in XML name the line`() throws {
    let text = "<vibration-effect>\n<waveform-effect>\n<waveform-entry durationMs=\"1\"\n"
    #expect(finding(text, "xml-syntax")?.place == "line 4")
  }

  @Test func `Transients that are too close and overlaps that clip are found`() throws {
    let events = [0, 0.013].map { HapticEvent(time: Seconds($0), intensity: 1, sharpness: 0) }
    let near = try HapticFormat.json.encode(
      TimelineDocument(Timeline(duration: 1, events: events)))
    #expect(HapticFormat.json.check(near.bytes).map(\.code) == ["transients-too-near"])
    let long = [0, 0.5].map {
      HapticEvent(
        time: Seconds($0), intensity: 0.8, sharpness: 0, kind: .continuous(duration: 1, curve: []))
    }
    let loud = try HapticFormat.json.encode(TimelineDocument(Timeline(duration: 2, events: long)))
    #expect(HapticFormat.json.check(loud.bytes).map(\.code) == ["clipping"])
  }

  @Test(arguments: [-1, .nan, .infinity, 1e9])
  func `Numbers that no format can store are rejected`(time: Double) {
    let events = [HapticEvent(time: Seconds(time), intensity: 1, sharpness: 0)]
    let document = TimelineDocument(Timeline(duration: 1, events: events))
    for format in HapticFormat.allCases {
      #expect(throws: FormatError.self) { try format.encode(document) }
    }
  }

  @Test func `File kinds are recognized by content`() {
    let texts: [(String, FileKind)] = [
      ("t_s,source,range_m\n0,uwb,1\n", .trace), (#"{"t_s":0,"source":"uwb"}"# + "\n", .trace),
      ("zones:\n  edges: [1]\n", .configuration), ("# note\nrssi.x: 1\n", .configuration),
      ("RIFF....WAVE", .wav), (#"{"Pattern":[]}"#, .haptics(.ahap)),
      ("[1,2]", .haptics(.webVibrate)),
    ]
    for (text, kind) in texts { #expect(FileKind.recognize(Array(text.utf8)) == kind) }
    #expect(FileKind.recognize(Array("{".utf8), name: "a.AHAP").format == .ahap)
  }
}
