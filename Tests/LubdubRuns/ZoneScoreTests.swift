import Lubdub
import LubdubSupport
import Testing

@testable import LubdubRuns

@Suite("Zone score")
struct ZoneScoreTests {
  private func score(_ felt: String, _ real: String) -> ZoneScore {
    ZoneScore(ZoneSequence(strip: felt), truth: ZoneSequence(strip: real))
  }

  @Test func `The truth scored against itself is never wrong`() {
    let score = score("0011122110", "0011122110")
    #expect(score.wrongShare == 0)
    #expect(score.trueChanges == 4)
    #expect(score.falseChanges == 0 && score.missedChanges == 0)
    #expect(score.delays == [0, 0, 0, 0])
  }

  @Test func `A change that comes two seconds late is late and wrong for two seconds`() {
    let score = score("0000111111", "0011111111")
    #expect(score.delays == [2])
    #expect(abs((score.wrongShare ?? 0) - 0.2) < 1e-12)
    #expect(score.falseChanges == 0 && score.missedChanges == 0)
  }

  @Test func `Chatter counts as false changes, and a missing response counts as a missed change`() {
    let chatter = score("0101000000", "0000000000")
    #expect(chatter.falseChanges == 4)
    #expect(abs((chatter.falsePerMinute ?? 0) - 24) < 1e-9)
    let miss = score("0000000000", "0000011111")
    #expect(miss.missedChanges == 1 && miss.falseChanges == 0)
    #expect(miss.medianDelay == nil)
  }

  @Test func `A change more than two seconds early is false, and the true change is missed`() {
    let score = score("0111111111", "0000111111")
    #expect(score.falseChanges == 1 && score.missedChanges == 1)
    #expect(self.score("0011111111", "0000111111").delays == [-2])
  }

  @Test func `A change more than ten seconds late or after the return is false`() {
    let late = score("00000000000000111111", "00111111111111111111")
    #expect(late.falseChanges == 1 && late.missedChanges == 1)
    let after = score("0000000010", "0011110000")
    #expect(after.trueChanges == 2)
    // Outward at 8 s comes after the truth went back at 6 s; inward at 9 s follows that, 3 s late.
    #expect(after.missedChanges == 1)
    #expect(after.falseChanges == 1)
    #expect(after.delays == [3])
  }

  @Test func `A jump over two zones counts as two changes`() {
    let score = score("0000222", "0011222")
    #expect(score.trueChanges == 2)
    #expect(score.delays.map(\.value).sorted() == [0, 2])
  }

  @Test func `A change in the wrong direction doesn't match`() {
    let score = score("1111000", "1111222")
    #expect(score.falseChanges == 1 && score.missedChanges == 1)
  }

  @Test func `True visits shorter than a second don't count as changes`() {
    let steps = [(0.0, 0), (3.0, 1), (3.4, 0), (6.0, 1)]
    let course = ZoneSequence(
      readings: steps.map { .init(time: Seconds($0.0), zone: $0.1) }, end: 9)
    let kept = course.droppingVisits(shorterThan: 1)
    #expect(kept.steps.map(\.zone) == [0, 1])
    #expect(kept.steps.map(\.time) == [0, 6])
  }

  @Test func `Scores add up their counts, times, and delays`() {
    var total = score("0000111111", "0011111111")
    total.add(score("0101000000", "0000000000"))
    #expect(total.totalTime == 20)
    #expect(total.falseChanges == 4 && total.trueChanges == 1)
    #expect(total.delays == [2])
  }

  @Test func `Time before the first zone has no zone, but its true changes explain later changes`()
  {
    // Found in zone 1 at 3 s, when the truth has been in 0 for a second; followed at 5 s.
    var felt = [(3.0, 1), (5, 0), (9, 1)].map {
      ZoneSequence.Step(time: Seconds($0.0), zone: $0.1)
    }
    let truth = ZoneSequence(strip: "1100000011")
    let score = ZoneScore(ZoneSequence(readings: felt, end: 10), truth: truth)
    #expect(score.trueChanges == 1 && score.delays == [1])
    #expect(score.falseChanges == 0 && score.missedChanges == 0)
    #expect(score.totalTime == 10 && score.wrongTime == 3 && score.withoutTime == 3)
    #expect(score.acquisitions == [3] && score.unacquired == 0)
    felt.removeAll()
    let never = ZoneScore(ZoneSequence(readings: felt, end: 10), truth: truth)
    #expect(never.unacquired == 1 && never.missedChanges == 2)
    #expect(never.totalTime == 10 && never.withoutShare == 1 && never.wrongShare == 0)
    #expect(never.contactTime == 6 && never.feltContactTime == 0 && never.firstContact == nil)
  }

  @Test func `Losing the zone to silence isn't a change, and its time is counted separately`() {
    var truth = TrueZones(edges: [1, 2])
    for step in 0...40 { truth.add(step < 20 ? 0.5 : 1.5, at: Seconds(Double(step) / 2)) }
    truth.finish()
    let moves = [(2.0, 0), (6, nil), (12, 1)] as [(Double, Int?)]
    let comparison = ZoneComparison(
      truth, moves: moves.map { .init(time: Seconds($0.0), zone: $0.1) })
    let score = comparison.score
    #expect(score.acquisitions == [2] && score.totalTime == 20)
    #expect(score.falseChanges == 0 && score.delays == [2])
    #expect(score.wrongTime == 0 && score.withoutTime == 8 && score.rightShare == 0.6)
  }

  @Test func `Time without a zone never counts as right`() {
    var truth = TrueZones(edges: [1, 2])
    for second in 0...60 { truth.add(5, at: Seconds(Double(second))) }
    truth.finish()
    let score = ZoneComparison(truth, moves: [.init(time: 58, zone: 2)]).score
    #expect(score.wrongShare == 0 && score.withoutTime == 58 && score.totalTime == 60)
  }

  @Test func `Changes in pauses of truth count by edge, and unfelt contact is reported`() {
    var truth = TrueZones(edges: [0.5, 1, 2])
    // Five seconds at each place, then a pause of 25 s in which the device is carried to the next.
    for (visit, place) in [3.0, 0.2, 1.5].enumerated() {
      for second in 0...5 {
        truth.add(Meters(place), at: Seconds(30 * Double(visit) + Double(second)))
      }
    }
    truth.finish()
    let score = ZoneComparison(truth, moves: [.init(time: 0, zone: 3)]).score
    #expect(score.trueChanges == 0 && score.gapChangesOfEdges == [2, 2, 1])
    #expect(score.gapChanges == 5 && score.edge(2).gapChanges == 1)
    #expect(score.totalTime == 15 && score.wrongTime == 10)
    #expect(score.contactTime == 5 && score.firstContact == nil)
    #expect(score.json["gap_changes"] == .number(5))
  }

  @Test func `Each false change has a time, and changes in pauses of the truth don't count`() {
    var truth = TrueZones(edges: [0.5, 1, 2])
    for second in 0...60 where second < 20 || second > 45 {
      truth.add(3, at: Seconds(Double(second)))
    }
    truth.finish()
    let moves: [(Double, Int)] = [(0, 3), (5, 1), (8, 3), (30, 2), (35, 3)]
    let score = ZoneComparison(
      truth, moves: moves.map { .init(time: Seconds($0.0), zone: $0.1) }
    ).score
    #expect(score.falseTimes == [5, 5, 8, 8] && score.falseChanges == 4)
  }

  @Test func `A sparse truth changes its zone at an unknown time between two rows`() {
    /// From 3 m to 1 m at 0.5 m/s, and the zone 0.2 s after each change.
    func score(every step: Double, by radio: Radio = .uwb) -> ZoneScore {
      var truth = TrueZones(edges: [1.8, 2.4])
      for time in stride(from: 0, through: 24, by: step) {
        truth.add(
          Meters(time < 12 ? 3 : max(1, 3 - 0.5 * (time - 12))), at: Seconds(time), by: radio)
      }
      truth.finish()
      let moves = [(0.0, 2), (13.4, 1), (14.6, 0)].map {
        ZoneComparison.Move(time: Seconds($0.0), zone: $0.1)
      }
      return ZoneComparison(truth, moves: moves).score
    }
    for step in [0.1, 1, 2] {
      let found = score(every: step)
      #expect(found.trueChanges == 2 && found.falseChanges == 0, "\(step)")
      for delay in found.delays { #expect(abs(delay.value - 0.2) < 0.101, "\(step): \(delay)") }
      #expect(found.wrongTime.value < 0.61)
    }
    let seldom = score(every: 8)
    #expect(seldom.trueChanges == 0 && seldom.gapChanges == 2 && seldom.wrongTime == 0)
    #expect(score(every: 4, by: .ble).trueChanges == 2 && score(every: 4).trueChanges == 0)
  }

  @Test func `A change that follows a true visit shorter than a second isn't false`() {
    let real = ZoneSequence(
      readings: [(0.0, 1), (5, 0), (5.6, 1)].map { .init(time: Seconds($0.0), zone: $0.1) }, end: 20
    )
    let felt = ZoneSequence(
      readings: [(0.0, 1), (5.4, 0), (6.1, 1), (12, 0), (13, 1)].map {
        .init(time: Seconds($0.0), zone: $0.1)
      }, end: 20)
    let score = ZoneScore(felt, truth: real)
    #expect(score.trueChanges == 0 && score.falseChanges == 2)
  }

  @Test func `Moved edges are scored against the same truth`() {
    var truth = TrueZones(edges: [0.05, 1])
    for second in 0...20 {
      truth.add(Meters(max(0, 2 - 0.125 * Double(second))), at: Seconds(Double(second)))
    }
    truth.finish()
    // The same walk: contact is felt at 17 s, or with a farther edge of contact at 16 s.
    let late = ZoneComparison(truth, moves: [.init(time: 0, zone: 2), .init(time: 17, zone: 0)])
    let early = ZoneComparison(truth, moves: [.init(time: 0, zone: 2), .init(time: 15, zone: 0)])
    #expect(late.score.firstContact == 17 && early.score.firstContact == 15)
    #expect(late.score.contactTime == early.score.contactTime)
    let moved = ZoneDetector.Parameters(Zones.eternalLoop)
    #expect(moved.trueEdges([0.1, 0.2, 1, 2]) == [0.1, 0.2, 1, 2])
    #expect(moved.trueEdges([0.1]) == moved.edges && moved.trueEdges(nil) == moved.edges)
  }

  @Test func `Positions may be up to 40 s late, and a missed change counts as 40 s`() {
    func score(_ radios: [Radio], delay: Double) -> ZoneScore {
      var truth = TrueZones(edges: [1])
      for step in 0...120 {
        truth.add(
          step < 20 ? 2 : 0.5, at: Seconds(Double(step) / 2), by: radios[step % radios.count])
      }
      truth.finish()
      return ZoneComparison(
        truth, moves: [.init(time: 0, zone: 1), .init(time: Seconds(10 + delay), zone: 0)]
      ).score
    }
    #expect(score([.gnss], delay: 18).delays == [18])
    #expect(score([.gnss], delay: -7).delays == [-7])
    #expect(score([.gnss], delay: 41).missedChanges == 1)
    #expect(score([.gnss], delay: 41).meanDelay == 40)
    for radios in [[Radio.uwb], [.ble], [.cs], [.gnss, .uwb]] {
      #expect(score(radios, delay: 10).delays == [10])
      #expect(score(radios, delay: 10.5).missedChanges == 1)
      #expect(score(radios, delay: 10.5).meanDelay == 10)
    }
  }

  @Test func `A zone crossed in less than a second still has two edges`() {
    let real = ZoneSequence(
      readings: [(0.0, 2), (3, 1), (3.5, 0)].map { .init(time: Seconds($0.0), zone: $0.1) }, end: 9)
    let felt = ZoneSequence(
      readings: [(0.0, 2), (4, 0)].map { .init(time: Seconds($0.0), zone: $0.1) }, end: 9)
    #expect(ZoneScore(felt, truth: real).delays == [1, 0.5])
  }

  @Test func `Each edge has separate scores, and contact is the entry into the nearest zone`() {
    let score = score("222211110000022", "221100000000222")
    #expect(score.edge(1).delays == [2, 1] && score.edge(0).delays == [4, 1])
    #expect(score.edge(0).missedChanges == 0 && score.edge(0).trueChanges == 2)
    #expect(score.contacts == [4] && score.contacts(within: 3) == 0)
    #expect(score.contactShare(within: 4) == 1)
    // Felt before the truth, and long before; not felt before the truth left.
    #expect(self.score("1100000000000000", "1111111111111100").contacts == [0])
    #expect(self.score("1111111111100000", "1111000000111111").contacts == [nil])
  }

  @Test func `A false change while the truth rests counts as a change at rest`() {
    let felt = ZoneSequence(strip: "0001100000")
    let truth = ZoneSequence(strip: "0000000000")
    let score = ZoneScore(felt, truth: truth, rests: [0...4])
    #expect(score.falseChanges == 2 && score.restChanges == 1 && score.restTime == 4)
    #expect(score.restChangesInTenMinutes == 150)
  }

  @Test func `A missed change counts as ten seconds in the mean delay`() {
    let truth = ZoneSequence(strip: "00001111000011110000")
    #expect(ZoneScore(ZoneSequence(strip: "00001111000011110000"), truth: truth).meanDelay == 0)
    #expect(ZoneScore(ZoneSequence(strip: "00000000000000000000"), truth: truth).meanDelay == 10)
    #expect(ZoneScore(ZoneSequence(strip: "00000111100000000000"), truth: truth).meanDelay == 5.5)
    #expect(ZoneScore(truth, truth: ZoneSequence(strip: "0")).meanDelay == nil)
  }

  @Test func `Rest is a truth that stays within 5 cm for half a minute`() {
    var rests = RestPeriods()
    for second in 0..<100 {
      let truth = second < 40 ? 1.0 : second < 60 ? 1.1 : 2 + 0.001 * Double(second)
      rests.add(Meters(truth), at: Seconds(Double(second)))
    }
    rests.close()
    #expect(rests.periods == [0...39, 60...99])
  }
}

@Suite("Beat score")
struct BeatScoreTests {
  @Test func `Felt and true intervals are compared as computed by hand`() {
    let score = BeatScore(
      ZoneSequence(strip: "0001112222"), truth: ZoneSequence(strip: "0000011122"),
      intervals: [0.5, 1, nil])
    // 3 s equal, 2 s of 1 against 0.5, 1 s equal, 2 s silent against 1, 2 s both silent
    #expect(score.totalTime == 10)
    #expect(score.bothTime == 6)
    #expect(score.oneSidedShare == 0.2)
    #expect(abs((score.meanIntervalError?.value ?? 0) - 1.0 / 6) < 1e-12)
  }
}

extension ZoneSequence {
  /// A course drawn as a strip, one zone per second: `"0011122"`.
  init(strip: String) {
    let steps = strip.enumerated().compactMap { index, letter in
      letter.wholeNumberValue.map { Step(time: Seconds(Double(index)), zone: $0) }
    }
    self.init(readings: steps, end: Seconds(Double(strip.count)))
  }
}
