import Foundation
import LubdubWorkbench
import TestSupport
import Testing

@testable import LubdubWorkbench

/// The statements of `docs/results/accuracy.md` about the default estimator, on the recordings themselves. Skipped without the
/// recordings.
@Suite(
  "The default on real recordings",
  .recordings("traces"))
struct RecordedAccuracyTests {
  static func recordings(_ sets: String...) throws -> [Recording] {
    let folder = try #require(Recordings.folder("traces"))
    var loader = RecordingLoader()
    // The receivers of one walk are one session.
    loader.session = { $0.components(separatedBy: "_sensor").first ?? $0 }
    return try loader.files(in: sets.map { folder.appending(path: $0).path }).recordings
  }

  static func rows(_ set: String, _ kinds: [EstimatorKind]) throws -> [AccuracyReport.Row] {
    var benchmark = try AccuracyBenchmark()
    benchmark.estimators = [.fusion] + kinds
    return try #require(try benchmark.run(recordings(set)).groups.first).rows
  }

  static let rangeBaselines: [EstimatorKind] = [
    .constantVelocity, .gatedConstantVelocity, .raw, .medianOfThree, .oneEuro, .exponentialMean,
    .kalmanjs,
  ]

  @Test func `Moving outdoors, the default beats every baseline with valid intervals`() throws {
    let rows = try Self.rows("uwb_hanyang_outdoor", Self.rangeBaselines)
    let own = rows[0]
    for row in rows.dropFirst() {
      #expect(own.range.rootMeanSquare < row.range.rootMeanSquare, "\(row.estimator)")
      #expect(own.range.percentile95 < row.range.percentile95, "\(row.estimator)")
    }
    #expect((0.90...0.98).contains(own.range.coverage ?? 0))
    #expect(abs(own.lag?.value ?? 1) <= 0.2)
    // The study's figures, within 2 %.
    #expect(abs(own.range.rootMeanSquare.value / 0.1312 - 1) < 0.02)
    #expect(abs(own.range.percentile95.value / 0.250 - 1) < 0.02)
  }

  @Test func `Links at rest have no gross errors, and blocked paths have valid intervals`() throws {
    let own = try Self.rows("cir_warsaw", [])[0]
    #expect(abs(own.range.rootMeanSquare.value / 0.2408 - 1) < 0.02)
    #expect((0.90...0.98).contains(own.range.coverage ?? 0))
  }

  @Test func `Calibrated on a fifth, the mixture beats a constant and is never far off`() throws {
    var ratios: [Double] = []
    for recording in try Self.recordings("uwb_hanyang_outdoor") {
      func error(_ model: BiasModel) throws -> Double {
        var benchmark = try AccuracyBenchmark()
        (benchmark.estimators, benchmark.source) = ([.fusion], .link)
        (benchmark.biasModel, benchmark.truthShift) = (model, .fixed(0))
        let row = try benchmark.run([recording]).groups.first?.rows.first
        return try #require(row).range.rootMeanSquare.value
      }
      let (curve, constant) = try (error(.automatic), error(.constant))
      #expect(curve <= constant * 1.05, "\(recording.name)")
      ratios.append(curve / constant)
    }
    #expect(try #require(Statistics.mean(ratios)) < 0.95, "\(ratios)")
  }

  static let signalBaselines: [EstimatorKind] = [
    .constant, .signalInversion, .signalFloatARMA, .signalTrimmedMean, .signalKalmanRoomAssistant,
  ]

  @Test(
    "With signal strength only, the default beats every baseline",
    arguments: [("ble_danis_moving", 0.585, 0.910), ("ble_human_phones", 0.839, 0.739)])
  func signalStrength(set: String, logRatio: Double, withinTwo: Double) throws {
    let rows = try Self.rows(set, Self.signalBaselines)
    let own = rows[0].range
    for row in rows.dropFirst() {
      #expect(own.rootMeanSquare < row.range.rootMeanSquare, "\(row.estimator)")
      #expect(own.logRatio < row.range.logRatio, "\(row.estimator)")
      #expect(own.withinFactorTwo > row.range.withinFactorTwo, "\(row.estimator)")
    }
    #expect((0.90...0.98).contains(own.coverage ?? 0))
    #expect(abs(own.logRatio / logRatio - 1) < 0.02)
    #expect(abs(own.withinFactorTwo / withinTwo - 1) < 0.02, "\(own.withinFactorTwo)")
  }

  @Test func `In outages, the default beats holding and every path loss, without a jump`() throws {
    let fading = try Self.recordings("ble_danis_moving", "ble_human_phones", "ble_warsaw_robot")
    let result = try #require(
      try HandOverBenchmark(seed: 5, repetitions: 2)
        .run(Self.recordings("uwb_hanyang_outdoor"), fading: fading))
    let own = try #require(result.rows.first { $0.method == .fusion })
    #expect(own.outages.count > 50)
    for row in result.rows where row.method != .fusion {
      let name = row.method.rawValue
      let (mine, other) = (own.outages.map(\.range), row.outages.map(\.range))
      func mean(_ scores: [RangeScore], _ figure: (RangeScore) -> Double) -> Double {
        Statistics.mean(scores.map(figure)) ?? .nan
      }
      #expect(mean(mine, \.rootMeanSquare.value) < mean(other, \.rootMeanSquare.value), "\(name)")
      #expect(mean(mine, \.logRatio) < mean(other, \.logRatio), "\(name)")
      #expect(mean(mine, \.withinFactorTwo) > mean(other, \.withinFactorTwo), "\(name)")
    }
    #expect((0.90...0.98).contains(Statistics.mean(own.outages.compactMap(\.range.coverage)) ?? 0))
    #expect((Statistics.median(own.outages.map(\.step.value)) ?? 1) <= 0.15)
    #expect((Statistics.quantile(0.9, of: own.outages.compactMap(\.back?.value)) ?? 1) <= 0.5)
  }
}
