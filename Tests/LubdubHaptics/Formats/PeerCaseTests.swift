import Lubdub
import LubdubSupport
import Testing

@testable import LubdubHaptics

/// Inputs of other test suites, rewritten, with the results that those suites require: Android's
/// `VibrationEffectXmlSerializationTest` and its CTS, MPEG's reference software, Lofelt's and Meta's clips.
@Suite struct PeerCaseTests {
  private func read(_ text: String, _ format: HapticFormat) throws -> DecodedTimeline {
    try format.read(Array(text.utf8))
  }

  private func xml(_ content: String) -> String {
    "<vibration-effect>\(content)</vibration-effect>"
  }

  private func written(_ text: String, as format: HapticFormat = .androidXML) throws -> String {
    let encoded = try format.encode(read(text, .androidXML).document)
    return String(decoding: encoded.bytes, as: UTF8.self)
  }

  /// The XML without layout characters.
  private func packed(_ text: String) -> String {
    text.replacing("\n", with: "").replacing("  ", with: "").replacing(" />", with: "/>")
  }

  // MARK: Android

  @Test(
    "A tap at the end of a part of a repeating effect keeps its length",
    arguments: [
      (
        #"<preamble><primitive-effect name="click"/></preamble><repeating><basic-envelope-effect>"#
          + #"<control-point intensity="0.3" sharpness="0.4" durationMs="25"/>"#
          + #"<control-point intensity="0.0" sharpness="0.5" durationMs="30"/>"#
          + "</basic-envelope-effect></repeating>", 0.02, 0.055
      ),
      (#"<repeating><primitive-effect name="click"/></repeating>"#, 0, 0.02),
      (
        #"<preamble><primitive-effect name="click"/><primitive-effect name="tick" delayMs="80"/>"#
          + #"</preamble><repeating><waveform-entry durationMs="200" amplitude="100"/>"#
          + #"<waveform-entry durationMs="300" amplitude="0"/></repeating>"#, 0.12, 0.5
      ),
      (#"<repeating><primitive-effect name="click" delayMs="100"/></repeating>"#, 0, 0.12),
      (
        #"<repeating><primitive-effect name="thud"/><primitive-effect name="click" delayMs="300"/>"#
          + "</repeating>", 0, 0.62
      ),
    ])
  func repeatedTaps(content: String, start: Double, period: Double) throws {
    let document = try read(xml("<repeating-effect>\(content)</repeating-effect>"), .androidXML)
      .document
    let loop = try #require(SteadyLoop(annotation: document.annotations["loop"]))
    #expect(abs(loop.start - start) < 1e-9 && abs(loop.period - period) < 1e-9)
    // Every tap sounds where it is repeated, and is no silence.
    let taps = document.timeline.events.filter { $0.kind == .transient }
    #expect(taps.allSatisfy { $0.end < start + period })
    let waveform = try HapticFormat.androidWaveform.encode(document)
    let amplitudes = try JSONParser.parse(waveform.bytes)["amplitudes"]?.array ?? []
    #expect(amplitudes.contains { $0.number ?? 0 > 0 })
  }

  @Test func `A loop without a length is an invalid timeline document`() {
    let text =
      #"{"format":"lubdub-timeline","version":1,"duration_s":1,"beats":[],"events":[],"#
      + #""loop":{"start_s":0,"period_s":0}}"#
    #expect(HapticFormat.json.check(Array(text.utf8)).map(\.code) == ["loop"])
  }

  @Test(arguments: [
    #"<repeating-effect><repeating><predefined-effect name="tick"/></repeating></repeating-effect>"#,
    #"<repeating-effect><repeating><predefined-effect name="double_click"/></repeating>"#
      + "</repeating-effect>",
    #"<primitive-effect name="click"/><primitive-effect name="tick" scale="0.2497"/>"#,
    #"<primitive-effect name="click"/><primitive-effect name="tick" scale="0.2497"/>"#
      + #"<primitive-effect name="low_tick" delayMs="356"/>"#
      + #"<primitive-effect name="spin" scale="0.6364" delayMs="7"/>"#,
    #"<waveform-envelope-effect initialFrequencyHz="80"><control-point amplitude="0.2" frequencyHz="80" "#
      + #"durationMs="10"/><control-point amplitude="0.5" frequencyHz="150" durationMs="10"/>"#
      + "</waveform-envelope-effect>",
    #"<repeating-effect><repeating><waveform-envelope-effect initialFrequencyHz="70"><control-point "#
      + #"amplitude="0.3" frequencyHz="80" durationMs="25"/><control-point amplitude="0.4" "#
      + #"frequencyHz="90" durationMs="30"/></waveform-envelope-effect></repeating></repeating-effect>"#,
    #"<repeating-effect><repeating><waveform-envelope-effect initialFrequencyHz="70"><control-point "#
      + #"amplitude="0.3" frequencyHz="80" durationMs="25"/></waveform-envelope-effect></repeating>"#
      + "</repeating-effect>",
    #"<waveform-effect><repeating><waveform-entry durationMs="123" amplitude="254"/>"#
      + #"<waveform-entry durationMs="456" amplitude="1"/>"#
      + #"<waveform-entry durationMs="789" amplitude="255"/></repeating></waveform-effect>"#,
    #"<repeating-effect><preamble><waveform-envelope-effect initialFrequencyHz="50"><control-point "#
      + #"amplitude="0.1" frequencyHz="50" durationMs="10"/></waveform-envelope-effect></preamble>"#
      + #"<repeating><waveform-envelope-effect initialFrequencyHz="70"><control-point amplitude="0.3" "#
      + #"frequencyHz="400" durationMs="25"/></waveform-envelope-effect></repeating></repeating-effect>"#,
    // Two passes begin within a rounding of its end.
    #"<repeating-effect><preamble><basic-envelope-effect initialSharpness="0.1"><control-point "#
      + #"intensity="0.1" sharpness="0.1" durationMs="10"/><control-point intensity="0.2" sharpness="0.2" "#
      + #"durationMs="20"/><control-point intensity="0" sharpness="0.2" durationMs="20"/>"#
      + #"</basic-envelope-effect></preamble><repeating><basic-envelope-effect initialSharpness="0.3">"#
      + #"<control-point intensity="0.3" sharpness="0.4" durationMs="25"/><control-point intensity="0.4" "#
      + #"sharpness="0.6" durationMs="30"/><control-point intensity="0" sharpness="0.7" "#
      + #"durationMs="35"/></basic-envelope-effect></repeating></repeating-effect>"#,
    #"<repeating-effect><preamble><basic-envelope-effect initialSharpness="0.1"><control-point "#
      + #"intensity="0.1" sharpness="0.1" durationMs="10"/><control-point intensity="0" "#
      + #"sharpness="0.2" durationMs="20"/></basic-envelope-effect></preamble><repeating>"#
      + #"<basic-envelope-effect initialSharpness="0.3"><control-point intensity="0.3" "#
      + #"sharpness="0.4" durationMs="25"/><control-point intensity="0" sharpness="0.7" "#
      + #"durationMs="35"/></basic-envelope-effect></repeating></repeating-effect>"#,
  ])
  func `Valid Vibration XML survives a strict round trip`(content: String) throws {
    let read = try read(xml(content), .androidXML)
    var options = ExportOptions()
    options.isStrict = true
    let written = try HapticFormat.androidXML.encode(read.document, options: options)
    #expect(!written.loss.isFelt, "\(written.loss)")
    #expect(packed(String(decoding: written.bytes, as: UTF8.self)) == packed(xml(content)))
  }

  @Test func `A requested style is written, whatever the source style`() throws {
    let read = try read(
      xml(
        "<repeating-effect><repeating><predefined-effect name=\"click\"/></repeating></repeating-effect>"
      ), .androidXML)
    var options = ExportOptions()
    options.androidStyle = .waveform
    let bytes = try HapticFormat.androidXML.encode(read.document, options: options).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<waveform-effect>") && text.contains("<repeating>"))
  }

  @Test func `Offsets from a start stay offsets, and pauses stay pauses`() throws {
    let mixed = xml(
      #"<primitive-effect name="tick" scale="0.5"/><primitive-effect name="click" delayMs="150" "#
        + #"delayType="relative_start_offset"/>"#)
    #expect(packed(try written(mixed)) == packed(mixed))
    let first = xml(
      #"<primitive-effect name="tick" scale="0.5" delayType="relative_start_offset"/>"#
        + #"<primitive-effect name="click" scale="0.75" delayMs="20"/>"#)
    #expect(!packed(try written(first)).contains("delayType"))
  }

  @Test func `A selection without an effect is reported as empty`() throws {
    let text = Array("<vibration-select/>".utf8)
    #expect(HapticFormat.androidXML.check(text).map(\.code) == ["empty-select"])
    #expect(try HapticFormat.androidXML.read(text).document.timeline.events.isEmpty)
  }

  // MARK: .haptic

  private func haptic(_ amplitude: String, _ frequency: String = "") -> String {
    #"{"version":{"major":1,"minor":0,"patch":0},"metadata":{},"signals":{"continuous":{"envelopes":"#
      + #"{"amplitude":[\#(amplitude)],"frequency":[\#(frequency)]}}}}"#
  }

  private static let firstPoint = #"{"time":0,"amplitude":0.2},{"time":0.3,"amplitude":0.5}"#

  @Test func `A clip's amplitudes match the amplitudes that its own players send to Android`()
    throws
  {
    let clip = try read(haptic(Self.firstPoint), .haptic).document
    let waveform = try JSONParser.parse(HapticFormat.androidWaveform.encode(clip).bytes)
    let amplitudes = waveform["amplitudes"]?.array?.compactMap(\.number) ?? []
    // Steps of 10 ms have the level of their middle: 0.205 and 0.495 of 255.
    #expect(amplitudes.first == 52 && amplitudes.last == 126)
    let flat = #"{"time":0,"amplitude":0.25},{"time":1,"amplitude":0.25}"#
    let document = try read(haptic(flat), .haptic).document
    #expect(document.timeline.events.first?.intensity == 0.5)
    let hjif = try HapticFormat.hjif.decode(HapticFormat.hjif.encode(document).bytes)
    #expect(hjif.timeline.events.first?.intensity == 0.25)
    // And back: what Android and MPEG call a quarter is a quarter.
    let back = try HapticFormat.haptic.encode(hjif).bytes
    let envelopes = try JSONParser.parse(back)["signals"]?["continuous"]?["envelopes"]
    #expect(envelopes?["amplitude"]?.array?.first?["amplitude"]?.number == 0.25)
  }

  @Test func `A late first frequency point applies up to its time`() throws {
    let tones =
      #"{"time":0.01,"frequency":0.99},{"time":0.02,"frequency":0.54},{"time":0.03,"frequency":0.9}"#
    let course = PlainCourse(
      try read(haptic(Self.firstPoint, tones), .haptic).document.timeline)
    for (time, frequency) in [(0, 0.99), (0.01, 0.99), (0.015, 0.765), (0.02, 0.54), (0.2, 0.9)] {
      #expect(abs(course.felt(time).sharpness - frequency.squareRoot()) < 0.005, "\(time)")
    }
  }

  // MARK: HJIF

  private func hjif(_ band: String, perception: String = "") -> String {
    #"{"version":"2023","profile":"Main","level":1,"date":"2023-12-15","description":"","timescale":1000,"#
      + #""avatars":[],"perceptions":[{"id":0,"avatar_id":0,"perception_modality":"Vibrotactile","#
      + #""effect_library":[],"channels":[{"id":0,"gain":1.0,"bands":[\#(band)]}]\#(perception)}],"#
      + #""syncs":[]}"#
  }

  private func curve(_ kind: String) -> String {
    let frames = [(0, 0.0), (100, 1.0), (200, 0.2), (300, 0.8)].map {
      #"{"relative_position":\#($0.0),"amplitude_modulation":\#($0.1)}"#
    }.joined(separator: ",")
    return hjif(
      #"{"band_type":"Curve","lower_frequency_limit":0,"upper_frequency_limit":75,"#
        + #""curve_type":"\#(kind)","effects":[{"effect_type":"Basis","position":0,"keyframes":"#
        + "[\(frames)]}]}")
  }

  @Test(
    "MPEG haptics curves are interpolated like the reference software does",
    arguments: [
      // Values of Tools.cpp at 25, 50, 150 and 250 ms.
      ("Linear", [0.25, 0.5, 0.6, 0.5]), ("Cubic", [0.15625, 0.5, 0.6, 0.5]),
      ("Akima", [0.4240234, 0.7390625, 0.6, 0.3359375]),
      ("Bezier", [0.221875, 0.3875, 0.4875, 0]),
      ("Bspline", [0.2352487, 0.4354464, 0.6, 0.5506671]),
    ])
  func curves(kind: String, expected: [Double]) throws {
    let read = try read(curve(kind), .hjif)
    #expect(read.loss[.continuous, .replacedWaveform] != nil)
    let course = PlainCourse(read.document.timeline)
    for (time, value) in zip([0.025, 0.05, 0.15, 0.25], expected) where value > 0 {
      let found = course.felt(time).intensity
      #expect(abs(found - value) < 0.01, "\(kind) at \(time) s: \(found)")
    }
  }

  /// A file of the reference software without a fault: `good` with one text in place of another.
  private static let conformant =
    #"{"version":"2023","profile":"Main","level":1,"date":"2023-12-15","description":"","timescale":1000,"#
    + #""avatars":[{"id":1,"lod":0,"type":"Vibration","mesh":"hand.obj"}],"syncs":[{"timestamp":0}],"#
    + #""perceptions":[{"id":0,"avatar_id":1,"description":"","perception_modality":"Vibrotactile","#
    + #""effect_semantic_scheme":"urn:mpeg:mpegi:haptics:effectsemantic:2023","unit_exponent":0,"#
    + #""effect_library":[{"id":3,"effect_type":"Basis","position":0,"semantic_keywords":"UX/Click","#
    + #""keyframes":[{"relative_position":0}]}],"reference_devices":[{"id":5,"name":"d","#
    + #""minimum_frequency":20,"resonance_frequency":60,"maximum_frequency":100}],"channels":[{"id":0,"#
    + #""description":"","gain":1.0,"mixing_coefficient":1,"body_part_mask":0,"reference_device_id":5,"#
    + #""direction":{"X":127,"Y":0,"Z":0},"actuator_resolution":{"X":3,"Y":3,"Z":1},"#
    + #""actuator_target":[{"X":0,"Y":3,"Z":0}],"bands":[{"band_type":"Transient","#
    + #""lower_frequency_limit":65,"upper_frequency_limit":300,"effects":[{"id":3,"#
    + #""effect_type":"Reference","position":0}]}]}]}]}"#

  private static let wavelet =
    #""WaveletWave","block_length":512,"lower_frequency_limit":65,"upper_frequency_limit":300,"#
    + #""effects":[{"effect_type":"Basis","position":0,"wavelet_stream":"AA=="}]}]}]}]}"#

  private static func withWavelet(_ change: (String, String)) -> (String, String) {
    let from =
      #""Transient","lower_frequency_limit":65,"upper_frequency_limit":300,"effects":[{"id":3,"#
      + #""effect_type":"Reference","position":0}]}]}]}]}"#
    return (from, wavelet.replacing(change.0, with: change.1))
  }

  private static let simple = (#""profile":"Main""#, #""profile":"Simple Parametric""#)

  /// A change of the file, and the rule that `check` must report.
  private static let rules: [(change: [(String, String)], rule: String)] = [
    ([(#""2023""#, #""2022""#)], "unknown-version"),
    ([(#""2023""#, #""2023-0""#)], "unknown-version"),
    ([(#""2023""#, #""1.0.0""#)], "unknown-version"),
    ([(#""Main""#, #""Full""#)], "unknown-profile"),
    ([(#""level":1"#, #""level":3"#)], "level"), ([("2023-12-15", "yesterday")], "date"),
    ([simple, (#""timescale":1000"#, #""timescale":48000"#)], "timescale"),
    ([(#""timescale":1000"#, #""timescale":48001"#)], "timescale"),
    ([(#"{"id":1,"lod""#, #"{"id":0,"lod""#)], "avatar-id"),
    ([(#""avatars":[{"#, #""avatars":[{"id":1,"lod":0,"type":"Vibration"},{"#)], "duplicate-id"),
    ([("hand.obj", "")], "mesh"),
    ([(#""perceptions":[{"#, #""perceptions":[{"id":0,"channels":[]},{"#)], "duplicate-id"),
    ([simple, (#""Vibrotactile""#, #""Pressure""#)], "simple-parametric"),
    ([(#""avatar_id":1"#, #""avatar_id":7"#)], "avatar-reference"),
    ([("urn:mpeg:mpegi:haptics:effectsemantic:2023", "mine")], "semantic-scheme"),
    ([(#""channels":[{"#, #""channels":[\#(channels(127)),{"#)], "too-many-channels"),
    (
      [
        (#""level":1"#, #""level":2"#), (#""channels":[{"#, #""channels":[\#(channels(65_535)),{"#),
      ],
      "too-many-channels"
    ),
    (
      [(#""reference_devices":[{"#, #""reference_devices":[{"id":5,"name":"e"},{"#)], "duplicate-id"
    ),
    ([(#""maximum_frequency":100"#, #""maximum_frequency":10"#)], "device-frequency"),
    ([(#""resonance_frequency":60"#, #""resonance_frequency":10"#)], "device-frequency"),
    ([(#""resonance_frequency":60"#, #""resonance_frequency":200"#)], "device-frequency"),
    ([(#""channels":[{"#, #""channels":[{"id":0,"bands":[]},{"#)], "duplicate-id"),
    ([(#""reference_device_id":5"#, #""reference_device_id":6"#)], "device-reference"),
    ([(#""X":127"#, #""X":10"#)], "direction"), ([(#""X":127"#, #""X":1"#)], "direction"),
    ([(#""bands":[{"#, #""bands":[\#(bands(7)),{"#)], "too-many-bands"),
    (
      [(#""level":1"#, #""level":2"#), (#""bands":[{"#, #""bands":[\#(bands(63)),{"#)],
      "too-many-bands"
    ),
    ([(#""X":3"#, #""X":-3"#)], "actuator-resolution"),
    ([(#""Y":3,"Z":0"#, #""Y":4,"Z":0"#)], "actuator-target"),
    ([(#""Y":3,"Z":0"#, #""Y":-1,"Z":0"#)], "actuator-target"),
    ([("actuator_resolution", "resolution")], "actuator-target"),
    ([(#""Transient","#, #""Transient","curve_type":"Linear","#)], "curve-type"),
    ([withWavelet(("512", "100"))], "block-length"), ([withWavelet(("512", "0"))], "block-length"),
    ([simple, withWavelet(("512", "512"))], "simple-parametric"),
    ([withWavelet((#""AA==""#, #""AA==","keyframes":[{}]"#))], "wavelet-keyframes"),
    ([(#""upper_frequency_limit":300"#, #""upper_frequency_limit":10"#)], "band-limits"),
    (
      [simple, (#""Reference","position":0"#, #""Composite","position":0,"composition":[]"#)],
      "simple-parametric"
    ),
    (
      [(#"{"id":3,"effect_type":"Reference""#, #"{"id":4,"effect_type":"Reference""#)],
      "effect-reference"
    ),
    ([("UX/Click", "Foo")], "semantic-keyword"),
    (
      [simple, (#""effect_type":"Basis""#, #""effect_type":"Composite","composition":[]"#)],
      "simple-parametric"
    ),
    (
      [
        (
          #""effect_library":[{"#,
          #""effect_library":[{"id":3,"effect_type":"Basis","position":0,"keyframes":[]},{"#
        )
      ], "duplicate-id"
    ),
    ([(#""syncs":[{"timestamp":0}],"#, "")], "missing-member"),
    ([(#""mixing_coefficient":1,"#, "")], "missing-member"),
    ([(#""avatar_id":1,"#, "")], "missing-member"), ([(#""name":"d","#, "")], "missing-member"),
    ([(#""lower_frequency_limit":65,"#, "")], "missing-member"),
    ([(#""timestamp":0"#, "")], "missing-member"), ([(#""lod":0,"#, "")], "missing-member"),
  ]

  private static func channels(_ count: Int) -> String {
    (1...count).map { "{\"id\":\($0),\"bands\":[]}" }.joined(separator: ",")
  }

  private static func bands(_ count: Int) -> String {
    Array(repeating: #"{"band_type":"Transient","effects":[]}"#, count: count).joined(
      separator: ",")
  }

  @Test func `Every conformance rule of the reference software is a finding`() throws {
    func rules(_ text: String) -> Set<String> {
      let findings = HapticFormat.hjif.check(Array(text.utf8))
      return Set(findings.filter { $0.severity != .note }.map(\.code))
    }
    #expect(rules(Self.conformant).isEmpty)
    #expect(rules(Self.conformant.replacing(#""2023""#, with: #""2024""#)).isEmpty)
    for (changes, rule) in Self.rules {
      var text = Self.conformant
      for (from, to) in changes {
        #expect(text.contains(from), "\(from)")
        text = text.replacing(from, with: to, maxReplacements: 1)
      }
      #expect(rules(text).contains(rule), "\(changes) \(rules(text))")
    }
  }

  @Test func `Amplitudes use the power of ten of their perception`() throws {
    let band =
      #"{"band_type":"VectorialWave","effects":[{"effect_type":"Basis","position":100,"keyframes":["#
      + #"{"relative_position":0,"amplitude_modulation":0.8,"frequency_modulation":100},"#
      + #"{"relative_position":200,"amplitude_modulation":0.8,"frequency_modulation":100}]}]}"#
    for (exponent, value) in [(-1, 0.08), (0, 0.8)] {
      let text = hjif(band, perception: #","perception_unit_exponent":\#(exponent)"#)
      #expect(try read(text, .hjif).document.timeline.events.first?.intensity == value)
    }
  }

  // MARK: Interhaptics

  @Test func `Unordered .haps keyframes are sorted, with a warning`() throws {
    let text =
      #"{"m_version":"5","m_vibration":{"m_melodies":[{"m_notes":[{"m_startingPoint":0,"m_length":1,"#
      + #""m_hapticEffect":{"m_amplitudeModulation":{"m_keyframes":[{"m_time":0,"m_value":0},"#
      + #"{"m_time":1,"m_value":0},{"m_time":0.5,"m_value":1}]}}}]}]}}"#
    let read = try read(text, .haps)
    #expect(read.findings.map(\.code) == ["keyframe-order"])
    #expect(PlainCourse(read.document.timeline).felt(0.5).intensity == 1)
  }
}
