import Lubdub
import Testing

@testable import LubdubHaptics

/// Interhaptics files, modeled on those in Razer's SDKs.
@Suite("Interhaptics .haps") struct HapsTests {
  private static func file(
    _ melodies: String, texture: String = "", head: String = #""m_version":"5","#
  ) -> [UInt8] {
    let track = #"{"m_loop":0,"m_maximum":1.0,"m_gain":0.5,"m_signalEvaluationMethod":3,"#
    return Array(
      (#"{\#(head)"m_description":"","m_HDFlag":0,"m_time_unit":0,"m_length_unit":7,"#
        + #""m_stiffness":\#(track)"m_melodies":[]},"m_texture":\#(track)"m_melodies":[\#(texture)]},"#
        + #""m_vibration":\#(track)"m_melodies":[\#(melodies)]},"m_gain":1.0}"#).utf8)
  }

  private static func melody(_ notes: String, isMuted: Bool = false) -> String {
    #"{"m_mute":\#(isMuted ? 1 : 0),"m_gain":1.0,"m_notes":[\#(notes)]}"#
  }

  private static let tap =
    #"{"m_startingPoint":0.25,"m_length":0.022,"m_priority":0,"m_gain":0.8,"m_hapticEffect":{"m_type":0}}"#

  private static let tone =
    #"{"m_startingPoint":0.5,"m_length":1.0,"m_priority":1,"m_gain":1.0,"m_hapticEffect":{"#
    + #""m_underlyingSignal":{"m_phase":0.0,"m_amplitude":1.0,"m_frequency":75.0,"m_signalType":1},"#
    + #""m_amplitudeModulation":{"m_extrapolationStrategy":0,"m_keyframes":["#
    + #"{"m_time":0.0,"m_value":0.0},{"m_time":0.5,"m_value":1.0,"m_inSlope":0.1,"m_outSlope":0.1},"#
    + #"{"m_time":2.0,"m_value":0.4}]},"m_frequencyModulation":{"m_extrapolationStrategy":0,"#
    + #""m_keyframes":[{"m_time":0.0,"m_value":65.0},{"m_time":1.0,"m_value":300.0}]}}}"#

  @Test func `Taps and keyframes are read, gains multiply, and a note has its length`() throws {
    let bytes = Self.file(
      [Self.melody(Self.tap), Self.melody(""), Self.melody(Self.tone)].joined(separator: ","))
    #expect(FileKind.recognize(bytes).format == .haps)
    let read = try HapticFormat.haps.read(bytes)
    let events = read.document.timeline.events
    try #require(events.count == 2)
    #expect(events[0] == HapticEvent(time: 0.25, intensity: 0.4, sharpness: 0.5))
    #expect(events[1].time == 0.5 && abs(events[1].duration.value - 1) < 1e-9)
    let ramps = events[1].ramps
    #expect(ramps.first?.from == Level(intensity: 0, sharpness: 0))
    #expect(ramps.contains { $0.end == 1 && abs($0.to.intensity - 0.5) < 1e-9 })
    // At the end of the note the course is at 0.8 of its way, of which half counts.
    #expect(abs((ramps.last?.to.intensity ?? 0) - 0.4) < 1e-9)
    #expect(ramps.last?.to.sharpness == 1)
    #expect(read.loss[.continuous, .assumed]?.count == 1)
    #expect(!read.loss.isFelt)
  }

  @Test func `A written timeline is read back, except for the sharpness of taps`() throws {
    let read = try HapticFormat.haps.read(
      Self.file([Self.melody(Self.tap), Self.melody(Self.tone)].joined(separator: ",")))
    let written = try HapticFormat.haps.encode(read.document)
    #expect(!written.loss.isFelt, "\(written.loss)")
    let again = try HapticFormat.haps.read(written.bytes)
    #expect(again.document.timeline.events == read.document.timeline.events)
    let loud = TimelineDocument(
      Timeline([HapticEvent(time: 0, intensity: 1, sharpness: 0.9)]))
    #expect(try HapticFormat.haps.encode(loud).loss[.transient, .droppedSharpness]?.count == 1)
  }

  @Test func `Muted melodies and textures are dropped, counted, and noted`() throws {
    let muted = Self.melody(Self.tap, isMuted: true)
    let read = try HapticFormat.haps.read(
      Self.file("\(muted),\(Self.melody(Self.tone))", texture: Self.melody(Self.tone)))
    #expect(read.document.timeline.events.count == 1)
    #expect(read.loss[.effect, .dropped]?.count == 2)
    #expect(Set(read.findings.map(\.code)) == ["muted", "no-vibration"])
  }

  @Test(arguments: [
    (#"{"m_version":"5"}"#, "$: the member \"m_vibration\" is missing"),
    (
      #"{"m_vibration":{"m_melodies":[{"m_notes":[{"m_startingPoint":-1,"m_length":1}]}]}}"#,
      "$.m_vibration.m_melodies[0].m_notes[0].m_startingPoint: "
    ),
    (#"{"m_vibration":{"m_melodies":3}}"#, "$.m_vibration.m_melodies: "),
  ])
  func `Invalid .haps files are rejected with the place`(text: String, message: String) {
    let error = #expect(throws: FormatError.self) { try HapticFormat.haps.read(Array(text.utf8)) }
    #expect(error.map { "\($0)".contains(message) } ?? false, "\(String(describing: error))")
  }

  @Test func `A file with only textures is rejected because textures are not haptics in time`() {
    let bytes = Self.file("", texture: Self.melody(Self.tone))
    #expect(throws: FormatError.self) { try HapticFormat.haps.read(bytes) }
  }
}
