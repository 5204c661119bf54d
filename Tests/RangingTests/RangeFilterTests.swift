import Quantities
import Ranging
import Testing

@Suite("Range filter")
struct RangeFilterTests {
  @Test("a constant range is reached and held")
  func constantInput() throws {
    var filter = RangeFilter()
    for step in 0..<100 { filter.update(2, at: Seconds(Double(step) / 10)) }
    let estimate = try #require(filter.estimate(at: 9.9))
    #expect(abs(estimate.distance.value - 2) < 1e-9)
    #expect(estimate.status == .tracking)
  }
}
