import Lubdub
import Testing

@Suite("Patterns and cues")
struct PatternTests {
  @Test(arguments: Pattern.builtIn)
  func `Every built-in pattern is valid and found by its name`(pattern: Pattern) throws {
    try pattern.validate()
    #expect(Pattern.named(pattern.name) == pattern)
    #expect(Pattern.named("no such pattern") == nil)
    #expect(Set(Pattern.builtIn.map(\.name)).count == Pattern.builtIn.count)
  }

  @Test(
    "Events stay within the interval and scale with the beat's intensity",
    arguments: Pattern.builtIn, [0.0, 0.25, 1])
  func events(pattern: Pattern, intensity: Double) {
    let interval = pattern.naturalInterval
    let beat = Beat(time: 100, interval: interval, intensity: intensity, zone: 0)
    let events = pattern.events(for: beat)
    #expect(events.count == pattern.elements.count)
    for (event, element) in zip(events, pattern.elements) {
      #expect(event.intensity == element.intensity * intensity)
      #expect(event.time >= 100 && event.time + event.duration <= 100 + interval)
      guard case .continuous(_, let curve) = event.kind else { continue }
      #expect(curve.allSatisfy { (0...intensity).contains($0.intensity) })
    }
  }

  @Test func `Breath swells six times per minute and stretches with the tempo`() throws {
    let tempo = Tempo(interval: Pattern.breath.naturalInterval, intensity: 1)
    let timeline = try Timeline(pattern: .breath, tempo: tempo, beats: 6)
    #expect(timeline.duration == 60 && timeline.events.count == 6)
    #expect(timeline.events.allSatisfy { $0.duration == 9 })
  }

  @Test func `Sonar echoes come sooner at a faster tempo`() {
    let slow = Beat(time: 0, interval: 4, intensity: 1, zone: 3)
    let fast = Beat(time: 0, interval: 1, intensity: 1, zone: 0)
    #expect(Pattern.sonar.events(for: slow).map(\.time) == [0, 1, 2])
    #expect(Pattern.sonar.events(for: fast).map(\.time) == [0, 0.25, 0.5])
  }

  @Test(
    "The dub comes 0.15 s after the lub, or at 0.4 of a short interval",
    arguments: [(2.0, 0.15), (0.5, 0.15), (0.375, 0.15), (0.3, 0.12), (0.2, 0.08), (0.15, 0.06)])
  func dub(interval: Double, gap: Double) {
    let beat = Beat(time: 0, interval: Seconds(interval), intensity: 1, zone: 0)
    #expect(abs(Pattern.lubDub.events(for: beat)[1].time.value - gap) < 1e-12)
    var fixed = Pattern.lubDub
    fixed.timeBase = .fixed
    #expect(fixed.events(for: beat)[1].time == 0.15)
  }

  @Test func `Cues have the events of the design`() {
    #expect(
      Cue.ringSent.events(at: 2) == [HapticEvent(time: 2, intensity: 1, sharpness: 0.8)])
    #expect(Cue.tap.events(at: 2).map(\.intensity) == [0.3])
    let celebration = Cue.ringAttached.events(at: 2)
    let taps = celebration.filter { $0.kind == .transient }
    #expect(taps.map(\.time) == [2, 2.1, 2.2, 2.3, 2.4].map { Seconds($0) })
    #expect(taps.allSatisfy { $0.intensity == 1 && $0.sharpness == 0.5 })
    #expect(celebration.filter { $0.kind != .transient }.map(\.intensity) == [1])
  }
}

@Suite("A pattern as a timeline")
struct PatternTimelineTests {
  @Test func `Eight heartbeats at 72 per minute last eight intervals`() throws {
    let timeline = try Timeline(
      pattern: .lubDub, tempo: .beatsPerMinute(72, intensity: 0.8), beats: 8)
    #expect(timeline.beats.count == 8 && timeline.events.count == 16)
    for (index, beat) in timeline.beats.enumerated() {
      #expect(beat.time.value == Double(index) * (60.0 / 72))
    }
    #expect(timeline.duration.value == 8 * (60.0 / 72))
    #expect(timeline.events.map(\.time) == timeline.events.map(\.time).sorted())
  }

  @Test func `Zero beats give an empty timeline, and one beat lasts an interval`() throws {
    let tempo = Tempo(interval: 1, intensity: 1)
    let none = try Timeline(pattern: .tap, tempo: tempo, beats: 0)
    #expect(none.events.isEmpty && none.duration == .zero)
    #expect(try Timeline(pattern: .tap, tempo: tempo, beats: 1).duration == 1)
  }

  @Test func `A timeline ends after the last beat has sounded completely`() throws {
    let fast = Tempo(interval: 0.1, intensity: 1)
    let timeline = try Timeline(pattern: .lubDub, tempo: fast, beats: 2)
    var pattern = Pattern.lubDub
    pattern.timeBase = .fixed
    let fixed = try Timeline(pattern: pattern, tempo: fast, beats: 2)
    #expect(fixed.duration.value == 0.1 + 0.15)
    #expect(abs(timeline.duration.value - 0.2) < 1e-12)
  }

  @Test(arguments: [-1, 0, .infinity, .nan])
  func `Unplayable intervals and counts of beats are rejected`(interval: Double) {
    #expect(throws: SettingError.self) {
      try Timeline(
        pattern: .tap, tempo: Tempo(interval: Seconds(interval), intensity: 1), beats: 1)
    }
    #expect(throws: SettingError.self) {
      try Timeline(pattern: .tap, tempo: Tempo(interval: 1, intensity: 1), beats: -1)
    }
  }
}
