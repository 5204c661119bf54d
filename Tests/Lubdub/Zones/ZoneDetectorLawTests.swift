import TestSupport
import Testing

/// Laws that hold for any rules and any history: 10,000 seeded cases each.
@Suite("Zone detector, laws")
struct ZoneDetectorLawTests {
  static let seeds = Thoroughness.seeds(10_000)

  @Test func `Each move begins where the last move ended`() throws {
    var moves = 0
    for seed in Self.seeds {
      var last: Int?
      for change in try RandomHistory(seed: seed).changes() where change.isMove {
        moves += 1
        #expect(change.from == last, "seed \(seed)")
        last = change.to
      }
    }
    #expect(moves > Thoroughness.rounds(10_000), "too few moves to prove anything")
  }

  @Test func `After any history a constant input outside all bands reaches its zone`() throws {
    var tried = 0
    for seed in Self.seeds {
      let history = try RandomHistory(seed: seed, steps: 20)
      var random = SeededGenerator(seed: seed)
      let distance = Meters(random.grid(6))
      let bands = history.parameters.bands(of: .uwb)
      guard bands.allSatisfy({ Self.isClear(distance, of: $0) }) else { continue }
      tried += 1
      let zone = try settledZone(history, at: distance)
      // Near a small edge the band lies outside of it: its inner end takes the place of the edge.
      let expected = bands.count { $0.upperBound < distance }
      #expect(zone == expected, "seed \(seed), \(distance)")
    }
    #expect(tried > Thoroughness.rounds(2000), "too few to prove anything")
  }

  /// Whether a distance is far enough beyond a band to be followed within 30 s.
  private static func isClear(_ distance: Meters, of band: ClosedRange<Meters>) -> Bool {
    distance.value < band.lowerBound.value - 0.05 || distance.value > band.upperBound.value + 0.05
  }

  /// The zone after a history and 30 s of a constant input; `nil` if the zone changes after that.
  private func settledZone(_ history: RandomHistory, at distance: Meters) throws -> Int? {
    var detector = history.detector()
    for step in history.steps { detector.feed(step.estimate, step.isIndependent) { _ in } }
    let start = history.steps.last?.estimate.time.value ?? 0
    var reached: Int?
    for tick in 1...160 {
      let time = start + Double(tick) / 4
      detector.feed(.at(time, distance.value, deviation: 0.05)) { _ in }
      if tick <= 120 {
        reached = detector.zone
      } else if detector.zone != reached {
        return nil
      }
    }
    return reached
  }

  @Test func `From any state a constant input in a band keeps the zone`() throws {
    for edge in 0..<4 {
      let band = ZoneDetector.Parameters(.eternalLoop).bands(of: .uwb)[edge]
      for start in [0.03, 0.18, 0.5, 1.5, 3.0] {
        for part in 0...10 {
          let width = (band.upperBound - band.lowerBound).value
          let place = band.lowerBound.value + Double(part) / 10 * width
          let isOther = ZoneDetector.Parameters(.eternalLoop).bands(of: .uwb).enumerated()
            .contains { $0 != edge && $1.contains(Meters(place)) }
          guard !isOther else { continue }
          let course = Course(distance: { ($0 < 4.95 ? start : place, nil) }, duration: 60)
          let moves = try course.moves().filter { $0.time > 4.95 }
          // It may have to come nearer first, but once beside the band it stays.
          #expect(moves.allSatisfy { $0.time < 12 }, "from \(start) to \(place)")
        }
      }
    }
  }

  @Test(arguments: [
    (0.09, 0.03), (0.16, 0.03), (0.09, 0.18), (0.16, 0.18), (0.95, 0.7), (1.05, 1.3),
  ])
  func `A distance inside a band keeps its zone`(place: Double, start: Double) throws {
    let course = Course(distance: { ($0 < 4.95 ? start : place, nil) }, duration: 60)
    #expect(try course.moves().count { $0.time > 4.95 } == 0)
  }

  @Test func `A walk at 100, 30, and 10 Hz crosses every edge at the same times`() throws {
    // To and fro between 0.02 and 2.5 m, with a rest at either end.
    func walk(_ time: Double) -> (Double, Double?) {
      let phase = (time / 8).truncatingRemainder(dividingBy: 2)
      let place = phase < 1 ? 2.5 - 0.5 * 8 * phase : -1.5 + 0.5 * 8 * (phase - 1)
      return (min(max(place, 0.02), 2.5), place > 0.02 && place < 2.5 ? phase < 1 ? -0.5 : 0.5 : 0)
    }
    let reference = try Course(distance: walk, duration: 60).moves()
    #expect(reference.count > 20)
    for rate in [30.0, 100] {
      let moves = try Course(distance: walk, rate: rate, duration: 60).moves()
      #expect(moves.map(\.zone) == reference.map(\.zone))
      for (move, other) in zip(moves, reference) { #expect(abs(move.time - other.time) <= 0.2) }
    }
  }

  @Test func `A shift of 1.7e9 s in time only shifts the changes`() throws {
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

  @Test func `Equal readings at the same time change nothing`() throws {
    for seed in Self.seeds.prefix(2000) {
      let history = try RandomHistory(seed: seed, kind: .cusum)
      var (once, twice) = (
        history.detector(), history.detector()
      )
      for step in history.steps {
        once.feed(step.estimate) { _ in }
        twice.feed(step.estimate) { _ in }
        guard twice.zone != nil else { continue }
        twice.feed(step.estimate) { _ in Issue.record("seed \(seed): moved") }
        #expect(once.zone == twice.zone, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [4.0, 10, 50])
  func `Up to three outliers at 4 Hz or more never change the zone`(rate: Double) throws {
    for wild in [0.0, 0.01, 0.3, 1.2, 5, 80, 1e6] {
      for length in 1...3 {
        for zone in 0...4 {
          let place = [0.03, 0.18, 0.6, 1.5, 3][zone]
          let end = 10 + Double(length) / rate
          let course = Course(
            distance: { ($0 > 9.99 && $0 < end - 0.005 ? wild : place, nil) }, rate: rate)
          let moves = try course.moves().filter { $0.time > 9.9 }
          #expect(moves.isEmpty, "\(length) of \(wild) at \(place)")
        }
      }
    }
  }

  @Test func `At 2 and 2.3 Hz, two readings far beyond a band are enough`() throws {
    for rate in [2, 2.3] {
      let course = Course(distance: { ($0 < 9.99 ? 3 : 0.6, nil) }, rate: rate)
      let move = try #require(course.moves().first { $0.time > 9.9 })
      #expect(abs(move.time - (10 + 1 / rate)) < 0.01, "\(rate) Hz")
    }
  }

  @Test func `A calmer rule never makes its first change earlier`() throws {
    for seed in Self.seeds.prefix(2000) {
      let history = try RandomHistory(seed: seed, kind: .cusum)
      var calmer = history.parameters
      for index in calmer.range.falseChangeInterval.indices {
        calmer.range.falseChangeInterval[index] = 10 * calmer.range.falseChangeInterval[index]
      }
      calmer.rssi.falseChangeInterval = calmer.rssi.falseChangeInterval.map { 10 * $0 }
      let quick = try Self.firstMove(history, history.parameters)
      let calm = try Self.firstMove(history, calmer)
      #expect(quick <= calm, "seed \(seed)")
    }
  }

  /// The time of the zone's first move after its acquisition.
  private static func firstMove(
    _ history: RandomHistory, _ parameters: ZoneDetector.Parameters
  ) throws -> Double {
    var detector = ZoneDetector(parameters, silences: PerRadio { _ in history.silence })
    for step in history.steps {
      var first: Double?
      detector.feed(step.estimate, step.isIndependent) { change in
        if change.from != nil, change.isMove { first = first ?? change.time.value }
      }
      if let first { return first }
    }
    return .infinity
  }

  @Test func `Skipping untrusted estimates changes nothing`() throws {
    for seed in Self.seeds {
      let history = try RandomHistory(seed: seed)
      #expect(try history.changes(skipsUntrusted: true) == history.changes(), "seed \(seed)")
    }
  }

  @Test func `Smaller time steps and explanations do not affect decisions`() throws {
    for seed in Self.seeds {
      let history = try RandomHistory(seed: seed)
      var random = SeededGenerator(seed: seed)
      var detector = history.detector()
      var changes: [ZoneChange] = []
      var taken = 0
      for step in history.steps {
        while let deadline = detector.nextDeadline, deadline <= step.estimate.time {
          let time = random.below(2) == 0 ? deadline : step.estimate.time
          if let change = detector.advance(to: time) { changes.append(change) }
        }
        let change = detector.update(step.estimate, isIndependent: step.isIndependent) {
          if case .taken = $0.outcome { taken += 1 }
        }
        if let change { changes.append(change) }
      }
      #expect(try changes == history.changes(), "seed \(seed)")
      #expect(taken == changes.count { $0.evidence != nil }, "seed \(seed)")
    }
  }
}
