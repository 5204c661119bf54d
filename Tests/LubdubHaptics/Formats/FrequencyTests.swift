import Lubdub
import LubdubHaptics
import Testing

@Suite("Frequencies beyond the band")
struct FrequencyTests {
  /// A vibration from 40 to 400 Hz, and a tap of 500 Hz.
  private func document() throws -> TimelineDocument {
    let text = """
      {"version":"2023","profile":"Main","level":1,"date":"2024-01-01","description":"","timescale":1000,\
      "avatars":[],"syncs":[],"perceptions":[{"id":0,"avatar_id":0,"description":"",\
      "perception_modality":"Vibrotactile","effect_library":[],"channels":[{"id":0,"description":"",\
      "gain":1,"mixing_coefficient":1,"body_part_mask":0,"bands":[\
      {"band_type":"VectorialWave","lower_frequency_limit":0,"upper_frequency_limit":1000,"effects":[\
      {"effect_type":"Basis","id":0,"position":0,"phase":0,"base_signal":"Sine","keyframes":[\
      {"relative_position":0,"amplitude_modulation":1,"frequency_modulation":40},\
      {"relative_position":500,"amplitude_modulation":1,"frequency_modulation":400}]}]},\
      {"band_type":"Transient","lower_frequency_limit":0,"upper_frequency_limit":1000,"effects":[\
      {"effect_type":"Basis","id":1,"position":800,"phase":0,"base_signal":"Sine","keyframes":[\
      {"relative_position":0,"amplitude_modulation":1,"frequency_modulation":500}]}]}]}]}]}
      """
    let read = try HapticFormat.hjif.read(Array(text.utf8))
    #expect(read.loss.isEmpty, "\(read.loss)")
    return read.document
  }

  @Test(arguments: [HapticFormat.hjif, .haps])
  func `The timeline and formats in hertz keep frequencies beyond the band`(_ format: HapticFormat)
    throws
  {
    let document = try document()
    let encoded = try format.encode(document)
    #expect(encoded.loss.entries.allSatisfy { $0.loss != .clampedFrequency }, "\(encoded.loss)")
    let text = String(decoding: encoded.bytes, as: UTF8.self)
    if format == .hjif {
      #expect(text.contains(#""frequency_modulation": 40,"#), "\(text)")
      #expect(text.contains(#""upper_frequency_limit": 500"#), "\(text)")
    }
    let again = try format.decode(encoded.bytes).timeline.events
    for (left, right) in zip(again, document.timeline.events) where left.kind != .transient {
      #expect(left == right)
    }
  }

  @Test func `Formats without hertz and sounds clamp frequencies and report the amount`() throws {
    let document = try document()
    let ahap = try HapticFormat.ahap.encode(document)
    #expect(ahap.loss[.transient, .clampedFrequency]?.largest == 200)
    #expect(ahap.loss[.continuous, .clampedFrequency]?.largest == 100)
    // The event states the sharpness of its peak, beside its two points.
    #expect(ahap.loss[.continuous, .clampedFrequency]?.count == 3)
    #expect(
      "\(ahap.loss)".contains("transient: clamped-frequency (1, at most 200.0 Hz)"), "\(ahap.loss)")
    #expect(ahap.loss.isFelt)
    let sharpness = try HapticFormat.ahap.decode(ahap.bytes).timeline.events.map(\.sharpness)
    #expect(sharpness.allSatisfy { (0...1).contains($0) })
    let sound = LossReport.rendering(document, playsSharpness: true)
    #expect(sound[.transient, .clampedFrequency]?.largest == 200)
  }
}
