#if Tool
import Lubdub
import LubdubBench

/// How the cost of work grows with one size at a time.
struct GrowthSuite {
  /// One way to grow.
  struct Series {
    /// What grows.
    let name: String
    /// Its sizes, increasing.
    let sizes: [Int]
    /// Whether the time that passes counts, and not the processor's.
    var isShared = false
    /// Does the work at a size, and returns something that depends on the result.
    let work: (Int) throws -> Double
  }

  /// The longest trace, in rows; the other series grow in proportion.
  let rows: Int
  /// The most workers.
  let cores: Int

  /// Every way to grow.
  var series: [Series] {
    [length, traces, candidates, estimators, workers]
  }

  /// Powers of ten from a start to a limit.
  private static func decades(from start: Int, to limit: Int) -> [Int] {
    sequence(first: start) { $0 * 10 }.prefix { $0 <= limit }.map { $0 }
  }

  /// Rows are made up on the way: the trace is never held in memory.
  private var length: Series {
    Series(name: "rows of a trace, whole pipeline", sizes: Self.decades(from: 1000, to: rows)) {
      var pipeline = try Pipeline(Preset.default.configuration)
      var beats = 0
      var walk = Walk()
      for _ in 0..<$0 {
        pipeline.process(walk.next()) { if case .beat = $0 { beats += 1 } }
      }
      return Double(beats)
    }
  }

  private var traces: Series {
    let one = Walk.samples(10_000)
    let sizes = [1, 2, 4, 8, 16, 32, 64]
    return Series(name: "traces of 10,000 rows", sizes: sizes) { count in
      try (0..<count).reduce(0) { sum, _ in
        sum + (try Session(one, Preset.default.configuration).timeline.duration.value)
      }
    }
  }

  private var candidates: Series {
    let trace = SpeedSuite(samples: 1000, candidates: 1).plainTrace
    let sizes = [1] + Self.decades(from: 10, to: max(100, rows / 100))
    return Series(name: "candidates over 1,000 rows, in lanes", sizes: sizes) { count in
      let suite = SpeedSuite(samples: 2, candidates: count)
      return ConstantVelocityLanes.scores(of: suite.plainCandidates, over: trace)
        .reduce(0) { $0 + $1.squaredError }
    }
  }

  private var estimators: Series {
    let walk = Walk.samples(100_000)
    return Series(name: "estimators over 100,000 rows", sizes: [1, 2, 4, 8, 16]) { count in
      (0..<count).reduce(0) { sum, _ in
        var estimator = EstimatorKind.fusion.make()
        for sample in walk { estimator.update(sample) }
        return sum + (estimator.estimate(at: 0)?.distance.value ?? 0)
      }
    }
  }

  /// The same work on more workers: the size is how many; a straight line falls.
  private var workers: Series {
    let walk = Walk.samples(20_000)
    let sizes = sequence(first: 1) { $0 * 2 }.prefix { $0 <= cores }.map { $0 }
    return Series(name: "workers over 16 traces of 20,000 rows", sizes: sizes, isShared: true) {
      count in
      let pieces = Workers(count).map(Array(0..<16)) { _ in
        (try? Session(walk, Preset.default.configuration).timeline.duration.value) ?? 0
      }
      return pieces.compactMap { $0 }.reduce(0, +)
    }
  }
}

/// Counts beats and keeps nothing.
/// An endless walk between 0.3 and 2.7 m, 100 samples a second, the noise from a fixed sequence.
struct Walk {
  private var state: UInt64 = 1
  private var index = 0

  /// The next sample.
  mutating func next() -> Sample {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let noise = Double(state >> 40) / Double(1 << 24) - 0.5
    let phase = Double(index % 4000) / 2000
    let truth = 0.3 + 2.4 * (phase < 1 ? phase : 2 - phase)
    let time = Double(index) * 0.01
    index += 1
    return .uwb(Meters(max(0, truth + 0.2 * noise)), at: Seconds(time))
  }

  /// So many samples.
  static func samples(_ count: Int) -> [Sample] {
    var walk = Walk()
    return (0..<count).map { _ in walk.next() }
  }
}
#endif
