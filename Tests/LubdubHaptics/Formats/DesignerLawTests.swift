import Lubdub
import LubdubGround
import TestSupport
import Testing

@testable import LubdubHaptics

/// Laws that a designer relies on: strengths, fades, lengths and places.
@Suite struct DesignerLawTests {
  private func hum(
    _ start: Double, _ length: Double, _ intensity: Double = 1, _ curve: [(Double, Double)] = []
  ) -> HapticEvent {
    HapticEvent(
      time: Seconds(start), intensity: intensity, sharpness: 0.5,
      kind: .continuous(
        duration: Seconds(length),
        curve: curve.map { .init(time: Seconds($0.0), intensity: $0.1, sharpness: 0.5) }))
  }

  private func tap(_ time: Double, _ intensity: Double = 1) -> HapticEvent {
    HapticEvent(time: Seconds(time), intensity: intensity, sharpness: 0.5)
  }

  @Test(
    "A vibration longer than any sound is refused, with the bound and a cure",
    arguments: HapticFormat.allCases)
  func length(format: HapticFormat) throws {
    for event in [hum(0, 1e6), hum(1, 1e6, 1, [(0, 0), (1e6, 1)])] {
      let document = TimelineDocument(Timeline([event]))
      guard ![.json, .ndjson, .csv].contains(format) else {
        #expect(try format.decode(format.encode(document).bytes).timeline.duration >= 1e6)
        continue
      }
      let error = #expect(throws: FormatError.self) { try format.encode(document) }
      let text = "\(try #require(error))"
      #expect(text.contains("the event at") && text.contains("LUBDUB_BOUNDS=sound"), "\(text)")
    }
  }

  @Test("A short loop of many events in a long file is bounded")
  func shortLoop() throws {
    let events = (0..<3000).map { tap(Double($0) * 1e-7) }
    let timeline = Timeline(duration: 9e6, events: events)
    let loop = SteadyLoop(start: 0, period: 0.001)
    #expect(timeline.unrolled(loop, until: 9e6).events.count <= Bound.events.most)
  }

  /// The strengths that a format plays: of taps, and of vibrations at some moments.
  private func strengths(_ document: TimelineDocument, _ format: HapticFormat) throws -> [Double] {
    let timeline = try format.decode(format.encode(document).bytes).timeline
    let course = PlainCourse(timeline)
    return timeline.events.transients.map(\.intensity)
      + stride(from: 0.0137, to: timeline.duration.value, by: 0.0391).map {
        course.felt($0).intensity
      }
  }

  @Test(
    "A way through .haptic leads to the strengths of the direct way",
    arguments: HapticFormat.allCases)
  func middleStep(source: HapticFormat) throws {
    let curve = hum(0.8, 0.5, 0.9, [(0, 0.9), (0.5, 0.3)])
    let made = TimelineDocument(
      Timeline([tap(0, 0.9), tap(0.2, 0.5), hum(0.3, 0.3, 0.5), curve, tap(1.5, 0.25)]))
    let document = try source.decode(source.encode(made).bytes)
    let step = try HapticFormat.haptic.decode(HapticFormat.haptic.encode(document).bytes)
    // The web states no strength.
    for target in HapticFormat.allCases where target != .webVibrate {
      let (direct, other) = (try strengths(document, target), try strengths(step, target))
      try #require(direct.count == other.count, "\(source) to \(target)")
      let most = zip(direct, other).map { abs($0 - $1) }.max() ?? 0
      #expect(most < 0.02, "\(source) to \(target): \(most)")
    }
  }

  @Test("After an edit with a gain over time, what is felt is the amplitude times the gain")
  func gains() throws {
    let courses = [
      hum(0, 2, 0.6), hum(0, 2, 1, [(0, 0.4), (2, 0.4)]), hum(0, 2, 1, [(0.5, 0.5)]),
      hum(0.1, 1.9, 1, [(0.2, 0), (0.3, 1), (1.5, 0.2)]), hum(0, 2, 0.7, [(1, 0.7), (1, 0.2)]),
    ]
    let points = [(0.2, 0.3), (0.9, 1.8), (1.4, 0)].map {
      TimelineEdit.GainPoint(time: Seconds($0), factor: $1)
    }
    func curve(_ time: Double) -> Double {
      Course.value(
        of: points.map { .init(time: $0.time.value, value: $0.factor) }, at: time, fromLeft: false)
        ?? 1
    }
    let edits: [(TimelineEdit, (Double) -> Double)] = [
      (.gain(0.5), { _ in 0.5 }), (.gain(2.5), { _ in 2.5 }), (.gainCurve(points), curve),
      (.fade(0.4), { max(0, min(1, $0 / 0.4, (2 - $0) / 0.4)) }),
    ]
    for event in courses {
      let timeline = Timeline(duration: 2, events: [event])
      for (edit, gain) in edits {
        let (before, after) = (PlainCourse(timeline), PlainCourse(try edit.applied(to: timeline)))
        for time in stride(from: 0.0037, to: 2, by: 0.0137) {
          let meant = min(1, before.felt(time).intensity * gain(time))
          #expect(abs(after.felt(time).intensity - meant) < 0.006, "\(edit) of \(event) at \(time)")
        }
      }
    }
  }

  @Test("A fade weakens the first and the last tap and silences neither")
  func fadedTaps() throws {
    let taps = Timeline(duration: 1, events: [0, 0.05, 0.5, 1].map { tap($0) })
    let faded = try TimelineEdit.fade(0.1).applied(to: taps)
    #expect(faded.events.map(\.intensity) == [0.2, 0.7, 1, 0.2] && faded.feltTaps == 4)
    #expect(try TimelineEdit.fade(0.5).applied(to: taps).feltTaps == 4)
    let long = Timeline(duration: 10, events: taps.events)
    #expect(try TimelineEdit.fade(2).applied(to: long).feltTaps == 3)
  }

  @Test("Where thousands of taps overlap, the strongest of each moment counts")
  func crowd() throws {
    var random = SeededGenerator(seed: 7)
    let pieces = (0..<2000).map { _ in
      let start = toNanosecond(.random(in: 0..<0.02, using: &random))
      let corners = [0, 0.004, 0.02].map { time in
        EnvelopePoint(
          toNanosecond(start + time),
          Level(intensity: .random(in: 0...1, using: &random), sharpness: 0.5))
      }
      return EnvelopeSegment.joining(corners)
    }
    let ramps = EnvelopeCurve(pieces, .strongest).ramps
    for time in stride(from: 0.0001, to: 0.03, by: 0.000_137) {
      let levels = pieces.joined().filter { $0.start <= time && time < $0.end }
      let strongest = levels.map { $0.level(at: time).intensity }.max() ?? 0
      let found = try #require(ramps.last { $0.start <= time && time < $0.end })
      #expect(abs(found.level(at: time).intensity - strongest) < 1e-3, "at \(time)")
    }
  }

  @Test("Vibrations clip where their sum is above 1, not where their peaks do not meet")
  func clipping() {
    let rise = hum(0, 1, 1, [(0, 0), (1, 0.9)])
    let fall = hum(0, 1, 1, [(0, 0.9), (1, 0)])
    #expect(TimelineLint.findings(in: Timeline([rise, fall])).isEmpty)
    let found = TimelineLint.findings(in: Timeline([rise, hum(0.5, 0.5, 0.3)]))
    #expect(
      found.map(\.rule) == ["clipping"] && found[0].message.contains("at 1.0 s add up to 1.2"))
  }

  @Test(
    "An event for all places, and places that overlap, lose nothing that is felt",
    arguments: [HapticFormat.hjif, .richTap, .tact, .openHarmony, .json, .csv, .ndjson])
  func places(format: HapticFormat) throws {
    let shared = [hum(0.2, 0.4, 0.8), tap(1)]
    let document = TimelineDocument(places: [
      ("left", [hum(0, 0.4, 0.6)] + shared), ("right", shared + [hum(0.5, 0.4, 0.5), tap(1.2)]),
    ])
    let loss = try format.encode(document).loss
    #expect(loss[.timeline, .amplitudeDifference]?.isFelt != true, "\(loss)")
  }

  @Test("A misspelt member is a warning with the name that was meant")
  func misspelt() throws {
    let cases: [(HapticFormat, String, String)] = [
      (.json, #""intensty""#, "intensity"),
      (.hjif, #""amplitude_modulatoin""#, "amplitude_modulation"),
      (.richTap, #""Frequncy""#, "Frequency"), (.openHarmony, #""Curv""#, "Curve"),
      (.haps, #""m_gian""#, "m_gain"), (.ndjson, #""crve""#, "curve"),
    ]
    let document = TimelineDocument(
      Timeline([tap(0), hum(0.1, 0.5, 1, [(0, 0.2), (0.1, 1), (0.3, 0.5), (0.5, 1)])]))
    for (format, wrong, right) in cases {
      let text = String(decoding: try format.encode(document).bytes, as: UTF8.self)
      #expect(format.check(Array(text.utf8)).allSatisfy { $0.rule != "unknown-key" }, "\(format)")
      let other = text.split(separator: "\"\(right)\"", maxSplits: 1)
      try #require(other.count == 2, "\(format)")
      var loss = LossReport()
      let found = format.check(Array((other[0] + wrong + other[1]).utf8), loss: &loss)
      #expect(found.contains { $0.cure == "did you mean \"\(right)\"?" }, "\(format): \(found)")
    }
  }
}
