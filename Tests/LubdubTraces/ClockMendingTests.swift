import LubdubTraces
import Testing

@Suite struct ClockMendingTests {
  /// The fate of timestamps: the accepted ones, corrected and in order; the dropped ones; and the jumps.
  private struct Outcome {
    var taken: [Double] = []
    var dropped: [Double] = []
    var jumps: [Double] = []
    var isNewestFirst = false

    init(_ stamps: [Double], _ clock: ClockMending = ClockMending()) {
      var clock = clock
      var waiting: [Double] = []
      for stamp in stamps {
        let verdict = clock.judge(stamp)
        settle(verdict, &waiting, clock)
        switch verdict.place {
        case .take: take(stamp, clock)
        case .wait: waiting.append(stamp)
        case .late: dropped.append(stamp)
        case .newestFirst: isNewestFirst = true
        }
        #expect(waiting.count <= 128)
      }
      let end = clock.finish()
      isNewestFirst = isNewestFirst || end.place == .newestFirst
      settle(end, &waiting, clock)
    }

    private mutating func take(_ stamp: Double, _ clock: ClockMending) {
      taken.append(((stamp + clock.offset) * 1e6).rounded() / 1e6)
    }

    private mutating func settle(
      _ verdict: ClockMending.Verdict, _ waiting: inout [Double], _ clock: ClockMending
    ) {
      if let jump = verdict.jump { jumps.append((jump.seconds * 1000).rounded() / 1000) }
      guard let settled = verdict.settled else { return }
      for (place, stamp) in waiting.enumerated() {
        if settled.contains(place) { take(stamp, clock) } else { dropped.append(stamp) }
      }
      waiting = []
    }
  }

  /// Ten per second for 60 s.
  private static let steady = (0..<600).map { Double($0) / 10 }

  @Test(arguments: [0, 1, 2, 50, 300, 598, 599])
  func `A single timestamp that jumps ahead is dropped at any position`(place: Int) {
    var stamps = Self.steady
    stamps[place] += 600
    let outcome = Outcome(stamps)
    #expect(outcome.dropped == [stamps[place]])
    #expect(outcome.taken.count == 599 && outcome.taken == outcome.taken.sorted())
    #expect(outcome.jumps.isEmpty)
  }

  @Test func `Two timestamps that jump ahead, or one timestamp that falls back, are dropped`() {
    var stamps = Self.steady
    stamps[100] += 600
    stamps[101] += 600
    stamps[300] -= 20
    let outcome = Outcome(stamps)
    #expect(outcome.dropped.count == 3 && outcome.taken.count == 597)
  }

  @Test(arguments: [
    (65.536, 65.0), (4294.967296, 4290), (4_294_967.296, 4_294_960), (1099.511627776, 1090),
    (4294.967296, 2140),
  ])
  func `A counter that wraps continues`(period: Double, start: Double) {
    let isSigned = start < 0.6 * period
    let top = isSigned ? period / 2 : period
    let stamps = Self.steady.map { time in
      start + time < top ? start + time : start + time - period
    }
    let outcome = Outcome(stamps)
    #expect(outcome.dropped.isEmpty && outcome.taken.count == 600)
    #expect(outcome.jumps == [-(period * 1000).rounded() / 1000])
    let steps = zip(outcome.taken, outcome.taken.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { ($0 - 0.1).magnitude < 1e-4 })
  }

  @Test(
    "A pause in which a counter wraps keeps its length, even a longer pause after an earlier wrap",
    arguments: [(4294.967296, 4210.0, 60.0), (65.536, 60, 15)])
  func turnInSilence(period: Double, start: Double, length: Double) {
    let times = Self.steady.map { start + $0 } + Self.steady.map { start + 59.9 + length + $0 }
    let outcome = Outcome(times.map { $0.truncatingRemainder(dividingBy: period) })
    #expect(outcome.dropped.isEmpty)
    #expect(outcome.jumps.allSatisfy { $0 == -(period * 1000).rounded() / 1000 })
    #expect(zip(times, outcome.taken).allSatisfy { ($0 - $1).magnitude < 1e-4 })
  }

  @Test(arguments: [-3600, 3600, 7200, -86_400, 1_766_000_000, -1_766_000_000, -30.0])
  func `Time continues when a clock is set`(jump: Double) {
    let stamps = Self.steady.map { 1_766_000_000 + $0 + ($0 < 30 ? 0 : jump) }
    let outcome = Outcome(stamps)
    #expect(outcome.dropped.isEmpty && outcome.taken.count == 600)
    #expect(outcome.jumps == [jump])
    #expect(((outcome.taken.last ?? 0) - (outcome.taken.first ?? 0) - 59.9).magnitude < 1e-3)
  }

  @Test(arguments: [3.0, 60, 1834, 86_000])
  func `A pause keeps its length`(length: Double) {
    let stamps = Self.steady.map { $0 + ($0 < 30 ? 0 : length) }
    let outcome = Outcome(stamps)
    #expect(outcome.taken == stamps && outcome.jumps.isEmpty)
  }

  @Test(arguments: [1.0, 15, 60, 3600])
  func `Rare timestamps, bursts, and equal times are accepted`(step: Double) {
    let slow = (0..<50).map { Double($0) * step + ($0.isMultiple(of: 3) ? 0.1 : 0) }
    #expect(Outcome(slow).taken == slow)
    let bursts = (0..<90).map { Double($0 / 3) * step }
    #expect(Outcome(bursts).taken == bursts)
  }

  @Test func `Unordered timestamps are not treated as a clock set many times`() {
    let stamps = (0..<600).map { Double($0 * 7919 % 600) / 10 }
    let outcome = Outcome(stamps)
    #expect(outcome.taken == outcome.taken.sorted())
    #expect(outcome.jumps.count < 3 && outcome.dropped.count > 400)
    #expect(Outcome(Self.steady.reversed()).isNewestFirst)
  }

  @Test(arguments: 1...6)
  func `Newest-first timestamps are detected, also in groups of equal times`(count: Int) {
    let times = (0..<60).flatMap { [Double](repeating: Double(60 - $0) / 10, count: count) }
    #expect(Outcome(times).isNewestFirst)
    #expect(Outcome(Array(times.prefix(3 * count))).isNewestFirst)
    #expect(Outcome([6] + times).isNewestFirst)
    let forwards = Array(times.reversed())
    #expect(Outcome(forwards).taken == forwards)
    let straggler = [1, 1, 0.9] + Self.steady.map { $0 + 1.1 }
    #expect(Outcome(straggler).dropped == [0.9] && Outcome(straggler).taken.count == 602)
    let leap = [500, 500, 0, 0] + Self.steady
    #expect(Outcome(leap).dropped == [500, 500] && Outcome(leap).taken.count == 602)
    #expect(Outcome([Double](repeating: 3, count: 300)).taken.count == 300)
  }

  @Test func `Without repair, times are kept as written`() {
    var stamps = Self.steady
    stamps[50] += 600
    let outcome = Outcome(stamps, .unmended)
    #expect(outcome.taken.count == 51 && outcome.jumps.isEmpty)
  }

  @Test func `One or two isolated timestamps, and timestamps 30 days away, are excluded`() {
    let walk = (0..<100).map { 1000 + Double($0) / 10 }
    #expect(ClockMending.core(of: []).isEmpty && ClockMending.core(of: [4, 9e9]).count == 1)
    #expect(ClockMending.core(of: walk) == 0..<100)
    #expect(ClockMending.core(of: [0, 10] + walk + [5000, 1e9, 2e9]) == 2..<102)
    let early = (0..<40).map { Double($0) - 1e9 }
    #expect(ClockMending.core(of: early + walk) == 40..<140)
    // Three rows together are a part of the log, and slow logs have long pauses.
    #expect(ClockMending.core(of: walk + [5000, 5001, 5002]) == 0..<103)
    let slow = (0..<50).map { Double($0) * 60 }
    #expect(ClockMending.core(of: slow + [6000]) == 0..<51)
  }
}
