import LubdubLive
import TestSupport
import Testing

/// The events of a live session, on a clock that the test sets.
@Suite struct LiveSessionTests {
  /// Ranges at 10 Hz: from 3 m to 0.5 m, then at rest.
  private static let approach: [Sample] = (0..<200).map { index in
    let time = 0.1 * Double(index)
    return .uwb(Meters(max(0.5, 3 - 0.5 * time)), at: Seconds(time))
  }

  /// An event, and the time of its delivery.
  private struct Handed {
    var time: Seconds
    var event: LiveEvent
  }

  /// Runs samples that arrive late under a clock that ticks.
  private static func run(
    _ samples: [Sample], late: Seconds = 0.03, rate: Double = 60, until end: Seconds,
    lead: Seconds = 0.1
  ) throws -> (handed: [Handed], counts: ReceptionCounts) {
    var session = try LiveSession(Preset.eternalLoop.configuration, lead: lead)
    var handed: [Handed] = []
    var waiting = samples[...]
    for tick in 0..<Int(end.value * rate) {
      let now = Seconds(Double(tick) / rate)
      session.pass(to: now) { handed.append(Handed(time: now, event: $0)) }
      while let next = waiting.first, next.time + late <= now {
        session.process(next, now: now) { handed.append(Handed(time: now, event: $0)) }
        waiting = waiting.dropFirst()
      }
    }
    return (handed, session.receptions)
  }

  @Test(arguments: [1.2, 1.5, 2.5])
  func `If all rows lag, silence is reported once, and beats continue`(lag: Double) throws {
    let (handed, counts) = try Self.run(Self.approach, late: Seconds(lag), until: 20)
    #expect(counts.late > 150)
    let changes = handed.compactMap { item -> ZoneChange? in
      guard case .decided(.zone(let change)) = item.event else { return nil }
      return change
    }
    // One for each zone that is decided late, and none for each row.
    #expect(changes.count { !$0.isMove } <= changes.count { $0.isMove })
    #expect(changes.count { $0.isMove } >= 3)
    #expect(changes.allSatisfy { $0.to != nil }, "no zone is lost")
  }

  @Test func `Rows older than the silence that ends a zone start no zone`() throws {
    // Each four seconds those of four seconds come at once: no clock that is off.
    var session = try LiveSession(Preset.eternalLoop.configuration)
    var handed: [Handed] = []
    for (index, sample) in Self.approach.enumerated() {
      let now = Seconds(3.5 + 4 * Double(index / 40 + 1))
      session.process(sample, now: now) { handed.append(Handed(time: now, event: $0)) }
    }
    #expect(session.receptions.late > 150)
    let changes = handed.filter { if case .decided(.zone) = $0.event { true } else { false } }
    #expect(changes.isEmpty)
    #expect(!handed.contains { if case .clockChanged = $0.event { true } else { false } })
    #expect(!handed.contains { if case .scheduled = $0.event { true } else { false } })
  }

  @Test func `Samples 30 ms late are accepted, and beats are scheduled exactly once`() throws {
    let (handed, counts) = try Self.run(Self.approach, until: 20)
    #expect(counts.taken + counts.late == 200 && counts.refused == 0)
    var scheduled: [Beat] = []
    var played: [Beat] = []
    var aheads: [Double] = []
    for item in handed {
      switch item.event {
      case .scheduled(let beat, _):
        #expect(!scheduled.contains { $0.id == beat.id }, "\(beat) twice")
        scheduled.append(beat)
        aheads.append((beat.time - item.time).value)
      case .cancelled(let beat): scheduled.removeAll { $0.id == beat.id }
      case .decided(.beat(let beat, _)): played.append(beat)
      case .decided, .dropped, .clockChanged: break
      }
    }
    #expect(played.count > 10)
    #expect(played.map(\.id) == scheduled.prefix(played.count).map(\.id))
    // All but the first beat of a zone, which is due when the zone is decided, come a lead ahead.
    let onTime = aheads.filter { $0 > 0.1 - 1.0 / 60 - 1e-9 && $0 <= 0.1 + 1e-6 }
    #expect(onTime.count >= aheads.count - 3)
    #expect(aheads.allSatisfy { $0 >= 0 })
  }

  @Test func `A lost peer cancels the scheduled beats within one tick`() throws {
    var samples = Self.approach
    // The next beat of this walk is due 0.05 s later.
    let plain = try Self.run(Self.approach, until: 20).handed
    let beats = plain.compactMap {
      if case .decided(.beat(let beat, _)) = $0.event { beat.time } else { nil }
    }
    let last = try #require(beats.last)
    let loss = last - 0.05
    samples.removeAll { $0.time >= loss - 0.04 }
    samples.append(.event(.peerLost, at: loss - 0.035))
    let (handed, _) = try Self.run(samples, until: 20)
    let cancelled = handed.filter {
      if case .cancelled = $0.event { $0.time > loss - 0.05 } else { false }
    }
    #expect(cancelled.count == 1)
    #expect(abs((try #require(cancelled.first).time - loss).value) < 2.0 / 60)
    let later = handed.filter {
      if case .scheduled = $0.event { $0.time > loss + 0.02 } else { false }
    }
    #expect(later.isEmpty)
  }

  @Test func `A session woken only on request delivers the events of a ticking session`() throws {
    var session = try LiveSession(Preset.eternalLoop.configuration)
    var handed: [Beat] = []
    var ahead: [Double] = []
    func take(_ now: Seconds, _ event: LiveEvent) {
      if case .cancelled(let beat) = event { handed.removeAll { $0.id == beat.id } }
      guard case .scheduled(let beat, _) = event else { return }
      handed.append(beat)
      ahead.append((beat.time - now).value)
    }
    for sample in Self.approach {
      var wakes = 0
      while let wake = session.nextWake, wake < sample.time, wakes < 100 {
        session.pass(to: wake) { take(wake, $0) }
        wakes += 1
      }
      #expect(wakes < 100)
      let now = sample.time
      session.process(sample, now: now) { take(now, $0) }
    }
    let batch = try Session(Self.approach, Preset.eternalLoop.configuration).timeline.beats
    #expect(handed.prefix(batch.count).map(\.time) == batch.map(\.time))
    let regular = ahead.filter { abs($0 - 0.1) < 1e-6 }
    #expect(regular.count >= ahead.count - 3)
  }

  @Test func `Changed settings replan a session, and invalid settings change nothing`() throws {
    var session = try LiveSession(Preset.eternalLoop.configuration, lead: 0.5)
    for sample in Self.approach {
      session.process(sample, now: sample.time) { _ in }
    }
    var handed: [LiveEvent] = []
    session.pass(to: 20.4) { handed.append($0) }
    var configuration = session.configuration
    configuration.heartbeat.intervals[2] = 0.3
    try session.apply(configuration, now: 20.5) { handed.append($0) }
    session.pass(to: 21) { handed.append($0) }
    let beats = handed.compactMap {
      if case .decided(.beat(let beat, _)) = $0 { beat } else { nil }
    }
    #expect(beats.contains { $0.interval == 0.3 })
    configuration.heartbeat.refractory = 5
    #expect(throws: SettingError.self) {
      try session.apply(configuration, now: 21) { Issue.record("\($0)") }
    }
  }

  @Test(arguments: [-1, Double.nan, .infinity])
  func `An invalid lead is rejected by name`(_ lead: Double) {
    let error = #expect(throws: SettingError.self) {
      try LiveSession(Preset.eternalLoop.configuration, lead: Seconds(lead))
    }
    #expect(error?.key == "lead")
  }
}
