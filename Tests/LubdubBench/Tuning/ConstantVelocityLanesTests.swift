import LubdubBench
import TestSupport
import Testing

@Suite struct ConstantVelocityLanesTests {
  private static let candidates = (0..<11).map { index in
    ConstantVelocityCandidate(
      processNoise: 0.2 + 0.4 * Double(index),
      measurementDeviation: Meters(0.05 + 0.02 * Double(index)),
      margin: Double(index), dwell: Seconds(0.1 * Double(index % 4)))
  }

  private static func trace(seed: UInt64) -> LaneTrace {
    var generator = SeededGenerator(seed: seed)
    var times: [Double] = []
    var ranges: [Double] = []
    var truths: [Double] = []
    var time = 0.0
    for step in 0..<2_000 {
      time += 0.02 + 0.1 * generator.unit()
      let truth = 1.5 + 1.4 * Double((step / 100) % 2 == 0 ? step % 100 : 100 - step % 100) / 100
      times.append(time)
      truths.append(truth)
      ranges.append(max(0, truth + 0.3 * (generator.unit() - 0.5)))
    }
    return LaneTrace(times: times, ranges: ranges, truths: truths, edges: [0.5, 1.75, 2.5])
  }

  @Test("A lane has the distances of the scalar filter to the last bit", arguments: 1...4)
  func distances(_ seed: Int) throws {
    let trace = Self.trace(seed: UInt64(seed))
    let scores = ConstantVelocityLanes.scores(of: Self.candidates, over: trace)
    for (candidate, score) in zip(Self.candidates, scores) {
      var parameters = ConstantVelocityFilter.Parameters()
      parameters.processNoise = candidate.processNoise
      parameters.measurementDeviation = candidate.measurementDeviation
      var filter = ConstantVelocityFilter(parameters: parameters)
      var squaredError = 0.0
      for index in trace.times.indices {
        let time = Seconds(trace.times[index])
        filter.update(Meters(trace.ranges[index]), at: time)
        let estimate = try #require(filter.estimate(at: time))
        let error = estimate.distance.value - trace.truths[index]
        squaredError += error * error
      }
      #expect(score.squaredError == squaredError, "seed \(seed), \(candidate)")
    }
  }

  @Test("A candidate scores the same alone as in company")
  func company() {
    let trace = Self.trace(seed: 9)
    let together = ConstantVelocityLanes.scores(of: Self.candidates, over: trace)
    let alone = Self.candidates.map { ConstantVelocityLanes.scores(of: [$0], over: trace)[0] }
    #expect(together == alone)
    #expect(Set(together.map(\.changes)).count > 3)
  }
}
