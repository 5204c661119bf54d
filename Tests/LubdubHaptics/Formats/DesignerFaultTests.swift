import Lubdub
import Testing

@testable import LubdubHaptics

/// Faults that a designer met: fades, adjacent events, unwanted loops.
@Suite struct DesignerFaultTests {
  @Test func `A fade longer than half of the timeline ends in the middle`() {
    let taps = [0.0, 0.5, 1].map { HapticEvent(time: Seconds($0), intensity: 1, sharpness: 0.5) }
    let faded = Timeline(duration: 1, events: taps).faded(over: 10)
    // A tap counts at its end, 20 ms after its start.
    #expect(faded.events.map(\.intensity) == [0.04, 1, 0.04])
  }

  @Test func `Events that meet within rounding do not clip`() {
    let events = [(0.8, 0.02), (0.82, 0.38)].map { time, length in
      HapticEvent(
        time: Seconds(time), intensity: 0.6, sharpness: 0.5,
        kind: .continuous(duration: Seconds(length), curve: []))
    }
    #expect(TimelineLint.findings(in: Timeline(events)).isEmpty)
  }

  @Test func `With looping off, a loop is written once and reported`() throws {
    let bytes = Array(
      #"{"timings":[0,50,100,50,200],"amplitudes":[0,255,0,128,64],"repeat":1}"#.utf8)
    let document = try HapticFormat.androidWaveform.decode(bytes)
    var options = ExportOptions()
    options.looping = .never
    let encoded = try HapticFormat.androidWaveform.encode(document, options: options)
    #expect(String(decoding: encoded.bytes, as: UTF8.self).contains(#""repeat": -1"#))
    #expect(encoded.loss[.timeline, .onePass]?.count == 1)
  }

  private func vibrations(_ levels: [Double], curve: [HapticEvent.CurvePoint] = []) -> Timeline {
    Timeline(
      levels.map {
        HapticEvent(
          time: 0, intensity: $0, sharpness: 0.5, kind: .continuous(duration: 0.6, curve: curve))
      })
  }

  @Test(
    "Overlapping vibrations add up to at most full strength, with and without a curve",
    arguments: HapticFormat.allCases)
  func sum(format: HapticFormat) throws {
    let curve = [(0.0, 0.4), (0.6, 0.41)].map {
      HapticEvent.CurvePoint(time: Seconds($0.0), intensity: $0.1, sharpness: 0.5)
    }
    let plain = vibrations([0.4, 0.4])
    let curved = vibrations([0.4, 0.4], curve: curve)
    for (timeline, sum) in [(plain, 0.8), (curved, 0.8), (vibrations([0.7, 0.8]), 1)] {
      let encoded = try format.encode(TimelineDocument(timeline))
      let played = PlainCourse(try format.decode(encoded.bytes).timeline).felt(0.3).intensity
      // The web knows no strength.
      #expect(format == .webVibrate || abs(played - sum) < 0.02, "\(played)")
      #expect(
        format == .webVibrate || encoded.loss[.timeline, .amplitudeDifference]?.isFelt != true)
    }
  }

  @Test func `A tap hidden by a vibration is a loss in formats with one envelope`() throws {
    var timeline = vibrations([0.8])
    timeline.events += [0.5, 0.9].map { HapticEvent(time: 0.3, intensity: $0, sharpness: 0.5) }
    for format in [HapticFormat.androidWaveform, .androidXML, .tact] {
      let loss = try format.encode(TimelineDocument(timeline)).loss
      #expect(loss[.transient, .dropped]?.count == 1 && loss.isFelt, "\(format): \(loss)")
    }
    #expect(try HapticFormat.ahap.encode(TimelineDocument(timeline)).loss.isEmpty)
    let loss = try HapticFormat.openHarmony.encode(TimelineDocument(timeline)).loss
    #expect(loss[.timeline, .deviceLimit] != nil && !loss.isFelt, "\(loss)")
  }

  @Test func `Primitives that Android would drop are delayed or reported`() throws {
    let taps = [0, 0.003, 0.006, 0.1, 0.5, 0.5].enumerated().map { index, time in
      HapticEvent(time: Seconds(time), intensity: index == 5 ? 1 : 0.6, sharpness: 0.5)
    }
    var options = ExportOptions()
    options.androidStyle = .primitives
    let encoded = try HapticFormat.androidXML.encode(
      TimelineDocument(Timeline(taps)), options: options)
    let played = try HapticFormat.androidXML.decode(encoded.bytes).timeline.events
    #expect(played.map(\.time) == [0, 0.02, 0.1, 0.5] && played.last?.intensity == 1)
    #expect(encoded.loss[.transient, .dropped]?.count == 2)
    #expect(encoded.loss[.transient, .roundedTime]?.largest == 0.017 && encoded.loss.isFelt)
  }

  @Test func `An envelope with more points than all devices support is reported`() throws {
    let points = (0...20).map {
      HapticEvent.CurvePoint(
        time: Seconds(Double($0) * 0.03), intensity: $0.isMultiple(of: 2) ? 0 : 0.9, sharpness: 0.5)
    }
    var options = ExportOptions()
    options.androidStyle = .basicEnvelope
    let loss = try HapticFormat.androidXML.encode(
      TimelineDocument(vibrations([0.9], curve: points)), options: options
    ).loss
    #expect(loss[.timeline, .deviceLimit]?.count ?? 0 > 16 && !loss.isFelt, "\(loss)")
  }

  @Test func `A gap of 2 ms after a tap is not a difference`() throws {
    var timeline = vibrations([0.3])
    timeline.events[0].time = 0.02
    timeline.events.insert(HapticEvent(time: 0, intensity: 1, sharpness: 0.5), at: 0)
    let loss = try HapticFormat.richTap.encode(TimelineDocument(Timeline(timeline.events))).loss
    #expect(!loss.isFelt, "\(loss)")
    // One of 8 ms is.
    let pieces = [(0.0, 0.3), (0.308, 0.3)].map {
      HapticEvent(
        time: Seconds($0.0), intensity: 0.5, sharpness: 0.5,
        kind: .continuous(duration: Seconds($0.1), curve: []))
    }
    let difference = FeltDifference(
      meant: vibrations([0.5]), played: Timeline(pieces), toneless: [], .init())
    #expect(difference.amplitude?.amount == 0.5)
  }

  @Test(arguments: [HapticFormat.androidXML, .androidWaveform, .tact])
  func `A ramp is one event without a pause`(format: HapticFormat) throws {
    for number in 0..<200 {
      let start = Double(number * 7 % 100) / 100
      let length = 0.04 + Double(number * 13 % 61) / 1000
      let curve = [(0.0, 0.9), (length, 0.3)].map {
        HapticEvent.CurvePoint(time: Seconds($0.0), intensity: $0.1, sharpness: 0.5)
      }
      let event = HapticEvent(
        time: Seconds(start), intensity: 0.9, sharpness: 0.5,
        kind: .continuous(duration: Seconds(length), curve: curve))
      let encoded = try format.encode(
        TimelineDocument(Timeline(duration: Seconds(start + length + 0.1), events: [event])))
      let read = try format.decode(encoded.bytes).timeline
      #expect(read.events.count == 1, "\(start) \(length): \(read.events)")
    }
  }

  @Test func `A file too large to compare is reported and can be allowed`() throws {
    let timeline = Timeline(
      duration: 12_000,
      events: (0..<12_000).flatMap { pass in
        [(0.0, 0.4), (0.1, 0.2)].map { start, length in
          HapticEvent(
            time: Seconds(Double(pass) + start), intensity: 0.4, sharpness: 0.5,
            kind: .continuous(duration: Seconds(length), curve: []))
        }
      })
    let loss = try HapticFormat.haptic.encode(TimelineDocument(timeline)).loss
    let entry = try #require(loss[.timeline, .amplitudeDifference])
    #expect(entry.names == ["too large to be compared"] && entry.isFelt)
    var allowed = loss
    allowed.tolerance.amplitude = 1
    #expect(allowed[.timeline, .amplitudeDifference]?.isFelt == false)
  }
}
