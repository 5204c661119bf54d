import Foundation
import LubdubWorkbench
import TestSupport
import Testing

@testable import LubdubTraces
@testable import LubdubWorkbench

/// Distances as a phone reports them, on recordings of ultra-wideband: smoothed first as other people's programs
/// do. Skipped where the recordings are not at hand.
@Suite(
  "Reported distances on real recordings",
  .recordings("traces"))
struct ReportedAccuracyTests {
  /// The reports of a program with this smoother, as rows of a radio.
  static func reported(_ recording: Recording, by kind: EstimatorKind, as radio: Radio) -> Recording
  {
    var smoother = kind.make()
    var copy = recording
    copy.records = recording.records.compactMap { record in
      guard record.sample.isSample(of: .uwb) else { return nil }
      _ = smoother.update(record.sample)
      let time = record.sample.time
      guard let distance = smoother.estimate(at: time)?.distance else { return nil }
      var row = record
      row.sample = Sample(time: time, radio: radio, range: distance)
      return row
    }
    return copy
  }

  /// Each half of the recordings with the settings that the other half gave, or with none.
  static func score(
    _ recordings: [Recording], isCalibrated: Bool
  ) throws -> RangeScore {
    var points: [ScoredTrack.Point] = []
    for half in 0...1 {
      let own = recordings.indices.filter { $0 % 2 == half }.map { recordings[$0] }
      let others = recordings.indices.filter { $0 % 2 != half }.map { recordings[$0] }
      var configuration = Preset.eternalLoop.configuration
      if isCalibrated {
        configuration = CalibrationResult(others).settings(changing: configuration).configuration
      }
      for recording in own {
        points +=
          ScoredTrack(
            of: EstimatorKind.fusion.make(configuration.ranging), over: recording.records
          ).points
      }
    }
    return try #require(RangeScore(ScoredTrack(points: points)))
  }

  /// The error of the reported distances themselves.
  static func raw(_ recordings: [Recording]) -> Double {
    let errors = recordings.flatMap(\.records).compactMap { record -> Double? in
      guard let truth = record.truth, truth > 0, let range = record.sample.range else {
        return nil
      }
      return (range - truth).value
    }
    return Statistics.rootMeanSquare(errors) ?? 0
  }

  static let smoothers: [EstimatorKind] =
    [.exponentialMean, .kalmanjs] + (Thoroughness.isFull ? [.kalmanRoomAssistant] : [])
  static let sets = ["uwb_lias_mocap"] + (Thoroughness.isFull ? ["uwb_hanyang_outdoor"] : [])

  @Test(
    "The interval of a reported distance is valid, without added error",
    arguments: sets, smoothers)
  func accuracy(set: String, smoother: EstimatorKind) throws {
    let recordings = try RecordedAccuracyTests.recordings(set)
    let rows = recordings.map { Self.reported($0, by: smoother, as: .reported) }
    let raw = Self.raw(rows)
    let usual = try Self.score(rows, isCalibrated: false)
    let learned = try Self.score(rows, isCalibrated: true)
    func text(_ score: RangeScore) -> String {
      let values = [
        score.rootMeanSquare.value, score.percentile95.value, score.coverage ?? .nan,
        score.intervalWidth?.value ?? .nan,
      ]
      return values.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: " / ")
    }
    // The figures of docs/results/accuracy.md; beside them, what comes of taking the rows for ultra-wideband.
    if ProcessInfo.processInfo.environment["LUBDUB_FIGURES"] != nil {
      let asRange = try Self.score(
        recordings.map { Self.reported($0, by: smoother, as: .uwb) }, isCalibrated: true)
      print(
        "| \(set) | \(smoother) | \((raw * 1000).rounded() / 1000) | \(text(usual)) | \(text(learned)) | \(text(asRange)) |"
      )
    }
    // The wide default holds the truth; what was learned is narrower and still does.
    #expect(usual.coverage ?? 0 >= 0.90)
    #expect((0.90...0.99).contains(learned.coverage ?? 0))
    // Nothing is added to the error that came in.
    #expect(usual.rootMeanSquare.value < raw * 1.03)
    #expect(learned.rootMeanSquare.value < raw * 1.03)
  }
}
