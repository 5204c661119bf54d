import Foundation
import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

@testable import LubdubWorkbench

/// Lanes and shared runs against the pipeline itself: the same score in every field, to the last bit.
@Suite("Shared runs in place of the pipeline")
struct TrialRunsTests {
  /// The contents of a made-up recording.
  enum Kind: CaseIterable {
    /// Ranges at random times, with outliers, bursts, gaps and repeated values.
    case rough
    /// Ranges at a hundred a second, times with two decimals.
    case even
    /// Ranges and signal strengths, some seconds of which have no ranges.
    case bothRadios
    /// Ranges, with touches and losses of the link.
    case events
    /// Ranges, some of which lie further below zero than a filter takes.
    case belowZero
    /// Ranges of a quiet radio that rests now and then, and reads below zero in contact.
    case quiet
  }

  private static func walk(_ kind: Kind, seed: UInt64, rows: Int) -> Recording {
    var random = SeededGenerator(seed: seed)
    var time = kind == .even ? 0 : (100 * random.unit())
    var range = 1.0
    var burst = 0
    let records = (0..<rows).map { index -> TraceRecord in
      if kind == .even {
        time = Double(index) * 0.01
      } else {
        time += random.unit() < 0.01 ? 5 * random.unit() : 0.01 + 0.15 * random.unit()
      }
      let period = kind == .even ? 900.0 : 160
      let phase = Double(index).truncatingRemainder(dividingBy: 2 * period) / period
      let away = 2.6 * abs(1 - phase)
      let truth = kind == .quiet ? max(0.02, min(away - 0.6, 1.5)) : 0.02 + away
      let known = random.unit() < 0.05 ? nil : Meters(truth)
      if random.unit() < 0.01 { burst = Int(12 * random.unit()) }
      burst -= 1
      if random.unit() > 0.15 {
        let noise = burst > 0 ? 2 + 0.1 * random.unit() : 0.3 * (random.unit() - 0.5)
        range = truth + (random.unit() < 0.02 ? 3 * random.unit() : noise)
        if kind == .quiet, burst <= 0 { range = truth - 0.06 + 0.02 * (random.unit() - 0.5) }
        if kind == .belowZero, random.unit() < 0.03 { range = -0.5 * random.unit() }
      }
      if kind == .bothRadios, index % 3 == 0 || (index / 150) % 4 == 3 {
        let power = -60 - 18 * truth + 6 * (random.unit() - 0.5)
        return TraceRecord(.ble(DBm(power.rounded()), at: Seconds(time)), truth: known)
      }
      if kind == .events, random.unit() < 0.02 {
        let events: [LinkEvent] = [.touched, .released, .suspended, .disconnected, .peerLost]
        let event = events[Int(random.unit() * 4.999)]
        return TraceRecord(Sample(time: Seconds(time), radio: .uwb, event: event))
      }
      return TraceRecord(.uwb(Meters(range), at: Seconds(time)), truth: known)
    }
    return Recording(dataset: "walks", name: "\(kind) \(seed)", records: records)
  }

  /// Configurations of the default estimator that differ in all that a search varies, some of them in
  /// the zones alone, and some that need a whole pipeline.
  private static func configurations(seed: UInt64) throws -> [Configuration] {
    var random = SeededGenerator(seed: seed &+ 77)
    var all: [Configuration] = []
    for index in 0..<30 {
      var configuration = Preset.default.configuration
      if index % 3 != 0 {
        configuration.ranging.range.correlatedDeviation = Meters(0.02 + 0.1 * random.unit())
        configuration.ranging.range.velocityTime = Seconds(0.5 + 3 * random.unit())
        configuration.ranging.range.gate = 1.5 + 2 * random.unit()
        configuration.ranging.range.studentDegrees = 2 + 12 * random.unit()
        configuration.ranging.range.bias = RangeBias(constant: Meters(0.1 * random.unit()))
      }
      if index % 6 == 3 {
        configuration.learned = LearnedLink(contactLevel: 0.03, rangeDeviation: 0.01)
      }
      if index % 10 == 7 { configuration.ranging.range.silence.stale = 1.2 }
      configuration.zones.range.falseChangeInterval = [Seconds(10 + 500 * random.unit())]
      configuration.zones.range.halfBand = [0.02 + 0.2 * random.unit()]
      configuration.zones.range.lookAhead = [Seconds(index % 4 == 0 ? 0 : random.unit())]
      if index % 5 == 4 {
        configuration.zones.range.kind = .hysteresis
        configuration.zones.range.margin = [20 * random.unit()]
        configuration.zones.range.dwell = [Seconds(random.unit())]
        configuration.zones.range.minimumSamples = 1 + index % 3
      }
      if index > 20 { configuration.zones.edges = [0.3, 1.1, 1.8, 2.4] }
      if index % 11 == 5 { configuration.heartbeat.contact = .continuous }
      if index % 11 == 6 { configuration.estimator = .rangeFilter }
      if index % 11 == 9 { configuration.ranging.range.gate = -1 }
      all.append(configuration)
    }
    return all
  }

  @Test(arguments: Kind.allCases, 1...3)
  func `A shared run scores exactly like a pipeline`(_ kind: Kind, _ seed: Int) throws {
    let recording = Self.walk(kind, seed: UInt64(seed), rows: 1_500)
    let configurations = try Self.configurations(seed: UInt64(seed))
    let trial = Trial(recording, edges: Preset.default.configuration.zones.edges)
    let outputs = TrialRuns(configurations.map(trial.calibrated), over: recording).outputs
    #expect(outputs.count { $0 != nil } == 25, "three need a pipeline, two contradict themselves")
    let scores = trial.scores(configurations)
    var changes = 0.0
    for (index, configuration) in configurations.enumerated() {
      let alone = Result { () throws(SettingError) in try trial.score(configuration) }
      #expect(scores[index] == alone, "\(kind), seed \(seed), configuration \(index)")
      guard let score = try? alone.get() else { continue }
      changes += score.falseChanges + score.trueChanges - score.missedChanges
    }
    #expect(changes > 100, "\(kind), seed \(seed): the zones must change for this to say something")
  }

  @Test func `A configuration has equal scores with and without other configurations`() throws {
    let recording = Self.walk(.rough, seed: 8, rows: 700)
    let trial = Trial(recording, edges: [1])
    let configurations = try Self.configurations(seed: 8)
    let together = trial.scores(configurations)
    for index in [0, 1, 4] {
      #expect(trial.scores([configurations[index]]) == [together[index]])
    }
  }

  @Test func `The logarithm of lanes equals the logarithm of numbers and is correct to 1e-15`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let values = (0..<8).map { _ in 1e-3 * (1e6 * random.unit() + 1e-9) }
      let lanes = LogTwo.of(Lanes(values))
      for (lane, value) in values.enumerated() {
        #expect(lanes[lane] == LogTwo.of(value))
        let exact = Foundation.log2(value)
        #expect(abs(lanes[lane] - exact) <= 1e-15 * max(1, abs(exact)))
      }
    }
    #expect(LogTwo.of(1.0) == 0 && LogTwo.of(8.0) == 3 && LogTwo.of(0.25) == -2)
  }

  @Test(.recordings("traces/uwb_hanyang_outdoor"))
  func `Shared runs score real recordings like the pipeline`() throws {
    let folders = ["traces/uwb_hanyang_outdoor", "traces/uwb_lias_mocap"]
    let paths = folders.flatMap { Recordings.files(in: $0, endings: ["csv"]).prefix(2) }
    let source = try RecordingSource(paths.map(\.path))
    let configurations = try Self.configurations(seed: 4)
    for recording in source.recordings {
      let trial = Trial(recording, edges: Preset.default.configuration.zones.edges)
      for (index, score) in trial.scores(configurations).enumerated() {
        let alone = Result { () throws(SettingError) in try trial.score(configurations[index]) }
        #expect(score == alone, "\(recording.name) \(index)")
      }
    }
  }
}
