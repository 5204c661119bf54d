import TestSupport
import Testing

@testable import LubdubTraces

@Suite struct LogHistogramTests {
  @Test(arguments: [1, 2, 3])
  func `A quantile is within one bin of the exact quantile`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let values = (0..<Int.random(in: 1...2000, using: &generator)).map { _ in
        Double.random(in: 0...1, using: &generator) * [1e-6, 1, 1e6].randomElement(
          using: &generator)!
      }
      var histogram = LogHistogram()
      for value in values { histogram.add(value) }
      let sorted = values.sorted()
      for share in [0, 0.25, 0.5, 0.9, 1] {
        let exact = sorted[Int(share * Double(values.count - 1))]
        let found = histogram.quantile(share)
        #expect((found - exact).magnitude <= exact / 31 + 1e-9, "seed \(seed)")
      }
    }
  }

  @Test func `A repeated value is exact, and values beyond both ends count`() {
    var histogram = LogHistogram()
    #expect(histogram.median == 0)
    for value in [0, 1e-300, 0.1, 0.1, 0.1, 1e300, .infinity] { histogram.add(value) }
    #expect(histogram.count == 7)
    #expect(histogram.median == 0.1)
    #expect(histogram.quantile(0) == 0)
    #expect(histogram.count(in: 0.09...0.11) == 3)
  }
}
