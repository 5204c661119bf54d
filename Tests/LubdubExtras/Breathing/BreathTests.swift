import Lubdub
import LubdubExtras
import Testing

@Suite struct BreathTests {
  @Test(arguments: [
    ("resonance", [5000, 5000]), ("calm", [4000, 6000]), ("box", [4000, 4000, 4000, 4000]),
    ("4-7-8", [4000, 7000, 8000]), ("coherent", [5500, 5500]), ("sigh", [1000, 500, 500, 3000]),
    ("4-6", [4000, 6000]), ("4-2-6-0.125", [4000, 2000, 6000, 125]), ("3.25-0-5", [3250, 5000]),
  ])
  func `A breath is given by name or by its seconds`(text: String, milliseconds: [Int]) throws {
    #expect(try Breath(text).phases.map(\.milliseconds) == milliseconds)
  }

  @Test(arguments: [
    "", "4", "4-", "a-b", "4-7-8-9-1", "0-1-2", "4-4-0", "-4-6", "4-6.1234", "61-4", "1e1-4",
    "99999-4",
  ])
  func `An invalid breath is rejected`(text: String) {
    #expect(throws: SettingError.self) { try Breath(text) }
  }

  @Test func `A thousand breaths accumulate no timing error`() throws {
    let pacer = BreathPacer(try Breath("coherent"))
    let steps = pacer.steps(count: 1000)
    #expect(steps.last?.end == 11_000_000)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.end == $1.start })
    let tempo = try BreathTempo(from: 7, to: 7, over: 0)
    let paced = BreathPacer(try Breath("calm"), tempo: tempo).steps(count: 1000)
    #expect(paced.last?.end == 8_571_429)
    #expect(zip(paced, paced.dropFirst()).allSatisfy { $0.end == $1.start })
  }

  @Test func `A ramp starts and ends at its rates and changes evenly between them`() throws {
    let tempo = try BreathTempo(from: 12, to: 6, over: 300)
    #expect(tempo.time(after: 0) == .zero)
    // (12 + 6) / 2 breaths a minute for five minutes.
    #expect(abs(tempo.time(after: 45).value - 300) < 1e-9)
    #expect(abs(tempo.time(after: 46).value - 310) < 1e-9)
    let first = tempo.time(after: 0.001).value
    #expect(abs(first - 0.005) < 1e-6)
    let starts = (0...60).map { tempo.time(after: Double($0)).value }
    let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
    let faster = try BreathTempo(from: 6, to: 12, over: 300)
    #expect(abs(faster.time(after: 45).value - 300) < 1e-9)
    let pacer = BreathPacer(try Breath("calm"), tempo: tempo)
    #expect(pacer.count(within: 300) == 45)
    #expect(pacer.steps(count: 45).last?.end == 300_000)
  }

  @Test func `A rate or time out of range is rejected`() {
    let cases: [(Double, Double, Double)] = [
      (0, 6, 1), (6, 61, 1), (6, 6, -1), (6, .nan, 1), (6, 6, 1e9),
    ]
    for (start, end, change) in cases {
      #expect(throws: SettingError.self) {
        try BreathTempo(from: start, to: end, over: Seconds(change))
      }
    }
  }

  @Test func `Inhale and exhale feel different, and a hold is silence before a tick`() throws {
    let timeline = BreathPacer(try Breath("4-7-8-2")).timeline(count: 2)
    #expect(timeline.duration == 42 && timeline.beats.isEmpty && timeline.events.count == 8)
    guard case .continuous(let inLength, let inhale) = timeline.events[0].kind,
      case .continuous(let outLength, let exhale) = timeline.events[2].kind
    else {
      Issue.record("in and out are continuous: \(timeline.events.map(\.kind))")
      return
    }
    #expect(inLength == 4 && outLength == 8)
    #expect(inhale.first?.intensity == 0.1 && inhale.last?.intensity == 0.7)
    #expect(exhale.first?.intensity == 0.5 && exhale.last?.intensity == 0)
    #expect(inhale.last?.sharpness == 0.3 && exhale.allSatisfy { $0.sharpness == 0.05 })
    #expect(zip(inhale, inhale.dropFirst()).allSatisfy { $0.intensity < $1.intensity })
    #expect(zip(exhale, exhale.dropFirst()).allSatisfy { $0.intensity > $1.intensity })
    let ticks = timeline.events.filter { $0.kind == .transient }
    #expect(ticks.map(\.time) == [11, 21, 32, 42])
    #expect(ticks.allSatisfy { $0.intensity == 0.25 })
  }

  @Test func `All times are whole milliseconds at any tempo`() throws {
    let tempo = try BreathTempo(from: 11.3, to: 5.7, over: 61)
    let timeline = BreathPacer(try Breath("sigh"), tempo: tempo).timeline(count: 20, gain: 0.5)
    for event in timeline.events {
      var times = [event.time.value, event.duration.value]
      if case .continuous(_, let curve) = event.kind { times += curve.map(\.time.value) }
      for time in times { #expect((time * 1000).rounded() / 1000 == time) }
      #expect(event.intensity <= 0.35)
    }
  }
}
