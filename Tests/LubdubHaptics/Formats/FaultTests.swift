import Lubdub
import LubdubSupport
import Testing

@testable import LubdubHaptics

/// Faults found with other people's files, each with the smallest file that shows the fault.
@Suite struct FaultTests {
  private func read(_ text: String, _ format: HapticFormat) throws -> DecodedTimeline {
    try format.read(Array(text.utf8))
  }

  private func ahap(_ entries: String) -> String { #"{"Version":1,"Pattern":["# + entries + "]}" }

  private let tap = #"{"Event":{"Time":0,"EventType":"HapticTransient"}}"#

  @Test func `AHAP trailing commas are accepted and reported`() throws {
    let text = #"{"Version":1,"Pattern":[{"Event":{"EventType":"HapticTransient",},},],}"#
    #expect(FileKind.recognize(Array(text.utf8)).format == .ahap)
    let read = try read(text, .ahap)
    #expect(read.document.timeline.events.count == 1)
    #expect(read.findings.map(\.code) == ["trailing-comma"])
    #expect(throws: FormatError.self) { try self.read(#"{"Pattern":[,]}"#, .ahap) }
  }

  @Test("AHAP sharpness bends where control plus base leaves 0...1, as in Apple's Inflate")
  func inflate() throws {
    let text = ahap(
      #"{"Event":{"EventType":"HapticContinuous","EventDuration":2,"EventParameters":"#
        + #"[{"ParameterID":"HapticSharpness","ParameterValue":0.5}]}},"#
        + #"{"ParameterCurve":{"ParameterID":"HapticSharpnessControl","Time":0,"#
        + #""ParameterCurveControlPoints":[{"Time":0,"ParameterValue":-1},"#
        + #"{"Time":2,"ParameterValue":1}]}}"#)
    let course = PlainCourse(try read(text, .ahap).document.timeline)
    // 0.5 + (t - 1), clamped: 0 until 0.5 s, 1 from 1.5 s on.
    for (time, sharpness) in [(0.25, 0.0), (0.75, 0.25), (1, 0.5), (1.4, 0.9), (1.75, 1)] {
      #expect(abs(course.felt(time).sharpness - sharpness) < 1e-9, "at \(time) s")
    }
  }

  @Test func `AHAP audio, envelopes, and events without a duration are counted as lost`() throws {
    let text = ahap(
      tap + #",{"Event":{"EventType":"AudioContinuous"}},"#
        + #"{"Event":{"EventType":"HapticContinuous"}},"#
        + #"{"Event":{"EventType":"HapticContinuous","EventDuration":1,"EventParameters":"#
        + #"[{"ParameterID":"AttackTime","ParameterValue":0.5},"#
        + #"{"ParameterID":"Sustained","ParameterValue":0}]}},"#
        + #"{"Parameter":{"ParameterID":"AudioVolumeControl","ParameterValue":0.5}},{"Other":1}"#)
    let read = try read(text, .ahap)
    #expect(read.document.timeline.events.count == 2)
    #expect(read.loss[.audio, .dropped]?.count == 2)
    #expect(read.loss[.continuous, .dropped]?.count == 1)
    #expect(read.loss[.continuous, .assumed]?.count == 1)
    #expect(read.loss[.effect, .dropped]?.count == 1)
    #expect(read.loss.isFelt)
  }

  @Test func `A RichTap file is recognized as RichTap, not as an AHAP without events`() throws {
    let text =
      #"{"Metadata":{"Version":1},"Pattern":[{"Event":{"Type":"transient","RelativeTime":50,"#
      + #""Parameters":{"Intensity":80,"Frequency":40}}}]}"#
    #expect(FileKind.recognize(Array(text.utf8)).format == .richTap)
    let event = try read(text, .richTap).document.timeline.events.first
    #expect(event == HapticEvent(time: 0.05, intensity: 0.8, sharpness: 0.4))
    #expect(throws: FormatError.self) { try self.read(text, .ahap) }
    #expect(throws: FormatError.self) { try self.read(#"{"Pattern":[{"X":1}]}"#, .ahap) }
  }

  @Test func `An unknown file is rejected`() {
    for text in [#"{"a":1}"#, #"[[1]]"#, "hello", ""] {
      #expect(FileKind.recognize(Array(text.utf8)).format == nil, "\(text)")
    }
  }

  private func hjif(_ bands: String, timescale: Int = 1000) -> String {
    #"{"version":"2023","profile":"Main","level":1,"date":"2023-12-15","description":"","#
      + #""timescale":\#(timescale),"avatars":[],"syncs":[],"perceptions":[{"id":0,"#
      + #""avatar_id":0,"channels":[{"id":0,"gain":1,"bands":[\#(bands)]}]}]}"#
  }

  @Test func `HJIF wavelet effects are counted as lost`() throws {
    let band = #"{"band_type":"WaveletWave","effects":[{},{},{}]}"#
    let tap =
      #"{"band_type":"Transient","effects":[{"keyframes":[{"relative_position":0}]}]}"#
    #expect(try read(hjif("\(band),\(tap)"), .hjif).loss[.effect, .dropped]?.count == 3)
    // Without an event besides, nothing would be left.
    #expect(throws: FormatError.self) { try read(hjif(band), .hjif) }
  }

  @Test func `An HJIF amplitude above 1 is counted as clamped`() throws {
    let band =
      #"{"band_type":"Transient","effects":[{"effect_type":"Basis","position":0,"#
      + #""keyframes":[{"relative_position":0,"amplitude_modulation":1.5,"#
      + #""frequency_modulation":100}]}]}"#
    let loss = try read(hjif(band), .hjif).loss
    #expect(loss[.transient, .clampedValue]?.largest == 0.5)
  }

  @Test func `Unordered HJIF keyframes are played in the order of time`() throws {
    let band =
      #"{"band_type":"VectorialWave","effects":[{"effect_type":"Basis","position":0,"#
      + #""base_signal":"Sine","keyframes":[{"relative_position":0,"amplitude_modulation":0},"#
      + #"{"relative_position":2000,"amplitude_modulation":0},"#
      + #"{"relative_position":1000,"amplitude_modulation":1}]}]}"#
    let read = try read(hjif(band), .hjif)
    let rules = read.findings.map(\.code).filter { $0 != "missing-member" }
    #expect(rules == ["keyframe-order"])
    #expect(PlainCourse(read.document.timeline).felt(1).intensity == 1)
    #expect(read.document.timeline.duration == 2)
  }

  @Test(arguments: [0.1, 1.3, 2, 60, 200])
  func `HJIF positions fit the bits of the binary form`(duration: Double) throws {
    let points = [0.0, duration].map {
      HapticEvent.CurvePoint(time: Seconds($0), intensity: $0 > 0 ? 1 : 0, sharpness: 0.5)
    }
    let event = HapticEvent(
      time: 300, intensity: 1, sharpness: 0.5,
      kind: .continuous(duration: Seconds(duration), curve: points))
    let document = TimelineDocument(
      Timeline(duration: Seconds(300 + duration), events: [event]))
    let root = try JSONParser.parse(HapticFormat.hjif.encode(document).bytes)
    let bands = root["perceptions"]?.array?[0]["channels"]?.array?[0]["bands"]?.array ?? []
    let effects = bands.flatMap { $0["effects"]?.array ?? [] }
    #expect(!effects.isEmpty)
    for effect in effects {
      #expect(effect["position"]?.number ?? .infinity < 16_777_216)
      for frame in effect["keyframes"]?.array ?? [] {
        #expect(frame["relative_position"]?.number ?? .infinity < 65_536)
      }
    }
    let back = PlainCourse(try HapticFormat.hjif.decode(JSONWriter.encode(root)).timeline)
    #expect(abs(back.felt(300 + duration / 2).intensity - 0.5) < 1e-3)
  }

  @Test func `Intensities in .tact files can be numbers or strings`() throws {
    func tact(_ intensity: String) -> String {
      #"{"project":{"tracks":[{"effects":[{"startTime":100,"offsetTime":200,"modes":"#
        + #"{"VestFront":{"mode":"DOT_MODE","dotMode":{"feedback":[{"startTime":0,"#
        + #""endTime":200,"playbackType":"NONE","pointList":"#
        + #"[{"index":5,"intensity":\#(intensity)}]}]}}}}]}]}}"#
    }
    let expected = HapticEvent(
      time: 0.1, intensity: 0.5, sharpness: 0.5, kind: .continuous(duration: 0.2, curve: []))
    for intensity in ["0.5", #""0.500""#] {
      let text = tact(intensity)
      #expect(HapticFormat.tact.check(Array(text.utf8)).isEmpty)
      #expect(try read(text, .tact).document.timeline.events == [expected])
    }
    #expect(throws: FormatError.self) { try self.read(tact("1.5"), .tact) }
  }

  @Test func `Halfway up a .haptic ramp the amplitude is a half, not a quarter`() throws {
    let text =
      #"{"version":{"major":1},"signals":{"continuous":{"envelopes":{"amplitude":"#
      + #"[{"time":0,"amplitude":0},{"time":1,"amplitude":1}]}}}}"#
    let course = PlainCourse(try read(text, .haptic).document.timeline)
    for time in stride(from: 0.05, to: 1, by: 0.05) {
      #expect(abs(course.felt(time).intensity - time.squareRoot()) <= 0.005)
    }
    // And on the way out: a ramp that is straight in intensity stays so.
    let points = [0.0, 1].map {
      HapticEvent.CurvePoint(time: Seconds($0), intensity: $0, sharpness: 0.5)
    }
    let ramp = HapticEvent(
      time: 0, intensity: 1, sharpness: 0.5, kind: .continuous(duration: 1, curve: points))
    let encoded = try HapticFormat.haptic.encode(
      TimelineDocument(Timeline(duration: 1, events: [ramp])))
    let written =
      try JSONParser.parse(encoded.bytes)["signals"]?["continuous"]?["envelopes"]?["amplitude"]?
      .array ?? []
    let amplitudes = written.compactMap { point -> (Double, Double)? in
      guard let time = point["time"]?.number, let value = point["amplitude"]?.number else {
        return nil
      }
      return (time, value)
    }
    for (left, right) in zip(amplitudes, amplitudes.dropFirst()) {
      let middle = ((left.1 + right.1) / 2).squareRoot()
      #expect(abs(middle - (left.0 + right.0) / 2) <= 0.005)
    }
  }

  @Test(arguments: ["texture_tick", "thud", "pop"])
  func `Hidden Android effects are rejected`(name: String) {
    let text = #"<vibration-effect><predefined-effect name="\#(name)"/></vibration-effect>"#
    let findings = HapticFormat.androidXML.check(Array(text.utf8))
    #expect(findings.first?.code == "hidden-effect")
    #expect(findings.first?.severity == .error)
  }

  @Test func `An endless repeat that becomes one pass is a noticeable loss`() throws {
    let text =
      #"<vibration-effect><waveform-effect><repeating><waveform-entry durationMs="20" "#
      + #"amplitude="255"/><waveform-entry durationMs="980" amplitude="0"/></repeating>"#
      + "</waveform-effect></vibration-effect>"
    let document = try read(text, .androidXML).document
    for format in HapticFormat.allCases {
      let loss = try format.encode(document).loss
      let repeats = [.json, .ndjson, .androidXML, .androidWaveform].contains(format)
      #expect((loss[.timeline, .onePass]?.count ?? 0) == (repeats ? 0 : 1), "\(format.rawValue)")
      #expect(repeats || loss.isFelt)
    }
    #expect(LossReport.rendering(document, playsSharpness: true).isFelt)
  }

  @Test func `A sound without sharpness loses the sharpness of every event`() {
    let tap = HapticEvent(time: 0, intensity: 1, sharpness: 0.2)
    let hum = HapticEvent(
      time: 1, intensity: 1, sharpness: 0.8, kind: .continuous(duration: 1, curve: []))
    let document = TimelineDocument(Timeline(duration: 2, events: [tap, tap, hum]))
    let loss = LossReport.rendering(document, playsSharpness: false)
    #expect(loss[.transient, .droppedSharpness]?.count == 2)
    #expect(loss[.continuous, .droppedSharpness]?.count == 1)
    #expect(LossReport.rendering(document, playsSharpness: true).isEmpty)
  }

  @Test func `Silence caused by a rounding error is not a loss`() throws {
    let events = [
      HapticEvent(
        time: 0.1, intensity: 1, sharpness: 0.5, kind: .continuous(duration: 0.7, curve: []))
    ]
    // 0.1 + 0.7 is 0.7999999999999999.
    let tight = TimelineDocument(Timeline(duration: 0.8, events: events))
    let loose = TimelineDocument(Timeline(duration: 0.8 + 2e-9, events: events))
    for format in [HapticFormat.ahap, .hjif, .csv, .openHarmony, .richTap, .webVibrate] {
      #expect(try format.encode(tight).loss[.timeline, .droppedSilence] == nil)
      let silence = try format.encode(loose).loss[.timeline, .droppedSilence]?.largest
      #expect(silence == 2e-9, "\(format.rawValue)")
    }
  }

  @Test func `Clamped AHAP values and unknown AHAP keys are losses`() throws {
    let text =
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","#
      + #""EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":1.7}]}},"#
      + #"{"Event":{"Time":1,"EventType":"HapticContinuous","EventDuration":1,"#
      + #""EventParamters":[],"EventParameters":"#
      + #"[{"ParameterID":"HapticSharpness","ParameterValue":-0.5}]}},"#
      + #"{"Parameter":{"Time":2,"ParameterID":"HapticIntensityControl","ParameterValue":3}}]}"#
    let loss = try read(text, .ahap).loss
    #expect(abs((loss[.transient, .clampedValue]?.largest ?? 0) - 0.7) < 1e-12)
    #expect(loss[.continuous, .clampedValue]?.largest == 0.5)
    #expect(loss[.timeline, .clampedValue]?.largest == 2)
    #expect(loss[.effect, .dropped]?.count == 1)
    #expect(loss.isFelt)
  }

  @Test(arguments: [
    (#""signals":{"continous":{},"continuous":{"envelopes":{"amplitude":[\#(points)]}}}"#, 1),
    (#""signals":{"continuous":{"envelopes":{"amplitude":[\#(points)],"frequencies":[]}}}"#, 1),
    (
      #""signals":{"continuous":{"envelopes":{"amplitude":[\#(points),"#
        + #"{"time":2,"amplitude":0,"emphasys":{"amplitude":1,"frequency":1}}]}}}"#, 1
    ),
    (#""signals":{"continuous":{"envelopes":{"amplitude":[\#(points)]}}}"#, 0),
  ])
  func `An unknown .haptic member is reported`(signals: String, count: Int) throws {
    let file = try read(#"{"version":{"major":1,"minor":0,"patch":0},\#(signals)}"#, .haptic)
    #expect((file.loss[.effect, .dropped]?.count ?? 0) == count)
    #expect(file.findings.count { $0.code == "unknown-key" } == count)
  }

  private static let points = #"{"time":0,"amplitude":1},{"time":1,"amplitude":1}"#

  @Test func `A loss report survives a round trip through JSON`() throws {
    var whole = LossReport(.read)
    whole.note(.clampedValue, of: .transient, by: 0.7, count: 2)
    var writer = LossReport()
    writer.note(.split, of: .continuous)
    whole.merge(writer)
    #expect(LossReport(json: whole.json)?.entries == whole.entries)
    #expect(whole.only(.write).entries == writer.entries)
    #expect(LossReport(json: ["losses": [["stage": "sideways"]]]) == nil)
    #expect(LossReport(json: ["felt": false]) == nil)
  }

  @Test(
    "A .tact file of 100,000 beats is written in less than quadratic time",
    .timeLimit(.minutes(1)))
  func longTact() throws {
    let document = TimelineDocument(HeartbeatTests.heartbeat(every: 0.5, beats: 100_000))
    #expect(try HapticFormat.tact.encode(document).parts.first?.bytes.count ?? 0 > 1_000_000)
  }
}
