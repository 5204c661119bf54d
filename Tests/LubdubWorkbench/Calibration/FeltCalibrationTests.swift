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
    let (before, after) = (felt.views[0].before, felt.views[0].after(.whole))
    #expect(before.trueChanges == after.trueChanges && before.trueChanges > 20)
    #expect(before.contactFeltShare ?? 1 < 0.2 && after.contactFeltShare ?? 0 > 0.6)
    #expect(felt.choice == .whole && felt.losing.isEmpty && felt.views.count == 1)
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
    func score(missed: Double, felt: Double, wrong: Double = 10) -> Score {
      var score = Score()
      (score.trueChanges, score.missedChanges) = (300, missed)
      (score.contactTime, score.feltContactTime, score.wrongTime) = (100, felt, wrong)
      return score
    }
    let before = score(missed: 6, felt: 97)
    let (fewer, shorter) = (score(missed: 12, felt: 97), score(missed: 6, felt: 82))
    func felt(_ scores: Score...) -> FeltCalibration {
      let all = scores + Array(repeating: fewer, count: 4 - scores.count)
      return FeltCalibration([.init(edges: nil, before: before, scores: all)])
    }
    #expect(felt(before).choice == .whole && felt(score(missed: 8, felt: 97)).choice == .whole)
    #expect(felt(fewer, before).choice == .widened && felt(shorter, before).choice == .widened)
    #expect(felt(fewer, shorter, before).choice == .withoutBias)
    #expect(felt(fewer, shorter, shorter, before).choice == .withoutSignals)
    let sure = felt(fewer, shorter)
    #expect(sure.choice == .whole && sure.losing.count == 1)
    // Less of a calibration, with which the zone is wrong for longer, is no cure.
    let wrong = score(missed: 6, felt: 97, wrong: 11)
    #expect(felt(fewer, wrong, wrong, wrong).choice == .whole)
  }

  @Test func `walks beyond the edges of the preset are judged by fifths of their own`() throws {
    let walks = (1...5).map { number in
      var walk = Self.walk(number, bias: 0.2)
      for index in walk.records.indices {
        walk.records[index].truth = walk.records[index].truth.map { $0 + 5 }
        walk.records[index].sample.range = walk.records[index].sample.range.map { $0 + 5 }
      }
      return walk
    }
    let felt = try #require(FeltCalibration(walks))
    let view = try #require(felt.views.last)
    #expect(view.edges?.count == 4 && view.edges?[0] ?? 0 > 5 && view.before.trueChanges > 20)
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
