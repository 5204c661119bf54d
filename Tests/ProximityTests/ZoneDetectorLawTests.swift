import Proximity
import Quantities
import TestSupport
import Testing

/// Laws that hold for any rules and any history: 10,000 seeded cases each.
@Suite("Zone detector, laws")
struct ZoneDetectorLawTests {
  static let seeds: Range<UInt64> = 0..<10_000

  @Test("the zone moves at most once per dwell, and each move begins where the last one ended")
  func oncePerDwell() throws {
    var moves = 0
    for seed in Self.seeds {
      let history = try RandomHistory(seed: seed)
      var last: ZoneChange?
      for change in try history.changes() where change.isMove {
        moves += 1
        #expect(change.from == last?.to, "seed \(seed)")
        if let last {
          let gap = change.time - last.time
          #expect(gap.value >= history.dwell.value - 1e-6, "seed \(seed): \(gap)")
        }
        last = change
      }
    }
    #expect(moves > 10_000, "too few moves to prove anything")
  }

  @Test("after any history, a constant input settles in its zone in bounded time and stays")
  func settles() throws {
    for seed in Self.seeds {
      let history = try RandomHistory(seed: seed, steps: 20)
      var random = SeededGenerator(seed: seed)
      let edges = history.parameters.zones.edges
      let isOnEdge = random.below(4) == 0
      let distance = isOnEdge ? edges[random.below(edges.count)] : Meters(random.grid(6))
      let bound = history.patience + 0.5 * Double(history.samples)
      let zone = try settledZone(history, at: distance, after: bound)
      #expect(zone == history.parameters.zones.zone(at: distance), "seed \(seed), \(distance)")
    }
  }

  /// The zone after a history and a constant input for some time; `nil` when it moves after that.
  private func settledZone(
    _ history: RandomHistory, at distance: Meters, after bound: Seconds
  ) throws -> Int? {
    var detector = try ZoneDetector(history.parameters)
    for posterior in history.posteriors { detector.feed(posterior) { _ in } }
    let start = history.posteriors.last?.time ?? 0
    var reached: Int?
    var time = start + 0.25
    while time <= start + bound + 3 {
      detector.feed(.point(distance, at: time)) { _ in }
      if time <= start + bound {
        reached = detector.zone
      } else if detector.zone != reached {
        return nil
      }
      time = time + 0.25
    }
    return reached
  }

  @Test("clear of the edges, a constant input settles within two dwells and two readings")
  func settlesSoon() throws {
    let rules: [ZoneRule] = [.posterior(.range), .hysteresis(.usual)]
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let rule = rules[random.below(2)]
      var detector = try ZoneDetector(
        .init(zones: .eternalLoop, range: SourceRules(rule, silence: .range)))
      var time = 0.0
      func posterior(_ distance: Double, deviation: Double) -> DistancePosterior {
        var posterior = DistancePosterior.point(Meters(distance), at: Seconds(time))
        posterior.deviation = deviation
        return posterior
      }
      for _ in 0..<20 {
        time += random.grid(0.5)
        detector.feed(posterior(random.grid(3), deviation: random.grid(0.2))) { _ in }
      }
      let distance = [0.03, 0.1, 0.5, 1.5, 3][random.below(5)]
      for _ in 0..<12 {
        time += 0.125
        detector.feed(posterior(distance, deviation: 0.004)) { _ in }
      }
      #expect(detector.zone == Zones.eternalLoop.zone(at: Meters(distance)), "seed \(seed)")
    }
  }

  @Test("shifting time by 1.7e9 s shifts the changes and nothing else")
  func shift() throws {
    for seed in Self.seeds {
      let history = try RandomHistory(seed: seed)
      let shifted = try history.changes(shift: 1.7e9).map { change in
        var change = change
        change.time = change.time - 1.7e9
        return change
      }
      #expect(try shifted == history.changes(), "seed \(seed)")
    }
  }

  @Test("posteriors that are not trusted make no difference")
  func untrusted() throws {
    for seed in Self.seeds {
      let history = try RandomHistory(seed: seed)
      #expect(try history.changes(skipsUntrusted: true) == history.changes(), "seed \(seed)")
    }
  }

  @Test("neither explaining nor asking for the time more often changes what is decided")
  func explained() throws {
    for seed in Self.seeds {
      let history = try RandomHistory(seed: seed)
      var random = SeededGenerator(seed: seed)
      var detector = try ZoneDetector(history.parameters)
      var changes: [ZoneChange] = []
      var taken = 0
      for posterior in history.posteriors {
        while let deadline = detector.nextDeadline, deadline <= posterior.time {
          if random.below(2) == 0 {
            if let change = detector.advance(to: deadline) { changes.append(change) }
          } else {
            if let change = detector.advance(to: posterior.time) { changes.append(change) }
          }
        }
        let change = detector.update(posterior) {
          if case .taken = $0.outcome { taken += 1 }
        }
        if let change { changes.append(change) }
      }
      #expect(try changes == history.changes(), "seed \(seed)")
      #expect(taken == changes.count { $0.probability != nil }, "seed \(seed)")
    }
  }
}
