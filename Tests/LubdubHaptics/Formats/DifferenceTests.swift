import TestSupport
import Testing

@testable import LubdubHaptics

/// The differences that a report declares noticeable can be felt, as measured by a renderer of the tests, which samples both
/// sides every millisecond and shares no code with the report's.
@Suite struct DifferenceTests {
  /// The intensity at each millisecond, the sum of all vibrations up to 1 or a tap that is stronger, and its range in the
  /// millisecond before; taps last 20 ms.
  private struct Samples {
    private var values: [Double] = []
    private var lows: [Double] = []
    private var highs: [Double] = []

    init(_ timeline: Timeline, until end: Double) {
      let events = timeline.events.map { event in
        guard event.kind == .transient else { return event }
        var pulse = event
        pulse.kind = .continuous(duration: 0.02, curve: [])
        return pulse
      }
      let isTap = timeline.events.map { $0.kind == .transient }
      let bends = PlainCourse(Timeline(duration: .zero, events: events)).bends.sorted()
      var sounding: [Int] = []
      var (next, bend) = (0, 0)
      func intensity(_ time: Double) -> Double {
        var (sum, tap) = (0.0, 0.0)
        for index in sounding {
          let level = PlainCourse.level(events[index], time, left: false)?.intensity ?? 0
          if isTap[index] { tap = max(tap, level) } else { sum += level }
        }
        return max(min(1, sum), tap)
      }
      for step in 0...Int(end * 1000) {
        let time = Double(step) / 1000
        while next < events.count, events[next].time.value <= time + 1e-6 {
          sounding.append(next)
          next += 1
        }
        // To either side of a bend: events that follow each other leave no hole by a rounding.
        var seen = [intensity(time + 3e-9)]
        values.append(seen[0])
        while bend < bends.count, bends[bend] <= time + 3e-9 {
          seen += [intensity(bends[bend] - 2e-9), intensity(bends[bend] + 2e-9)]
          bend += 1
        }
        if step > 0 { seen.append(values[step - 1]) }
        lows.append(seen.min() ?? 0)
        highs.append(seen.max() ?? 0)
        sounding.removeAll { events[$0].end < time - 0.001 }
      }
    }

    /// The greatest difference from another side that no shift of up to that many milliseconds explains.
    func difference(from other: Samples, within span: Int) -> Double {
      var greatest = 0.0
      // Plain loops: tests are compiled without optimization, which a slice would need.
      for index in values.indices {
        var (least, most, before, after) = (index < span ? 0 : Double.infinity, 0.0, 0.0, 0.0)
        var place = max(index - span, 0)
        while place <= index + span {
          if place < other.values.count {
            if other.lows[place] < least { least = other.lows[place] }
            if other.highs[place] > most { most = other.highs[place] }
          }
          // A gap that is shorter than the span is none.
          if place < highs.count {
            if place <= index, highs[place] > before { before = highs[place] }
            if place >= index, highs[place] > after { after = highs[place] }
          }
          place += 1
        }
        if least == .infinity { least = 0 }
        greatest = max(greatest, values[index] - most, least - min(before, after))
      }
      return greatest
    }
  }

  /// The timeline that the files of a conversion play; `nil` if a file can't be read back.
  private func played(_ encoded: EncodedTimeline, _ format: HapticFormat) throws -> Timeline? {
    var events: [HapticEvent] = []
    for part in encoded.parts {
      guard part.isReadable else { return nil }
      let document = try format.decode(part.bytes)
      events += document.timeline.moved(by: part.start.value).events
    }
    return Timeline(events)
  }

  @Test(arguments: HapticFormat.allCases)
  func `No conversion differs by more than it reports`(_ format: HapticFormat) throws {
    // Those behind the first had their greatest difference between the corners of both courses.
    for seed in Thoroughness.isFull ? Array(0..<780) : Array(0..<26) + [99, 284, 338] {
      var random = RandomTimelines(seed: 48_000 + UInt64(seed))
      let timeline =
        switch seed % 3 {
        case 0: random.tangled()
        case 1: random.separated()
        default: random.emphasized()
        }
      guard timeline.duration < 8, !timeline.events.isEmpty else { continue }
      var options = ExportOptions()
      if format == .androidXML, seed % 2 == 0 { options.androidStyle = .basicEnvelope }
      options.looping = .never
      guard
        let encoded = try? format.encode(TimelineDocument(timeline), options: options),
        let played = try played(encoded, format)
      else { continue }
      let end = max(timeline.duration.value, played.duration.value) + 0.1
      let (meant, found) = (Samples(timeline, until: end), Samples(played, until: end))
      // A sample between two milliseconds may stand for one a millisecond away.
      let difference = max(
        meant.difference(from: found, within: 6), found.difference(from: meant, within: 6))
      let reported = encoded.loss[.timeline, .amplitudeDifference]?.largest ?? 0
      try #require(
        difference <= reported + 0.02, "\(format), seed \(seed): \(difference) with \(encoded.loss)"
      )
    }
  }

  /// The course of the issue: two peaks with a notch of 0.2 ms, or with a jump.
  private func notch(_ gap: Double) -> TimelineDocument {
    let points = [(0.0, 0.1), (0.5, 0.8), (0.5 + gap, 0), (1, 0.8)].map {
      HapticEvent.CurvePoint(time: Seconds($0.0), intensity: $0.1, sharpness: 0.5)
    }
    let event = HapticEvent(
      time: 0, intensity: 0.8, sharpness: 0.5, kind: .continuous(duration: 1, curve: points))
    return TimelineDocument(Timeline(duration: 1, events: [event]))
  }

  @Test(arguments: [0, 0.0002, 0.001])
  func `Steep points move to the grid and are kept`(gap: Double) throws {
    for format in [HapticFormat.openHarmony, .richTap] {
      let encoded = try format.encode(notch(gap))
      let course = PlainCourse(try format.decode(encoded.bytes).timeline)
      #expect(course.felt(0.498).intensity > 0.77, "\(format)")
      #expect(course.felt(0.503).intensity < 0.05, "\(format)")
      #expect(abs(course.felt(0.75).intensity - 0.4) < 0.02, "\(format)")
      #expect(!encoded.loss.isFelt, "\(format): \(encoded.loss)")
    }
  }

  @Test func `A curve with too many points for one event is split without loss`() throws {
    let points = (0...60).map {
      HapticEvent.CurvePoint(
        time: Seconds(Double($0) / 60), intensity: $0.isMultiple(of: 2) ? 0.2 : 0.9, sharpness: 0.5)
    }
    let event = HapticEvent(
      time: 0, intensity: 0.9, sharpness: 0.5, kind: .continuous(duration: 1, curve: points))
    let document = TimelineDocument(Timeline(duration: 1, events: [event]))
    let encoded = try HapticFormat.openHarmony.encode(document)
    #expect(encoded.loss[.continuous, .split]?.count == 3)
    #expect(!encoded.loss.isFelt, "\(encoded.loss)")
  }

  @Test func `An HJIF tick is unnoticeable, and a dull envelope is a loss with a time`() throws {
    let third = HapticEvent(time: 0.123456789, intensity: 1, sharpness: 0.5)
    let tap = TimelineDocument(Timeline(duration: 1, events: [third]))
    let hjif = try HapticFormat.hjif.encode(tap).loss
    #expect(hjif[.transient, .roundedTime] != nil && !hjif.isFelt)
    var options = ExportOptions()
    options.androidStyle = .waveformEnvelope
    let jump = HapticEvent(
      time: 0.2, intensity: 1, sharpness: 0.5, kind: .continuous(duration: 0.5, curve: []))
    let document = TimelineDocument(Timeline(duration: 1, events: [jump]))
    let loss = try HapticFormat.androidXML.encode(document, options: options).loss
    let entry = try #require(loss[.timeline, .amplitudeDifference])
    // A jump becomes a rise of 20 ms, of which 5 ms are no difference.
    #expect(abs((entry.largest ?? 0) - 0.75) < 1e-6 && entry.isFelt)
    // Both its edges are worst.
    #expect([0.2, 0.7].contains { abs((entry.time ?? 0) - $0) < 0.01 })
    options.tolerance.time = 0.02
    #expect(try !HapticFormat.androidXML.encode(document, options: options).loss.isFelt)
  }

  @Test func `A frequency difference is noticeable from 10 Hz or a semitone on`() {
    let tolerance = LossReport.Tolerance()
    #expect(tolerance.isFelt(hertz: 10, of: 300) && !tolerance.isFelt(hertz: 9.9, of: 300))
    #expect(tolerance.isFelt(hertz: 4, of: 65) && !tolerance.isFelt(hertz: 3.8, of: 65))
  }

  @Test func `Strict export keeps a loop, and writes out other timelines completely`() throws {
    let looped = Array(#"{"timings":[123,456,789],"amplitudes":[254,1,255],"repeat":0}"#.utf8)
    var options = ExportOptions()
    options.isStrict = true
    let read = try HapticFormat.androidWaveform.decode(looped)
    let written = try HapticFormat.androidWaveform.encode(read, options: options)
    #expect(!written.loss.isFelt && written.loss[.timeline, .onePass] == nil)
    #expect(try JSONParser.parse(written.bytes)["repeat"]?.number == 0)
    let steady = try Timeline(
      pattern: .tap, tempo: Tempo(interval: 0.5, intensity: 1), beats: 400)
    let encoded = try HapticFormat.androidWaveform.encode(
      TimelineDocument(steady), options: options)
    #expect(try JSONParser.parse(encoded.bytes)["repeat"]?.number == -1)
  }
}
