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

  @Test(arguments: HapticFormat.allCases)
  func `A vibration longer than any sound is rejected with a suggested fix`(format: HapticFormat)
    throws
  {
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

  @Test func `A short loop of many events in a long file is bounded`() throws {
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

  @Test(arguments: HapticFormat.allCases)
  func `Converting by way of .haptic keeps the strengths`(source: HapticFormat) throws {
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

  @Test(arguments: HapticFormat.allCases)
  func `Converting by way of any format keeps the result, up to the reported loss`(
    middle: HapticFormat
  ) throws {
    let curve = hum(0.8, 0.5, 0.9, [(0, 0.9), (0.5, 0.3)])
    let made = TimelineDocument(
      Timeline([tap(0, 0.9), tap(0.2, 0.5), hum(0.3, 0.3, 0.5), curve, tap(1.5, 0.25)]))
    // The web states no strength.
    let others = HapticFormat.allCases.filter { $0 != .webVibrate }
    for source in others {
      let document = try source.decode(source.encode(made).bytes)
      let encoded = try middle.encode(document)
      let statesLaw = [.json, .ndjson].contains(middle) || middle.coder.law != nil
      guard encoded.parts.count == 1, statesLaw || source.coder.law == nil else { continue }
      let step = try middle.decode(encoded.bytes)
      let reported = encoded.loss[.timeline, .amplitudeDifference]?.largest ?? 0
      for target in others {
        let timelines = try [document, step].map {
          try target.decode(target.encode($0).bytes).timeline
        }
        let difference = FeltDifference(
          meant: timelines[0], played: timelines[1], toneless: [.transient, .continuous],
          LossReport.Tolerance())
        // A difference of amplitudes is that of their squares where a format has the other law.
        let most = 0.03 + (target.coder.law == middle.coder.law ? reported : reported.squareRoot())
        #expect(
          difference.amplitude?.amount ?? 0 < most,
          "\(source) by \(middle) to \(target): \(reported)")
      }
    }
  }

  @Test(arguments: [HapticFormat.openHarmony, .richTap])
  func `An attack of a millisecond under a tap is kept`(format: HapticFormat) throws {
    var points = [(0.0, 0.1)]
    let attacks: [Double] = (1...12).map { toNanosecond(Double($0) * 0.05) }
    for time in attacks {
      points.append((time, 0.1))
      points.append((time + 0.001, 0.8))
      for step in 1...5 {
        let share = Double(step)
        points.append((time + share * 0.006, 0.8 - 0.1 * share))
      }
    }
    let document = TimelineDocument(Timeline([hum(0, 0.7, 0.8, points)] + attacks.map { tap($0) }))
    let timeline = try format.decode(format.encode(document).bytes).timeline
    let course = PlainCourse(Timeline(timeline.events.filter { $0.kind != .transient }))
    for time in attacks {
      #expect(
        course.felt(time - 0.003).intensity < 0.35 && course.felt(time + 0.004).intensity > 0.6)
    }
  }

  @Test func `A gain over time multiplies the amplitude`() throws {
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

  @Test func `A fade weakens the first and last taps without silencing them`() throws {
    let taps = Timeline(duration: 1, events: [0, 0.05, 0.5, 1].map { tap($0) })
    let faded = try TimelineEdit.fade(0.1).applied(to: taps)
    #expect(faded.events.map(\.intensity) == [0.2, 0.7, 1, 0.2] && faded.feltTaps == 4)
    #expect(try TimelineEdit.fade(0.5).applied(to: taps).feltTaps == 4)
    let long = Timeline(duration: 10, events: taps.events)
    #expect(try TimelineEdit.fade(2).applied(to: long).feltTaps == 3)
  }

  @Test func `The strongest of thousands of overlapping taps counts at each moment`() throws {
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

  @Test func `Vibrations clip if their sum is above 1, not if separate peaks add up to more`() {
    let rise = hum(0, 1, 1, [(0, 0), (1, 0.9)])
    let fall = hum(0, 1, 1, [(0, 0.9), (1, 0)])
    #expect(TimelineLint.findings(in: Timeline([rise, fall])).isEmpty)
    let found = TimelineLint.findings(in: Timeline([rise, hum(0.5, 0.5, 0.3)]))
    #expect(
      found.map(\.code) == ["clipping"] && found[0].message.contains("at 1.0 s add up to 1.2"))
  }

  @Test(
    "Events for all places and overlapping places have no noticeable loss",
    arguments: [HapticFormat.hjif, .richTap, .tact, .openHarmony, .json, .csv, .ndjson])
  func places(format: HapticFormat) throws {
    let shared = [hum(0.2, 0.4, 0.8), tap(1)]
    let document = TimelineDocument(places: [
      ("left", [hum(0, 0.4, 0.6)] + shared), ("right", shared + [hum(0.5, 0.4, 0.5), tap(1.2)]),
    ])
    let loss = try format.encode(document).loss
    #expect(loss[.timeline, .amplitudeDifference]?.isFelt != true, "\(loss)")
  }

  @Test func `A misspelled member is a warning with the intended name`() throws {
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
      #expect(format.check(Array(text.utf8)).allSatisfy { $0.code != "unknown-key" }, "\(format)")
      let other = text.split(separator: "\"\(right)\"", maxSplits: 1)
      try #require(other.count == 2, "\(format)")
      var loss = LossReport()
      let found = format.check(Array((other[0] + wrong + other[1]).utf8), loss: &loss)
      #expect(found.contains { $0.cure == "did you mean \"\(right)\"?" }, "\(format): \(found)")
    }
  }

  private static let laws = [HapticFormat.haptic, .hjif, .androidXML, .ahap, .csv]

  @Test(
    "Joined files share one intensity law, and equal strengths stay equal",
    arguments: laws)
  func joined(source: HapticFormat) throws {
    let made = TimelineDocument(
      Timeline([tap(0, 0.9), hum(0.3, 0.3, 0.5), hum(0.8, 0.5, 0.9, [(0, 0.9), (0.5, 0.3)])]))
    // Without the tag of files of our own.
    func read(_ format: HapticFormat) throws -> TimelineDocument {
      let text = String(decoding: try format.encode(made).bytes, as: UTF8.self)
      return try format.decode(Array(text.replacing("intensity squared", with: "x").utf8))
    }
    for other in Self.laws {
      var (first, second) = (try read(source), try read(other))
      #expect(
        first.joinStrengths(with: &second) == (source.coder.law != other.coder.law),
        "\(source), \(other)")
      var (loss, joined) = (LossReport(), first)
      try joined.apply(.join(second.timeline), loss: &loss)
      for middle in [HapticFormat.json, .ndjson] {
        let step = try middle.decode(middle.encode(joined).bytes)
        // The web states no strength.
        for target in HapticFormat.allCases where target != .webVibrate {
          let (direct, other) = (try strengths(joined, target), try strengths(step, target))
          try #require(direct.count == other.count, "\(source), \(other) to \(target)")
          let most = zip(direct, other).map { abs($0 - $1) }.max() ?? 0
          #expect(most < 1e-9, "\(source), \(other) to \(target): \(most)")
        }
      }
      let level = (first.timeline.events[0].intensity, second.timeline.events[0].intensity)
      guard level.0 == level.1 else { continue }
      for target in [HapticFormat.haptic, .hjif, .androidXML, .ahap] {
        let taps = try target.decode(target.encode(joined).bytes).timeline.events.transients
        #expect(Set(taps.map(\.intensity)).count <= 1, "\(source), \(other) to \(target)")
      }
    }
  }

  @Test func `Input with another law becomes .haptic without a noticeable difference`() throws {
    for seed in 0..<40 {
      var random = RandomTimelines(seed: UInt64(seed))
      let made = TimelineDocument(seed.isMultiple(of: 2) ? random.tangled() : random.separated())
      guard !made.timeline.events.isEmpty else { continue }
      for source in [HapticFormat.hjif, .androidXML] {
        let document = try source.decode(source.encode(made).bytes)
        let loss = try HapticFormat.haptic.encode(document).loss
        // A tap that is raised may outlast the fall of the vibration under it.
        guard loss[.transient, .clampedValue]?.isFelt != true else { continue }
        #expect(loss[.timeline, .amplitudeDifference]?.isFelt != true, "\(source) \(seed): \(loss)")
      }
    }
  }

  @Test("In .haptic, raising a tap above the vibration under it is a loss with the tap's time")
  func raised() throws {
    let document = TimelineDocument(Timeline([hum(0, 1, 0.6), tap(0.5, 0.2)]))
    let loss = try HapticFormat.haptic.encode(document).loss
    let entry = try #require(loss[.transient, .clampedValue])
    #expect(entry.isFelt && entry.time == 0.5 && entry.meant == 0.2, "\(entry)")
  }

  @Test(
    "An unknown key is noted, and is a loss if it resembles a known key or is inside a signal",
    arguments: [
      (HapticFormat.json, "intensity"), (.ahap, "EventType"), (.haptic, "time"),
      (.hjif, "amplitude_modulation"), (.richTap, "Frequency"), (.openHarmony, "Curve"),
      (.haps, "m_gain"), (.ndjson, "sharpness"),
    ])
  func unknownKey(format: HapticFormat, key: String) throws {
    let document = TimelineDocument(
      Timeline([tap(0), hum(0.1, 0.5, 1, [(0, 0.2), (0.1, 1), (0.3, 0.5), (0.5, 1)])]))
    let text = String(decoding: try format.encode(document).bytes, as: UTF8.self)
    func read(_ member: String) throws -> DecodedTimeline {
      let parts = text.split(separator: "\"\(key)\":", maxSplits: 1)
      try #require(parts.count == 2)
      return try format.read(Array("\(parts[0])\(member), \"\(key)\":\(parts[1])".utf8))
    }
    let noted = try read(#""x-color": {"r": 1, "name": "red"}"#)
    #expect(!noted.loss.isFelt, "\(noted.loss)")
    #expect(noted.loss[.timeline, .droppedAnnotations]?.names == ["x-color"])
    #expect(noted.findings.contains { $0.code == "unknown-key" && $0.severity == .note })
    guard [.ahap, .haptic].contains(format) else { return }
    let near = try read(format == .ahap ? #""HapticIntensity": 0.5"# : #""emphasys": {}"#)
    #expect(near.loss.isFelt && near.loss[.effect, .dropped]?.count == 1, "\(near.loss)")
  }

  @Test(
    "Times of hundreds of seconds are flagged as milliseconds, except in built-in patterns")
  func milliseconds() throws {
    func rules(_ timeline: Timeline, _ format: HapticFormat) throws -> [String] {
      format.check(try format.encode(TimelineDocument(timeline)).bytes).map(\.code)
    }
    let wrong = Timeline([tap(0), hum(200, 500, 0.5), tap(900)])
    for format in [HapticFormat.ahap, .csv, .haptic, .haps] {
      #expect(try rules(wrong, format).contains("milliseconds"), "\(format)")
      for pattern in Pattern.builtIn {
        let tempo = Tempo(interval: pattern.naturalInterval, intensity: 1)
        let own = try Timeline(pattern: pattern, tempo: tempo, beats: 30)
        #expect(try !rules(own, format).contains("milliseconds"), "\(pattern.name)")
      }
      #expect(try !rules(wrong.stretched(by: 0.001), format).contains("milliseconds"))
    }
  }

  @Test func `A timeline with too many frames for .tact is rejected with a suggested fix`() throws {
    let error = #expect(throws: FormatError.self) {
      try HapticFormat.tact.encode(TimelineDocument(Timeline([hum(0, 36_000)])))
    }
    let text = "\(try #require(error))"
    #expect(text.contains("frames of 20 ms") && text.contains("lubdub edit"), "\(text)")
  }

  @Test func `Beats at the same time become one beat when a timeline is repeated`() throws {
    let beats = try Timeline(pattern: .tap, tempo: Tempo(interval: 1, intensity: 1), beats: 4)
    let edited = try TimelineEdit.repetition(3, every: 0.5).applied(to: beats)
    #expect(edited.beats.map(\.time) == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4])
    #expect(try HapticFormat.json.encode(TimelineDocument(edited)).loss.isEmpty)
  }

  @Test func `A negative HJIF amplitude inverts the phase and plays its magnitude`() throws {
    let made = TimelineDocument(
      Timeline([hum(0, 1, 0.8, [(0, 0.8), (1, 0.4)]), tap(1.5, 0.5)]))
    var text = String(decoding: try HapticFormat.hjif.encode(made).bytes, as: UTF8.self)
    text = text.replacing("\"amplitude_modulation\": 0.", with: "\"amplitude_modulation\": -0.")
    let turned = try HapticFormat.hjif.read(Array(text.utf8))
    #expect(!turned.loss.isFelt)
    #expect(turned.document.timeline.events.transients.map(\.intensity) == [0.5])
    #expect(abs(PlainCourse(turned.document.timeline).felt(0.5).intensity - 0.6) < 1e-9)
    let crossing = text.replacing("-0.4", with: "0.8")
    let course = PlainCourse(try HapticFormat.hjif.decode(Array(crossing.utf8)).timeline)
    #expect(course.felt(0.5).intensity < 1e-9 && abs(course.felt(0.25).intensity - 0.4) < 1e-9)
  }
}
