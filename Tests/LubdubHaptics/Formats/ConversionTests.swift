import Foundation
import TestSupport
import Testing

@testable import LubdubHaptics

/// Every reader with every writer.
@Suite struct ConversionTests {
  @Test(arguments: HapticFormat.allCases)
  func `The loss report contains every change of a conversion`(source: HapticFormat) throws {
    for seed in 0..<(Thoroughness.isFull ? 24 : 2) {
      var random = RandomTimelines(seed: UInt64(seed))
      let made = try source.encode(TimelineDocument(random.separated()))
      guard made.parts[0].isReadable else { continue }
      let read = try source.read(made.bytes)
      let document = read.document
      for target in HapticFormat.allCases {
        let encoded = try target.encode(document)
        guard encoded.parts.count == 1, encoded.parts[0].isReadable else { continue }
        let back = try target.read(encoded.bytes)
        var loss = encoded.loss
        loss.merge(back.loss)
        let context = "\(source.rawValue) to \(target.rawValue), seed \(seed)"
        let isSame = try target.encode(back.document).bytes == encoded.bytes
        #expect(isSame, "\(context): written again it differs")
        let isWhole = loss.entries.allSatisfy {
          $0.loss.feeling == .never || $0.loss == .bentRamp || $0.subject == .beat
        }
        if isWhole {
          let law = target.coder.law
          expectEqual(back.document.turned(to: law).timeline, document.turned(to: law), context)
        }
      }
    }
  }

  /// Whether two timelines feel the same: they have the same transients and the same course. A sharpness that a reader invented
  /// isn't compared.
  private func expectEqual(_ one: Timeline, _ document: TimelineDocument, _ context: String) {
    let other = document.timeline
    let isMadeUp = document.assumed[.continuous, .droppedSharpness] != nil
    let (left, right) = (PlainCourse(one), PlainCourse(other))
    let taps = [one, other].map { $0.events.filter { $0.kind == .transient } }
    #expect(taps[0].count == taps[1].count, "\(context)")
    // Values are kept to 10^-12, but for .haptic, which holds their squares to 10^-11.
    for (a, b) in zip(taps[0], taps[1]) {
      #expect(abs(a.time.value - b.time.value) <= 1.1e-9, "\(context)")
      #expect(abs(a.intensity - b.intensity) < 4e-6, "\(context)")
      #expect(isMadeUp || abs(a.sharpness - b.sharpness) < 4e-6, "\(context)")
    }
    for event in right.events {
      let time = event.time.value + event.duration.value * 0.4321
      let (a, b) = (left.felt(time), right.felt(time))
      #expect(abs(a.intensity - b.intensity) < 4e-6, "\(context), at \(time) s")
      #expect(
        isMadeUp || b.intensity < 1e-3 || abs(a.sharpness - b.sharpness) < 4e-6,
        "\(context), at \(time) s")
    }
  }

  @Test func `A vibration too short for the points of a curve is reported`() throws {
    for milliseconds in 1...4 {
      let curve = [
        HapticEvent.CurvePoint(time: 0, intensity: 0.2, sharpness: 0.5),
        HapticEvent.CurvePoint(
          time: Seconds(Double(milliseconds) / 1000), intensity: 0.8, sharpness: 0.5),
      ]
      let event = HapticEvent(
        time: 0, intensity: 0.2, sharpness: 0.5,
        kind: .continuous(duration: Seconds(Double(milliseconds) / 1000), curve: curve))
      let document = TimelineDocument(Timeline(duration: 1, events: [event]))
      for format in [HapticFormat.richTap, .openHarmony] {
        guard format == .openHarmony || milliseconds > 2 else {
          #expect(throws: FormatError.nothingLeft) { try format.encode(document) }
          continue
        }
        let encoded = try format.encode(document)
        // Four points find room on the ticks of 3 ms.
        #expect(encoded.loss.isEmpty == (format == .openHarmony && milliseconds > 2))
        _ = try format.read(encoded.bytes)
      }
    }
  }

  @Test func `RichTap 1.0 has up to sixteen events, RichTap 2.0 has more, and curves end at rest`()
    throws
  {
    // The silence at the end would be an event.
    let short = Timeline(HeartbeatTests.heartbeat(every: 1, beats: 8).events)
    let long = HeartbeatTests.heartbeat(every: 1, beats: 9)
    for (timeline, version) in [(short, #""Version": 1"#), (long, #""Version": 2"#)] {
      let bytes = try HapticFormat.richTap.encode(TimelineDocument(timeline)).bytes
      #expect(String(decoding: bytes, as: UTF8.self).contains(version))
      #expect(FileKind.recognize(bytes).format == .richTap)
      #expect(try HapticFormat.richTap.decode(bytes).timeline.events.count == timeline.events.count)
    }
    let hum = HapticEvent(
      time: 0, intensity: 0.5, sharpness: 0.5, kind: .continuous(duration: 1, curve: []))
    let encoded = try HapticFormat.richTap.encode(
      TimelineDocument(Timeline(duration: 1, events: [hum])))
    #expect(encoded.loss[.continuous, .ramp]?.largest == 0.001)
    let event = try #require(try HapticFormat.richTap.decode(encoded.bytes).timeline.events.first)
    guard case .continuous(_, let curve) = event.kind else {
      Issue.record("expected a continuous event")
      return
    }
    #expect(curve.first?.intensity == 0)
    #expect(curve.last?.intensity == 0)
    #expect(curve.map(\.intensity).max() == 0.5)
  }
}
