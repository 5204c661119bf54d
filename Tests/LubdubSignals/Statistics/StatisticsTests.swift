import LubdubSignals
import Testing

@Suite struct StatisticsTests {
  @Test func `Quantiles interpolate between neighbors like numpy`() {
    #expect(Statistics.quantile(0.5, of: [3, 1, 2, 10]) == 2.5)
    #expect(Statistics.quantile(0, of: [3, 1]) == 1)
    #expect(Statistics.quantile(1, of: [3, 1]) == 3)
    #expect(Statistics.quantile(0.25, of: [0, 1, 2, 3, 4]) == 1)
    #expect(Statistics.median([]) == nil)
    #expect(Statistics.robustDeviation([1, 1, 1, 100]) == 0)
  }
}
