import TestSupport
import Testing

@testable import LubdubHaptics

/// decode(encode(t)) is t up to the declared loss, and writing a second time gives the same bytes.
@Suite struct RoundTripTests {
  static let seeds = (0..<120).map { UInt64($0) }

  /// Writes, reads, writes again.
  private func roundTrip(
    _ document: TimelineDocument, _ format: HapticFormat,
    _ options: ExportOptions = ExportOptions(), seed: UInt64
  ) throws -> (back: TimelineDocument, loss: LossReport) {
    let first = try format.encode(document, options: options)
    let back = try format.decode(first.bytes)
    let second = try format.encode(back, options: options)
    let isSame = second.bytes == first.bytes
    #expect(isSame, "\(format.rawValue), seed \(seed): \(difference(first.bytes, second.bytes))")
    return (back, first.loss)
  }

  /// The first lines that differ.
  private func difference(_ first: [UInt8], _ second: [UInt8]) -> String {
    let (left, right) = (first.split(separator: 0x0A), second.split(separator: 0x0A))
    let line = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }
    guard let line else { return "\(left.count) lines, then \(right.count)" }
    let texts = [line.element.0, line.element.1].map { String(decoding: $0, as: UTF8.self) }
    return "written again, line \(line.offset + 1) is \(texts[1]), was \(texts[0])"
  }

  private func transients(_ timeline: Timeline) -> [HapticEvent] {
    timeline.events.filter { $0.kind == .transient }
  }

  /// Whether each transient came back, within a time and value error.
  private func expectTransients(
    _ back: Timeline, _ timeline: Timeline, time: Double, intensity: Double, sharpness: Double,
    _ context: String
  ) {
    let key = { (event: HapticEvent) in (event.time.value, event.sharpness, event.intensity) }
    let left = transients(back).sorted { key($0) < key($1) }
    let right = transients(timeline).sorted { key($0) < key($1) }
    #expect(left.count == right.count, "\(context)")
    for (one, other) in zip(left, right) {
      #expect(abs(one.time.value - other.time.value) <= time + 1e-9, "\(context)")
      #expect(abs(one.intensity - other.intensity) <= intensity + 1e-9, "\(context)")
      #expect(abs(one.sharpness - other.sharpness) <= sharpness + 1e-9, "\(context)")
    }
  }

  /// Whether the courses agree at random moments, within the range of the course over the time error.
  private func expectCourse(
    _ back: Timeline, _ timeline: Timeline, time: Double, intensity: Double, sharpness: Double?,
    _ random: inout RandomTimelines, _ context: String
  ) {
    let (one, other) = (PlainCourse(back), PlainCourse(timeline))
    let span = time + 3e-9
    for _ in 0..<60 {
      let moment = random.unit() * timeline.duration.value
      let level = one.felt(moment)
      let range = other.range(moment - span, moment + span)
      #expect(
        level.intensity >= range.lowerBound - intensity - 1e-6
          && level.intensity <= range.upperBound + intensity + 1e-6,
        "\(context), at \(moment) s: \(level.intensity) is not in \(range)")
      guard let sharpness, isPlain(other, moment, span) else { continue }
      // Within what the sharpness is in the span of the time error; no bend is near.
      let edges = [-span, span].map { other.felt(moment + $0).sharpness }
      let (low, high) = (min(edges[0], edges[1]), max(edges[0], edges[1]))
      #expect(
        level.sharpness >= low - sharpness - 1e-6 && level.sharpness <= high + sharpness + 1e-6,
        "\(context), at \(moment) s: sharpness \(level.sharpness), not \(low)...\(high)")
    }
  }

  /// Whether only one event is active, with no bend nearby and not at rest.
  private func isPlain(_ course: PlainCourse, _ moment: Double, _ span: Double) -> Bool {
    let levels = course.events.compactMap { PlainCourse.level($0, moment, left: false) }
    return levels.count == 1 && levels[0].intensity > 1e-3
      && course.bends.allSatisfy { abs($0 - moment) > 2 * span }
  }

  @Test(arguments: [HapticFormat.json, .ndjson])
  func `The timeline document keeps everything`(_ format: HapticFormat) throws {
    for seed in Self.seeds {
      var random = RandomTimelines(seed: seed)
      let timeline = random.tangled()
      let annotations: [String: JSONValue] = ["configuration": ["zones": [1, 2]]]
      let (back, loss) = try roundTrip(
        TimelineDocument(timeline, annotations: annotations), format, seed: seed)
      #expect(loss.isEmpty, "seed \(seed): \(loss)")
      #expect(back.annotations == annotations)
      var ignored = LossReport()
      #expect(
        back.timeline == (try timeline.normalized(loss: &ignored)),
        "seed \(seed)")
      #expect(abs(back.timeline.duration.value - timeline.duration.value) <= 1e-9)
    }
  }

  @Test func `AHAP keeps transients, and keeps curves except for reported holds of a millisecond`()
    throws
  {
    for seed in Self.seeds {
      var random = RandomTimelines(seed: seed)
      let timeline = random.tangled()
      let (back, loss) = try roundTrip(TimelineDocument(timeline), .ahap, seed: seed)
      let held = loss[.continuous, .resampledCurve]?.largest ?? 0
      expectTransients(
        back.timeline, timeline, time: 0, intensity: 0, sharpness: 0, "seed \(seed)")
      expectCourse(
        back.timeline, timeline, time: held, intensity: 0, sharpness: 0, &random, "seed \(seed)")
      for event in back.timeline.events { #expect(event.duration.value <= AHAP.longestEvent) }
    }
  }

  @Test func `HJIF keeps transients and curves within a tick and a hertz`() throws {
    for seed in Self.seeds {
      var random = RandomTimelines(seed: seed)
      let timeline = random.tangled()
      let (back, loss) = try roundTrip(TimelineDocument(timeline), .hjif, seed: seed)
      let tick = loss[.transient, .roundedTime]?.largest ?? 0
      let tone = loss[.transient, .roundedSharpness]?.largest ?? 0
      #expect(tick <= 0.5 / HJIF.fewestTicksPerSecond && tone <= 0.5 / 235)
      expectTransients(
        back.timeline, timeline, time: tick, intensity: 0, sharpness: tone, "seed \(seed)")
      let slow = loss[.continuous, .roundedTime]?.largest ?? 0
      expectCourse(
        back.timeline, timeline, time: slow, intensity: 0, sharpness: 0.5 / 235 + 1e-3, &random,
        "seed \(seed)")
    }
  }

  @Test
  func `A .haptic file keeps points, and keeps transients unless they are below the envelope`()
    throws
  {
    for seed in Self.seeds {
      var random = RandomTimelines(seed: seed)
      let timeline = random.tangled()
      let (back, loss) = try roundTrip(TimelineDocument(timeline), .haptic, seed: seed)
      // A tap of no strength is none where something sounds.
      var apparent = timeline
      apparent.events.removeAll { tap in
        tap.kind == .transient && tap.intensity == 0
          && timeline.events.contains {
            PlainCourse.level($0, tap.time.value, left: false) != nil
          }
      }
      let raised = loss[.transient, .clampedValue]?.largest ?? 0
      expectTransients(
        back.timeline, apparent, time: 0, intensity: raised + 3e-6, sharpness: 0, "seed \(seed)")
      expectCourse(
        back.timeline, timeline, time: 0, intensity: 3e-6, sharpness: 3e-6, &random,
        "seed \(seed)")
    }
  }

  @Test func `Vibration XML as a waveform keeps pulses within half a millisecond`() throws {
    for seed in Self.seeds {
      var random = RandomTimelines(seed: seed)
      let timeline = random.separated()
      let (back, loss) = try roundTrip(TimelineDocument(timeline), .androidXML, seed: seed)
      #expect(loss[.transient, .roundedTime]?.largest ?? 0 <= 0.000_5 + 1e-12)
      expectTransients(
        back.timeline, timeline, time: 0.000_5, intensity: 0.5 / 255, sharpness: 1,
        "seed \(seed)")
      expectCourse(
        back.timeline, timeline, time: WaveformSteps.rampStep / 2 + 0.001, intensity: 1.0 / 255,
        sharpness: nil, &random, "seed \(seed)")
    }
  }

  @Test(arguments: [true, false])
  func `Envelopes keep pulses within half a millisecond and ramp jumps`(isBasic: Bool) throws {
    var options = ExportOptions()
    options.androidStyle = isBasic ? .basicEnvelope : .waveformEnvelope
    for seed in Self.seeds {
      var random = RandomTimelines(seed: seed)
      let timeline = random.separated()
      let (back, _) = try roundTrip(TimelineDocument(timeline), .androidXML, options, seed: seed)
      expectTransients(
        back.timeline, timeline, time: 0.000_5, intensity: 0, sharpness: 0, "seed \(seed)")
      expectCourse(
        back.timeline, timeline, time: EnvelopeEffect.edge + 0.002, intensity: 0, sharpness: nil,
        &random,
        "seed \(seed)")
    }
  }

  @Test func `Primitives keep the times of transients`() throws {
    var options = ExportOptions()
    options.androidStyle = .primitives
    for seed in Self.seeds {
      var random = RandomTimelines(seed: seed)
      let timeline = random.tangled()
      guard !transients(timeline).isEmpty else {
        #expect(throws: FormatError.self) {
          try HapticFormat.androidXML.encode(TimelineDocument(timeline), options: options)
        }
        continue
      }
      let (back, loss) = try roundTrip(TimelineDocument(timeline), .androidXML, options, seed: seed)
      let tone = loss[.transient, .roundedSharpness]?.largest ?? 0
      let shift = loss[.transient, .roundedTime]?.largest ?? 0
      // One that would begin before the last has ended is late, or is left out.
      #expect(shift < WaveformSteps.pulse)
      let played = transients(back.timeline)
      let left = loss[.transient, .dropped]?.count ?? 0
      #expect(played.count + left == transients(timeline).count, "seed \(seed)")
      for one in played {
        #expect(
          transients(timeline).contains {
            let delay = one.time.value - $0.time.value
            return delay >= -0.000_501 && delay <= shift + 1e-9
              && abs(one.sharpness - $0.sharpness) <= tone + 1e-9
          }, "seed \(seed)")
      }
      #expect(
        loss[.continuous, .dropped]?.count ?? 0
          == timeline.events.count - transients(timeline).count)
    }
  }

  @Test func `Every format writes every random timeline, and its check finds no error`() throws {
    for seed in Self.seeds.prefix(40) {
      var random = RandomTimelines(seed: seed)
      let document = TimelineDocument(random.tangled())
      for format in HapticFormat.allCases {
        let encoded = try format.encode(document)
        for part in encoded.parts {
          let kind = FileKind.recognize(part.bytes)
          let errors = (kind.check(part.bytes) ?? []).filter { $0.severity == .error }
          let isText = format == .androidWaveform || format == .csv || format == .webVibrate
          #expect(
            isText || errors.isEmpty,
            "\(format.rawValue), seed \(seed): \(errors.first?.description ?? "")")
        }
      }
    }
  }
}
