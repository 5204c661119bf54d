import LubdubLive
import TestSupport
import Testing

/// Laws of every session on any clock: 100,000 random sessions if every case is run.
@Suite("Laws of live sessions") struct LiveLawTests {
  static let seeds = Thoroughness.seeds(100_000)
  /// The seeds for laws that take long to check.
  private static let few: Range<UInt64> = 0..<(Thoroughness.isFull ? 100_000 : 2000)

  @Test func `Samples at 0.1 + i/2.3 s from 0.7 m outward don't stall any preset`() throws {
    for preset in Preset.own {
      var pipeline = try Pipeline(preset.configuration)
      for index in 0..<2000 {
        let time = Seconds(0.1 + Double(index) / 2.3)
        var steps = 0
        while let due = pipeline.nextDeadline, due < time {
          pipeline.advance(to: due) { _ in }
          steps += 1
          try #require(steps < 100, "\(preset), sample \(index): \(due) is not reached")
        }
        pipeline.process(.uwb(Meters(0.7 + 0.0053 * Double(index)), at: time)) { _ in }
      }
    }
  }

  @Test func `Advancing to a deadline passes it, and decisions come in order`() throws {
    var decided = 0
    for seed in Self.seeds {
      let visit = RandomVisit(seed: seed, origin: RandomVisit.origin(seed: seed))
      var pipeline = try Pipeline(visit.configuration)
      var last = -Double.infinity
      var count = 0
      func take(_ decision: Decision) {
        if decision.time.value < last { Issue.record("seed \(seed): \(decision) after \(last)") }
        last = decision.time.value
        count += 1
      }
      func pass(until time: Seconds) throws {
        while let due = pipeline.nextDeadline, due < time {
          let before = count
          pipeline.advance(to: due, take)
          try #require(
            count > before || (pipeline.nextDeadline ?? .zero) != due,
            "seed \(seed): \(due) is not reached")
        }
      }
      for sample in visit.samples {
        try pass(until: sample.time)
        pipeline.process(sample, take)
      }
      try pass(until: Seconds(last + 20))
      decided += count
    }
    #expect(decided > Thoroughness.rounds(1_000_000), "too few decisions to prove anything")
  }

  @Test func `A loop over deadlines ends from any origin and any fraction of a second`() throws {
    for seed in Self.few {
      let origin = RandomVisit.origin(seed: seed) - 0.37
      let visit = RandomVisit(seed: seed, origin: origin)
      var pipeline = try Pipeline(visit.configuration)
      func loop(until time: Seconds) throws {
        var steps = 0
        while let due = pipeline.nextDeadline, due < time {
          pipeline.advance(to: due) { _ in }
          steps += 1
          try #require(steps < 500, "seed \(seed), origin \(origin): \(due) is not passed")
        }
      }
      // A touch holds for good, so that its beats never end.
      for sample in visit.samples where sample.event == nil {
        try loop(until: sample.time)
        pipeline.process(sample) { _ in }
      }
      try loop(until: Seconds(.infinity))
    }
  }

  @Test func `A live session gives the decisions of a replay to the last bit`() throws {
    var elsewhere = 0
    for seed in Self.few {
      let visit = RandomVisit(seed: seed, origin: RandomVisit.origin(seed: seed) + 0.1)
      var random = SeededGenerator(seed: seed ^ 0xABCD)
      var configuration = visit.configuration
      configuration.live.lateBeats = .playAll
      var session = try LiveSession(configuration, lead: visit.lead)
      var live: [Decision] = []
      func take(_ event: LiveEvent) {
        if case .decided(let decision) = event { live.append(decision) }
      }
      for sample in visit.samples {
        while let wake = session.nextWake, wake < sample.time, random.pick(8) > 0 {
          session.pass(to: wake, take)
        }
        session.process(sample, now: sample.time, take)
      }
      session.finish(at: session.time, take)
      var pipeline = try Pipeline(configuration)
      var replayed: [Decision] = []
      for sample in visit.samples { pipeline.process(sample) { replayed.append($0) } }
      pipeline.finish { replayed.append($0) }
      try #require(live.map(\.felt) == replayed.map(\.felt), "seed \(seed)")
      // The zone of a beat is that of its handing out.
      let changes = replayed.compactMap {
        if case .zone(let change) = $0 { change.time } else { nil }
      }
      for case (.beat(let one, _), .beat(let other, _)) in zip(live, replayed)
      where one.zone != other.zone {
        elsewhere += 1
        let isBetween = changes.contains { $0 <= one.time && $0 >= one.time - visit.lead }
        #expect(isBetween, "seed \(seed): \(one)")
      }
    }
    #expect(elsewhere > 0)
  }

  @Test func `After a sleep, at most one beat is late, and within the limit`() throws {
    for seed in Self.few {
      let visit = RandomVisit(seed: seed, origin: RandomVisit.origin(seed: seed))
      var random = SeededGenerator(seed: ~seed)
      var session = try LiveSession(visit.configuration, lead: visit.lead)
      let bound = visit.configuration.live.lateAfter(lead: visit.lead)
      for sample in visit.samples {
        session.process(sample, now: max(session.time, sample.time)) { _ in }
      }
      for _ in 0..<3 {
        let wake = session.time + Seconds(20 * random.unit() * random.unit())
        var late = 0
        session.pass(to: wake) { event in
          guard case .scheduled(let beat, _) = event, beat.lateness > 0 else { return }
          late += 1
          if beat.lateness > bound { Issue.record("seed \(seed): \(beat)") }
        }
        try #require(late <= 1, "seed \(seed): \(late) beats are late")
      }
    }
  }

  @Test func `Every wake that a session asks for has an effect`() throws {
    for seed in Self.seeds {
      let visit = RandomVisit(seed: seed, origin: RandomVisit.origin(seed: seed))
      var session = try LiveSession(visit.configuration, lead: visit.lead)
      func pass(until time: Seconds) throws {
        while let wake = session.nextWake, wake < time {
          var count = 0
          session.pass(to: wake) { _ in count += 1 }
          guard count > 0 || session.nextWake != wake else {
            Issue.record("seed \(seed): wakes at \(wake)")
            return
          }
        }
      }
      for sample in visit.samples {
        try pass(until: sample.time)
        session.process(sample, now: sample.time) { _ in }
      }
    }
  }

  @Test func `Another time origin changes only the times`() throws {
    for seed in Self.seeds {
      let origin = RandomVisit.origin(seed: seed)
      guard origin != 0 else { continue }
      let here = try Self.decisions(RandomVisit(seed: seed))
      let there = try Self.decisions(RandomVisit(seed: seed, origin: origin))
      let isSame =
        here.count == there.count
        && zip(here, there).allSatisfy {
          abs(($1.time - $0.time).value - origin) < 2e-6 && $0.isSameKind(as: $1)
        }
      #expect(isSame, "seed \(seed), origin \(origin)")
    }
  }

  private static func decisions(_ visit: RandomVisit) throws -> [Decision] {
    var pipeline = try Pipeline(visit.configuration)
    var decisions: [Decision] = []
    for sample in visit.samples { pipeline.process(sample) { decisions.append($0) } }
    pipeline.finish { decisions.append($0) }
    return decisions
  }
}

extension Decision {
  /// The felt decision: a delivered beat keeps the identity and the zone of its first plan.
  fileprivate var felt: Decision {
    guard case .beat(var beat, let pattern) = self else { return self }
    (beat.id, beat.zone, beat.lateness) = (.init(index: 0), 0, 0)
    return .beat(beat, pattern)
  }

  /// Whether two decisions differ only in their times.
  fileprivate func isSameKind(as other: Decision) -> Bool {
    switch (self, other) {
    case (.zone(let one), .zone(let two)): one.to == two.to && one.reason == two.reason
    case (.beat(let one, _), .beat(let two, _)):
      abs((one.interval - two.interval).value) < 2e-6 && one.id == two.id && one.zone == two.zone
    case (.cancelled, .cancelled), (.sustained, .sustained): true
    case (.ceremony(let one), .ceremony(let two)): one.kind == two.kind
    default: false
    }
  }
}
