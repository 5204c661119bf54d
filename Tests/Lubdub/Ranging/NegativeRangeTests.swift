import TestSupport
import Testing

@testable import Lubdub

@Suite("Ranges below zero")
struct NegativeRangeTests {
  @Test func `Readings near contact are used, and gross errors change nothing`() throws {
    var filter = RangeFilter()
    let readings = [
      0.06, -0.02, 0.03, -0.05, 0.01, -0.08, 0.04, -0.30, -0.31, 0, -0.03, 0.05,
    ]
    let expected: [Double?] = [
      0.060000, 0.002550, 0.021558, 0, 0.006160, 0, 0.022710, nil, nil, 0, 0, 0.033064,
    ]
    for (index, reading) in readings.enumerated() {
      let time = Seconds(Double(index) / 10)
      let before = filter.estimate(at: 100)
      let isUsed = filter.update(Meters(reading), at: time)
      #expect(isUsed == (expected[index] != nil), "\(reading)")
      guard let distance = expected[index] else {
        #expect(filter.estimate(at: 100) == before, "\(reading) changed the state")
        continue
      }
      #expect(abs(filter.state.motion.distance - distance) < 1e-6, "reading \(index)")
    }
    let deviation = filter.state.motion.distanceVariance.squareRoot()
    #expect(abs(deviation - 0.050984) < 1e-6)
  }

  @Test func `The bias-corrected range decides if a reading is gross`() {
    var parameters = RangeFilter.Parameters()
    parameters.bias.constant = 0.2
    var filter = RangeFilter(parameters: parameters)
    #expect(RangeFilterTests.feed(&filter, [-0.06, -0.04]) == [false, true])
    parameters.bias.constant = -0.2
    filter = RangeFilter(parameters: parameters)
    #expect(RangeFilterTests.feed(&filter, [-0.44, -0.46]) == [true, false])
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `A burst far below zero does not become contact`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var fusion = FusionFilter()
    for step in 0..<600 {
      let isBad = step % 60 >= 60 - Int(3 + 27 * random.unit())
      let range = isBad ? -0.4 : 1.5 + 0.05 * random.normal()
      fusion.update(.uwb(Meters(range), at: Seconds(Double(step) / 10)))
      let distance = fusion.estimate(at: Seconds(Double(step) / 10))?.distance.value ?? 1.5
      #expect(abs(distance - 1.5) < 0.5, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: [0.02, 0.1, 0.5])
  func `The interval is the interval of a normal distribution cut at zero`(distance: Double) {
    let deviation = 0.1
    let estimate = DistanceEstimate.normal(
      time: 0, distance: distance, variance: deviation * deviation, shortTermVariance: 0,
      velocity: nil, radio: .uwb, status: .tracking)
    let cut = NormalDistribution.cumulative(-distance / deviation)
    func share(below value: Meters) -> Double {
      let whole = NormalDistribution.cumulative((value.value - distance) / deviation)
      return (whole - cut) / (1 - cut)
    }
    #expect(abs(share(below: estimate.low) - 0.025) < 1e-8)
    #expect(abs(share(below: estimate.high) - 0.975) < 1e-8)
    #expect(estimate.low > 0)
  }

  @Test func `Far from zero, the interval is the usual interval`() {
    let interval = NormalDistribution.interval95(aboveZero: 0.6 + 1e-12, 0.1)
    let near = NormalDistribution.interval95(aboveZero: 0.6 - 1e-12, 0.1)
    #expect(abs(interval.low - near.low) < 1e-8)
    #expect(abs(interval.high - near.high) < 1e-8)
    #expect(abs(interval.low - (0.6 - 0.1 * NormalDistribution.quantile95)) < 1e-9)
    #expect(NormalDistribution.interval95(aboveZero: 2, 0) == (2, 2))
    #expect(NormalDistribution.interval95(aboveZero: 0, 0.1).low == 0)
  }
}
