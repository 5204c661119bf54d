import Lubdub
import LubdubSupport
import Testing

@testable import LubdubHaptics

/// Laws of editing, and the text form.
@Suite struct EditTests {
  private static let seeds = (0..<40).map { UInt64($0) }

  private func timeline(_ seed: UInt64) throws -> Timeline {
    var random = RandomTimelines(seed: seed)
    var loss = LossReport()
    return try random.tangled().normalized(loss: &loss)
  }

  @Test(arguments: seeds)
  func `Edits that change nothing are the identity`(seed: UInt64) throws {
    let timeline = try timeline(seed)
    let edits: [TimelineEdit] = [
      .from(0), .to(timeline.duration), .gain(1), .stretch(1), .repetition(1), .fade(0),
      .join(Timeline(duration: 0, events: [])), .layer(Timeline(duration: 0, events: [])),
    ]
    for edit in edits { #expect(try edit.applied(to: timeline) == timeline) }
  }

  @Test func `A gain reports how many events it limits to full intensity, and by how much`() {
    let timeline = Timeline(
      duration: 1,
      events: [0.3, 0.6, 0.8].map {
        HapticEvent(time: Seconds($0), intensity: $0, sharpness: 0.5, kind: .transient)
      })
    let loss = TimelineEdit.gain(2).loss(in: timeline)
    #expect(loss[.transient, .clampedValue]?.count == 2)
    #expect(abs((loss[.transient, .clampedValue]?.largest ?? 0) - 0.6) < 1e-12)
    #expect(TimelineEdit.gain(1.25).loss(in: timeline).entries.isEmpty)
    #expect(TimelineEdit.stretch(2).loss(in: timeline).entries.isEmpty)
  }

  @Test func `A layer starts at its offset, a join after its gap, and silence is trimmed`() throws {
    let tap = Timeline(
      duration: 1, events: [HapticEvent(time: 0.25, intensity: 1, sharpness: 0.5)])
    let layered = try TimelineEdit.layer(tap, offset: 2).applied(to: tap)
    #expect(layered.events.map(\.time) == [0.25, 2.25] && layered.duration == 3)
    let joined = try TimelineEdit.join(tap, gap: 0.5).applied(to: tap)
    #expect(joined.events.map(\.time) == [0.25, 1.75] && joined.duration == 2.5)
    let trimmed = try TimelineEdit.trim(0.1).applied(to: layered)
    #expect(trimmed.events.map(\.time) == [0.1, 2.1] && trimmed.duration == 2.2)
    #expect(throws: FormatError.self) { try TimelineEdit.layer(tap, offset: -1).applied(to: tap) }
  }

  @Test func `A gain curve is linear between its points, and sharpness can be swapped`() throws {
    let events = [0.0, 1, 2, 3].map {
      HapticEvent(time: Seconds($0), intensity: 0.8, sharpness: $0 / 4)
    }
    let hum = HapticEvent(
      time: 0, intensity: 0.8, sharpness: 0.1, kind: .continuous(duration: 3, curve: []))
    let points = [(1.0, 1.0), (2, 0.5)].map {
      TimelineEdit.GainPoint(time: Seconds($0), factor: $1)
    }
    let faded = try TimelineEdit.gainCurve(points).applied(
      to: Timeline(duration: 3, events: events + [hum]))
    #expect(faded.events.transients.map(\.intensity) == [0.8, 0.8, 0.4, 0.4])
    #expect(abs(PlainCourse(faded).felt(1.5).intensity - 0.6) < 1e-9)
    let swapped = try TimelineEdit.swapSharpness.applied(to: Timeline(duration: 3, events: events))
    #expect(swapped.events.map(\.sharpness) == [0.75, 0.5, 0.25, 0])
    #expect(throws: FormatError.self) {
      try TimelineEdit.gainCurve(points.reversed()).applied(to: swapped)
    }
  }

  @Test func `Gains and stretches keep a loop, and other edits report one pass`() throws {
    let timeline = Timeline(
      duration: 1, events: [HapticEvent(time: 0.2, intensity: 0.5, sharpness: 0.5)])
    let looped = TimelineDocument(
      timeline, annotations: ["loop": ["start_s": 0.2, "period_s": 0.5]])
    func loop(after edit: TimelineEdit) throws -> (start: Double?, period: Double?, lost: Int) {
      var (document, loss) = (looped, LossReport())
      try document.apply(edit, loss: &loss)
      let loop = document.annotations["loop"]
      return (
        loop?["start_s"]?.number, loop?["period_s"]?.number,
        loss[.timeline, .onePass]?.count ?? 0
      )
    }
    #expect(try loop(after: .gain(0.5)) == (0.2, 0.5, 0))
    #expect(try loop(after: .stretch(3)) == (0.6, 1.5, 0))
    // Several passes of 0.50025 s last whole milliseconds.
    #expect(try loop(after: .stretch(1.0005)) == (0.2001, 0.50025, 0))
    for edit in [.from(0.1), .to(0.9), .repetition(2), .fade(0.1)]
      as [TimelineEdit]
    {
      #expect(try loop(after: edit) == (nil, nil, 1), "\(edit)")
    }
  }

  @Test func `A timeline is silent if no event has an intensity above 0`() throws {
    let hum = HapticEvent(
      time: 0, intensity: 1, sharpness: 0.5, kind: .continuous(duration: 1, curve: []))
    let timeline = Timeline(duration: 1, events: [hum])
    #expect(Timeline(duration: 1, events: []).isSilent)
    #expect(!timeline.isSilent)
    #expect(try timeline.edited([.gain(0)]).isSilent)
    #expect(try timeline.edited([.fade(0.1), .gain(0)]).isSilent)
    #expect(try !timeline.edited([.fade(0.1)]).isSilent)
  }

  @Test func `Cutting the start keeps the tap at the end`() throws {
    let taps = Timeline(
      duration: 0.36,
      events: [0, 0.18, 0.36].map {
        HapticEvent(time: Seconds($0), intensity: 1, sharpness: 0.5, kind: .transient)
      })
    #expect(try TimelineEdit.from(0.1).applied(to: taps).events.map(\.time) == [0.08, 0.26])
    #expect(try TimelineEdit.from(0.36).applied(to: taps).events.map(\.time) == [0])
    #expect(try TimelineEdit.to(0.18).applied(to: taps).events.map(\.time) == [0])
  }

  @Test(arguments: seeds)
  func `A stretch is undone by its inverse`(seed: UInt64) throws {
    let timeline = try timeline(seed)
    #expect(try timeline.edited([.stretch(4), .stretch(0.25)]) == timeline)
    let back = try timeline.edited([.stretch(1.5), .stretch(1 / 1.5)])
    for (one, other) in zip(back.events, timeline.events) {
      #expect(abs(one.time.value - other.time.value) <= 1e-9)
    }
  }

  @Test(arguments: seeds)
  func `Joining is associative, and a cut undoes a join`(seed: UInt64) throws {
    let (a, b, c) = (try timeline(seed), try timeline(seed + 100), try timeline(seed + 200))
    let bc = try b.edited([.join(c)])
    #expect(try a.edited([.join(b), .join(c)]) == a.edited([.join(bc)]))
    let back = try a.edited([.join(b), .from(a.duration)])
    #expect(back.duration == b.duration)
    #expect(back.events.count == b.events.count)
    #expect(try a.edited([.repetition(3)]) == a.edited([.join(a), .join(a)]))
  }

  @Test func `A repetition keeps its period, and coinciding taps are counted`() throws {
    let taps = [0.0, 0.14].map { HapticEvent(time: Seconds($0), intensity: 1, sharpness: 0.5) }
    let heart = Timeline(duration: 0.14, events: taps)
    let beats = try heart.edited([.repetition(3, every: 0.83)])
    #expect(beats.events.map(\.time.value) == [0, 0.14, 0.83, 0.97, 1.66, 1.8])
    #expect(beats.duration == 2.49 && beats.coincidingTaps == 0)
    #expect(try heart.edited([.repetition(3)]).coincidingTaps == 2)
    #expect(throws: FormatError.self) { try heart.edited([.repetition(3, every: 0)]) }
  }

  @Test(arguments: seeds)
  func `A cut keeps the curve, and a fade ends in silence`(seed: UInt64) throws {
    let timeline = try timeline(seed)
    let whole = PlainCourse(timeline)
    let part = try timeline.edited([.from(0.5), .to(1)])
    let course = PlainCourse(part)
    #expect(part.duration.value <= 1)
    for time in stride(from: 0.0137, to: min(0.99, part.duration.value), by: 0.0731) {
      let (one, other) = (course.felt(time), whole.felt(time + 0.5))
      #expect(abs(one.intensity - other.intensity) < 1e-6)
    }
    let faded = PlainCourse(try timeline.edited([.fade(0.2)]))
    #expect(faded.felt(0).intensity == 0)
    for time in stride(from: 0.3, to: timeline.duration.value - 0.3, by: 0.0931) {
      #expect(abs(faded.felt(time).intensity - whole.felt(time).intensity) < 1e-9)
    }
  }

  @Test func `Numbers out of range are rejected`() throws {
    let timeline = try timeline(1)
    let edits: [TimelineEdit] = [
      .from(-1), .to(Seconds(.nan)), .gain(-1), .stretch(0), .repetition(0),
      .fade(Seconds(.infinity)),
    ]
    for edit in edits { #expect(throws: FormatError.self) { try edit.applied(to: timeline) } }
  }

  @Test func `A text pattern survives a round trip through JSON`() throws {
    let text = "O.o. --== ..O xX_##"
    let timeline = try PatternText.timeline(of: text)
    #expect(timeline.events.count == 12)
    #expect(abs(timeline.duration.value - 1.9) < 1e-9)
    let bytes = try HapticFormat.json.encode(TimelineDocument(timeline)).bytes
    let back = try HapticFormat.json.decode(bytes).timeline
    #expect(back == timeline)
    #expect(throws: FormatError.self) { try PatternText.timeline(of: "O?") }
  }
}
