#if Tool
import ArgumentParser
import Lubdub
import LubdubBench

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The hand-written C baselines of tools/bench, from a shared library, so that they are timed in the
/// same process.
struct Baselines {
  private typealias Column = UnsafePointer<Double>
  private typealias Scalar = @convention(c) (Column?, Column?, Int, Double, Double) -> Double
  private typealias Lanes =
    @convention(c) (
      Column?, Column?, Column?, Int, Column?, Int, Column?, Column?, Column?, Column?,
      UnsafeMutablePointer<Double>?
    ) -> Void
  private let scalar: Scalar
  private let lanes: Lanes

  /// Opens the library.
  init(path: String) throws {
    guard let handle = dlopen(path, RTLD_NOW), let one = dlsym(handle, "cv_scalar"),
      let many = dlsym(handle, "cv_lanes")
    else {
      throw ValidationError("\(path) is no library of baselines; see tools/bench/baselines.c")
    }
    scalar = unsafeBitCast(one, to: Scalar.self)
    lanes = unsafeBitCast(many, to: Lanes.self)
  }

  /// The baselines as stages.
  func stages(_ suite: SpeedSuite) -> [SpeedTimer.Stage] {
    [
      .init(name: "C, one stream", item: "sample", count: suite.times.count) {
        scalar(suite.times, suite.ranges, suite.times.count, 1, 0.01)
      },
      .init(
        name: "C, lanes", item: "sample and candidate",
        count: suite.times.count * suite.candidates
      ) { run(suite) },
    ]
  }

  private func run(_ suite: SpeedSuite) -> Double {
    let candidates = suite.plainCandidates
    let edges = SpeedSuite.edges
    var sum = 0.0
    var out = [Double](repeating: 0, count: 32)
    for first in stride(from: 0, to: candidates.count, by: 16) {
      let block = (0..<16).map { candidates[min(first + $0, candidates.count - 1)] }
      lanes(
        suite.times, suite.ranges, suite.truths, suite.times.count,
        edges, edges.count, block.map(\.processNoise),
        block.map(\.measurementDeviation.value), block.map(\.margin), block.map(\.dwell.value),
        &out)
      for lane in 0..<min(16, candidates.count - first) { sum += out[lane % 8 + lane / 8 * 16] }
    }
    return sum
  }
}
#endif
