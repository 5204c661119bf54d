import Foundation
import Lubdub
import Testing

@testable import LubdubHaptics

/// The felt strength of a steady pattern that starts at time 0.
@Suite struct FirstBeatTests {
  /// Lub and dub, as in `lubdub pattern`, from time 0 on.
  private func beats(_ count: Int) -> Timeline {
    let events = (0..<count).flatMap { index in
      [
        HapticEvent(time: Seconds(Double(index)), intensity: 1, sharpness: 0.5),
        HapticEvent(time: Seconds(Double(index) + 0.15), intensity: 0.7, sharpness: 0.3),
      ]
    }
    return Timeline(duration: Seconds(Double(count)), events: events)
  }

  @Test("All beats of a compensated steady pattern, including the first, are equally strong")
  func first() throws {
    let options = RenderOptions(
      actuator: .lra(), signal: .acceleration, compensates: true)
    let renderer = try Renderer(beats(5), options)
    let samples = try renderSamples(beats(5), options)
    let offset = renderer.startOffset.value
    #expect(offset > 0)
    let levels = (0..<5).map { beat in
      let start = Int(((Double(beat) + offset - 0.05) * 48_000).rounded())
      let window = samples[max(0, start)..<start + 9600]
      return 10 * log10(window.reduce(0) { $0 + Double($1) * Double($1) })
    }
    let spread = (levels.max() ?? 0) - (levels.min() ?? 0)
    print("compensated beats: start offset \(offset) s, spread \(spread) dB")
    #expect(spread < 0.3)
  }

  @Test func `A file starts only as early as necessary`() throws {
    func offset(_ time: Double, compensates: Bool) throws -> Double {
      let timeline = Timeline(
        duration: 2, events: [HapticEvent(time: Seconds(time), intensity: 1, sharpness: 0.5)])
      let options = RenderOptions(actuator: .lra(), compensates: compensates)
      return try Renderer(timeline, options).startOffset.value
    }
    #expect(try offset(0, compensates: false) == 0)
    #expect(try offset(0.5, compensates: true) == 0)
    #expect(abs(try offset(0.02, compensates: true) - 0.03) < 1e-4)
  }

  @Test func `With absolute gain, clips keep their relative levels, and loud clips are limited`()
    throws
  {
    func timeline(_ intensity: Double, times: [Double] = [0.5]) -> Timeline {
      let events = times.map { time in
        HapticEvent(
          time: Seconds(time), intensity: intensity, sharpness: 0.5,
          kind: .continuous(duration: 0.2, curve: []))
      }
      return Timeline(duration: 1, events: events)
    }
    for compensates in [false, true] {
      let options = RenderOptions(actuator: .lra(), compensates: compensates, gain: .absolute)
      let strong = try Renderer(timeline(1), options).gain
      let weak = try Renderer(timeline(0.25), options).gain
      #expect(strong == weak)
    }
    let options = RenderOptions(gain: .absolute)
    let crowd = try renderSamples(timeline(1, times: [0.5, 0.5]), options)
    #expect(try crowd == renderSamples(timeline(1), options))
  }
}
