import Lubdub
import LubdubTraces
import Testing

@testable import LubdubWorkbench

@Suite("What a calibration costs of what is felt")
struct FeltCalibrationTests {
  /// A walk into contact and out again, by a radio that reads too long.
  private static func walk(_ number: Int, bias: Double) -> Recording {
    var random = SplitMix64(seed: UInt64(number))
    let records = (0..<600).map { index -> TraceRecord in
      let turns = Double(index) * (0.02 + 0.003 * Double(number))
      let phase = turns.truncatingRemainder(dividingBy: 2)
      let sway = 0.4 * abs(phase - 1) - 0.2
      let truth = max(0.02, 3 * abs(1 - Double(index) / 300) - 0.3 + sway)
      let range = truth + bias + 0.04 * (random.unit() - 0.5)
      return TraceRecord(
        .uwb(Meters(range), at: Seconds(Double(index) * 0.1)), truth: Meters(truth))
    }
    return Recording(dataset: "walks", name: "walk \(number)", records: records)
  }

  @Test func `contact that a bias hid is felt with the calibration of other sessions`() throws {
    let felt = try #require(FeltCalibration((1...5).map { Self.walk($0, bias: 0.2) }))
    #expect(felt.before.trueChanges == felt.after.trueChanges && felt.before.trueChanges > 20)
    #expect(felt.before.contactFeltShare ?? 1 < 0.2)
    #expect(felt.after.contactFeltShare ?? 0 > 0.6)
    #expect(felt.verdict == .fine)
  }

  @Test func `a single session shows nothing, nor do recordings without truth`() {
    #expect(FeltCalibration([Self.walk(1, bias: 0.2)]) == nil)
    let bare = (1...5).map { number in
      var walk = Self.walk(number, bias: 0)
      for index in walk.records.indices { walk.records[index].truth = nil }
      return walk
    }
    #expect(FeltCalibration(bare) == nil)
  }

  @Test func `a hundredth of the changes, or of the nearest zone, is a price`() {
    func score(missed: Double, felt: Double) -> Score {
      var score = Score()
      (score.trueChanges, score.missedChanges) = (300, missed)
      (score.contactTime, score.feltContactTime) = (100, felt)
      return score
    }
    let before = score(missed: 6, felt: 97)
    let (fewer, shorter) = (score(missed: 12, felt: 97), score(missed: 6, felt: 82))
    func verdict(_ after: Score, _ wider: Score) -> FeltCalibration.Verdict {
      FeltCalibration(before: before, after: after, wider: wider).verdict
    }
    #expect(verdict(before, fewer) == .fine && verdict(score(missed: 8, felt: 97), fewer) == .fine)
    #expect(verdict(fewer, before) == .widens && verdict(shorter, before) == .widens)
    #expect(verdict(fewer, shorter) == .costs)
  }

  @Test func `for other pairs of the same kind, bias and level are less certain`() throws {
    let values: [(String, SettingValue)] = [
      ("uwb.calibrationDeviation", .number(0.05)), ("rssi.powerDeviation", .number(1)),
    ]
    func carried(_ reach: CalibrationReach) -> [Double] {
      reach.carried(values).compactMap(\.1.number)
    }
    #expect(carried(.thisLink) == [0.05, 1])
    let kind = carried(.thisKind)
    #expect(abs(kind[0] - 0.13) < 1e-9 && abs(kind[1] - 17.0.squareRoot()) < 1e-9)
    #expect(carried(.elsewhere).count == 1)
  }
}
