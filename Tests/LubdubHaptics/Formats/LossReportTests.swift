import Lubdub
import Testing

@testable import LubdubHaptics

@Suite struct LossReportTests {
  private func loss(_ format: HapticFormat, _ events: [HapticEvent]) throws -> LossReport {
    try format.encode(TimelineDocument(Timeline(duration: 100, events: events))).loss
  }

  @Test func `Losses are reported by kind of event with the largest amount`() throws {
    let tap = HapticEvent(time: 1.0004, intensity: 0.5, sharpness: 0.3)
    let long = HapticEvent(
      time: 2, intensity: 0.5, sharpness: 0.3, kind: .continuous(duration: 65, curve: []))
    let android = try loss(.androidXML, [tap, long])
    #expect(abs((android[.transient, .roundedTime]?.largest ?? 0) - 0.0004) < 1e-9)
    #expect(android[.transient, .droppedSharpness]?.count == 1)
    #expect(android[.continuous, .droppedSharpness]?.count == 1)
    #expect(android[.transient, .pulse]?.largest == WaveformSteps.pulse)
    let ahap = try loss(.ahap, [tap, long])
    #expect(ahap[.continuous, .split]?.count == 2)
    #expect(!ahap.isFelt)
    #expect(try loss(.openHarmony, [tap, long])[.continuous, .split]?.count == 12)
  }

  @Test(arguments: HapticFormat.allCases)
  func `A value out of range is clamped and reported`(_ format: HapticFormat) throws {
    let report = try loss(format, [HapticEvent(time: 1, intensity: 1.5, sharpness: 0.5)])
    #expect(report[.transient, .clampedValue]?.largest == 0.5)
    #expect(report.isFelt)
  }

  @Test func `A transient under a curve keeps its strength, or the loss is reported`() throws {
    let curve = [(0.0, 0.5), (2.0, 1.0)].map {
      HapticEvent.CurvePoint(time: Seconds($0.0), intensity: $0.1, sharpness: 0.2)
    }
    let ramp = HapticEvent(
      time: 0, intensity: 1, sharpness: 0.2, kind: .continuous(duration: 2, curve: curve))
    let weak = HapticEvent(time: 0, intensity: 0.25, sharpness: 0.7)
    let strong = HapticEvent(time: 1, intensity: 1, sharpness: 0.7)
    let kept = try HapticFormat.ahap.encode(
      TimelineDocument(Timeline(duration: 2, events: [ramp, weak])))
    #expect(kept.loss.isEmpty)
    let back = try HapticFormat.ahap.decode(kept.bytes).timeline
    #expect(back.events.first { $0.kind == .transient } == weak)
    let rising = try loss(.ahap, [ramp, strong])
    #expect(rising[.transient, .clampedValue] == nil)
    #expect(rising[.continuous, .resampledCurve]?.largest == 0.001)
    var options = ExportOptions()
    options.separateTransients = true
    let apart = try HapticFormat.ahap.encode(
      TimelineDocument(Timeline(duration: 2, events: [ramp, strong])), options: options)
    #expect(apart.parts.map(\.label) == ["continuous", "transients"])
    #expect(!apart.loss.isFelt)
  }
}
