import Lubdub
import Testing

@testable import LubdubHaptics

/// Faults that a designer met: fades, touching events, loops that nobody wants.
@Suite struct DesignerFaultTests {
  @Test("A fade that is longer than half of the timeline ends in its middle")
  func fade() {
    let taps = [0.0, 0.5, 1].map { HapticEvent(time: Seconds($0), intensity: 1, sharpness: 0.5) }
    let faded = Timeline(duration: 1, events: taps).faded(over: 10)
    #expect(faded.events.map(\.intensity) == [0, 1, 0])
  }

  @Test("Events that touch within rounding do not clip")
  func touching() {
    let events = [(0.8, 0.02), (0.82, 0.38)].map { time, length in
      HapticEvent(
        time: Seconds(time), intensity: 0.6, sharpness: 0.5,
        kind: .continuous(duration: Seconds(length), curve: []))
    }
    #expect(TimelineLint.findings(in: Timeline(events)).isEmpty)
  }

  @Test("A loop that was read is not written where none is wanted, and that is counted")
  func never() throws {
    let bytes = Array(
      #"{"timings":[0,50,100,50,200],"amplitudes":[0,255,0,128,64],"repeat":1}"#.utf8)
    let document = try HapticFormat.androidWaveform.decode(bytes)
    var options = ExportOptions()
    options.looping = .never
    let encoded = try HapticFormat.androidWaveform.encode(document, options: options)
    #expect(String(decoding: encoded.bytes, as: UTF8.self).contains(#""repeat": -1"#))
    #expect(encoded.loss[.timeline, .onePass]?.count == 1)
  }
}
