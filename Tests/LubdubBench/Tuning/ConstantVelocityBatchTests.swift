import Foundation
import LubdubBench
import LubdubTraces
import TestSupport
import Testing

@testable import LubdubBench

/// Lanes against the pipeline itself: the same score in every field, to the last bit.
@Suite("Plain lanes in place of the pipeline")
struct ConstantVelocityBatchTests {
  /// A walk with repeated readings, gaps, outliers, and truth that is missing here and there.
  private static func walk(seed: UInt64, rows: Int) -> Recording {
    var random = SeededGenerator(seed: seed)
    var time = 100 * random.unit()
    var range = 1.0
    let records = (0..<rows).map { index -> TraceRecord in
      time += random.unit() < 0.01 ? 4 * random.unit() : 0.01 + 0.15 * random.unit()
      let phase = Double(index % 160) / 80
      let truth = 0.02 + 2.6 * abs(1 - phase)
      if random.unit() > 0.2 {
        let noise = random.unit() < 0.02 ? 3 * random.unit() : 0.3 * (random.unit() - 0.5)
        range = max(0, truth + noise)
      }
      return TraceRecord(
        .uwb(Meters(range), at: Seconds(time)),
        truth: random.unit() < 0.05 ? nil : Meters(truth))
    }
    return Recording(dataset: "walks", name: "walk \(seed)", records: records)
  }

  /// Configurations of the plain filter that differ in all that lanes vary, and some that do not fit.
  private static func configurations(seed: UInt64) throws -> [Configuration] {
    var random = SeededGenerator(seed: seed &+ 77)
    return try (0..<37).map { index -> Configuration in
      var configuration = Preset.default.configuration
      configuration.estimator = index == 20 ? .gatedConstantVelocity : .constantVelocity
      configuration.zones.range.kind = index == 21 ? .cusum : .hysteresis
      configuration.zones.range.minimumSamples = index == 22 ? 2 : 1
      configuration.ranging.range.bias = RangeBias(constant: 0.05)
      if index > 25 { configuration.zones.edges = [0.3, 1.1, 1.8, 2.4] }
      if index > 30 { configuration.ranging.range.silence.stale = 1.5 }
      let values = [
        ("constantVelocity.processNoise", 0.05 + 4 * random.unit()),
        ("constantVelocity.measurementDeviation", 0.03 + 0.3 * random.unit()),
        ("zones.range.margin", index == 3 ? 0 : 20 * random.unit()),
        ("zones.range.dwell", index % 5 == 0 ? 0 : random.unit()),
      ]
      for (key, value) in values {
        try Configuration.setting(key)?.set(.number(value), in: &configuration)
      }
      return configuration
    }
  }

  @Test("lanes score as pipelines do, to the last bit", arguments: 1...6)
  func equality(_ seed: Int) throws {
    let recording = Self.walk(seed: UInt64(seed), rows: 1_500)
    let configurations = try Self.configurations(seed: UInt64(seed))
    let trial = Trial(recording, edges: Preset.default.configuration.zones.edges)
    let batches = ConstantVelocityBatch.batches(configurations, over: recording)
    #expect(batches.flatMap(\.places).count == 34)
    let scores = trial.scores(configurations)
    var changes = 0.0
    for (index, configuration) in configurations.enumerated() {
      let alone = try trial.score(configuration)
      #expect(try scores[index].get() == alone, "seed \(seed), configuration \(index)")
      changes += alone.falseChanges + alone.trueChanges - alone.missedChanges
    }
    #expect(changes > 500, "seed \(seed): the zones must change for the test to mean something")
  }

  @Test("a trace with more than ranges is left to the pipeline")
  func refusal() throws {
    var recording = Self.walk(seed: 9, rows: 50)
    recording.records[7] = TraceRecord(.ble(-60, at: recording.records[7].sample.time))
    let configurations = try Self.configurations(seed: 1)
    #expect(ConstantVelocityBatch.batches(configurations, over: recording).isEmpty)
    let trial = Trial(recording, edges: [1])
    let scores = trial.scores(configurations)
    #expect(try scores[0].get() == trial.score(configurations[0]))
  }

  @Test(
    "lanes score real recordings as pipelines do",
    .recordings("traces/uwb_hanyang_outdoor"))
  func recordings() throws {
    let paths = Recordings.files(in: "traces/uwb_hanyang_outdoor", endings: ["csv"]).prefix(3)
    let source = try RecordingSource(paths.map(\.path))
    let configurations = try Self.configurations(seed: 4)
    for recording in source.recordings {
      let trial = Trial(recording, edges: Preset.default.configuration.zones.edges)
      for (index, score) in trial.scores(configurations).enumerated() {
        #expect(try score.get() == trial.score(configurations[index]), "\(recording.name) \(index)")
      }
    }
  }
}
