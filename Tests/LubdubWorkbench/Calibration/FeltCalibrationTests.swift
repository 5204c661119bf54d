import Lubdub
import LubdubTraces
import Testing

@testable import LubdubWorkbench

@Suite("The felt price of a calibration")
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

  /// The walks, shifted away.
  private static func walks(beyond distance: Double, bias: Double = 0.2) -> [Recording] {
    (1...5).map { number in
      var walk = walk(number, bias: bias)
      for index in walk.records.indices {
        walk.records[index].truth = walk.records[index].truth.map { $0 + Meters(distance) }
        walk.records[index].sample.range = walk.records[index].sample.range.map {
          $0 + Meters(distance)
        }
      }
      return walk
    }
  }

  private static let preset = Preset.default.configuration

  private static func fit(
    _ recordings: [Recording], for reach: CalibrationReach? = nil
  ) -> (configuration: Configuration, settings: [Setting<Configuration>]) {
    let (configuration, settings, _) = CalibrationResult(recordings)
      .settings(changing: preset, for: reach)
    return (configuration, settings)
  }

  private static func felt(_ recordings: [Recording]) -> FeltCalibration? {
    FeltCalibration(recordings, writing: fit(recordings).settings)
  }

  @Test func `Contact hidden by a bias is felt with the calibration of other sessions`() throws {
    let felt = try #require(Self.felt((1...5).map { Self.walk($0, bias: 0.2) }))
    let (before, after) = (felt.views[0].before, felt.views[0].after(.whole))
    #expect(before.trueChanges == after.trueChanges && before.trueChanges > 20)
    #expect(before.contactFeltShare ?? 1 < 0.2 && after.contactFeltShare ?? 0 > 0.6)
    #expect(felt.choice == .whole && felt.losing.isEmpty && felt.views.count == 1)
  }

  @Test func `A single session and recordings without truth give no comparison`() {
    #expect(Self.felt([Self.walk(1, bias: 0.2)]) == nil)
    let bare = (1...5).map { number in
      var walk = Self.walk(number, bias: 0)
      for index in walk.records.indices { walk.records[index].truth = nil }
      return walk
    }
    #expect(Self.felt(bare) == nil)
  }

  @Test func `Losing a hundredth of the changes or of the nearest zone counts as a price`() {
    func score(
      missed: Double, felt: Double, wrong: Double = 10, of changes: Double = 300
    ) -> Score {
      var score = Score()
      (score.trueChanges, score.missedChanges) = (changes, missed)
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
    // Ninety changes show no hundredth.
    let few = [6, 12, 6, 6, 6].map { score(missed: $0, felt: 97, of: 90) }
    let unsure = FeltCalibration([
      .init(edges: nil, before: few[0], scores: Array(few.dropFirst()))
    ])
    #expect(unsure.choice == .whole && unsure.losing.count == 1)
    // Less of a calibration, with which the zone is wrong for longer, is no cure.
    let wrong = score(missed: 6, felt: 97, wrong: 11)
    #expect(felt(fewer, wrong, wrong, wrong).choice == .whole)
  }

  @Test func `Walks beyond the preset's edges are scored with edges at their fifths`() throws {
    let felt = try #require(Self.felt(Self.walks(beyond: 5)))
    let view = try #require(felt.views.last)
    #expect(view.edges?.count == 4 && view.edges?[0] ?? 0 > 5 && view.before.trueChanges > 20)
  }

  @Test func `Fifths are in the range of zone edges, and every recording is scored`() throws {
    let felt = try #require(Self.felt(Self.walks(beyond: 998.5)))
    let edges = try #require(felt.views.last?.edges)
    #expect(edges.allSatisfy { $0 <= 1000 } && felt.failures.isEmpty, "\(edges)")
    let views = felt.views.count
    #expect(felt.views[views - 1].before.totalTime > 0)
  }

  @Test func `Each choice is scored like a file with its settings`() throws {
    let (fitted, settings) = Self.fit((1...5).map { Self.walk($0, bias: 0.2) })
    let keys = settings.map(\.key)
    #expect(keys.contains("uwb.rangeDeviation") && keys.contains("uwb.bias"))
    let whole = try FeltCalibration.Choice.whole.applied(fitted, settings, to: Self.preset)
    #expect(whole == fitted)
    let bare = try FeltCalibration.Choice.withoutBias.applied(fitted, settings, to: Self.preset)
    #expect(bare != Self.preset && bare.ranging.range.bias == Self.preset.ranging.range.bias)
    for choice in FeltCalibration.Choice.allCases {
      let (written, own) = choice.written(fitted, settings)
      var read = Self.preset
      for setting in own { try setting.set(setting.value(in: written), in: &read) }
      #expect(try choice.applied(fitted, settings, to: Self.preset) == read, "\(choice)")
    }
  }

  @Test(arguments: [nil] + CalibrationReach.allCases)
  func `A widened bias is written with its larger deviation`(_ reach: CalibrationReach?) throws {
    let key = "uwb.calibrationDeviation"
    let (fitted, settings) = Self.fit((1...5).map { Self.walk($0, bias: 0.2) }, for: reach)
    for own in [settings, settings.filter { $0.key != key }] {
      let written = FeltCalibration.Choice.widened.written(fitted, own)
      #expect(written.settings.count { $0.key == key } == 1)
      #expect(
        written.configuration.ranging.range.calibrationDeviation
          > fitted.ranging.range.calibrationDeviation)
    }
  }

  @Test func `For other pairs of the same kind, bias and level are less certain`() throws {
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
