import Evaluation
import Benchmark
import HapticFormats
import Lubdub

/// A walk between 0.3 and 2.7 m, 100 samples a second.
private let walk: [Observation] = (0..<100_000).map { index in
  let phase = Double(index % 4000) / 2000
  let distance = 0.3 + 2.4 * (phase < 1 ? phase : 2 - phase)
  return .uwb(Meters(distance), at: Seconds(Double(index) / 100))
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .instructions, .mallocCountTotal], scalingFactor: .one,
    maxDuration: .seconds(2))

  for kind in [EstimatorKind.fusion, .rangeFilter, .constantVelocity, .oneEuro] {
    Benchmark("estimator \(kind.name), 100,000 samples") { benchmark in
      for _ in benchmark.scaledIterations {
        var estimator = kind.make()
        for observation in walk { estimator.update(observation) }
        blackHole(estimator.estimate(at: 1000))
      }
    }
  }

  Benchmark("pipeline, 100,000 samples") { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(try Session(walk, Preset.eternalLoop.configuration))
    }
  }

  Benchmark("AHAP of a session") { benchmark in
    let document = TimelineDocument(try Session(walk, Preset.eternalLoop.configuration).timeline)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(try HapticFormat.ahap.encode(document)) }
  }
}
