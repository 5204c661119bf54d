import TestSupport
import Testing

@Suite("Type-erased estimators")
struct AnyEstimatorTests {
  @Test(arguments: StreamScenario.allCases)
  func `A type-erased estimator gives the results of its estimator`(scenario: StreamScenario) {
    var held = FusionFilter()
    var any = AnyEstimator(FusionFilter())
    for row in scenario.samples(seed: 3) {
      #expect(any.update(row) == held.update(row))
      // Not a number is equal to nothing.
      guard row.time.isFinite else { continue }
      #expect(any.estimate(at: row.time) == held.estimate(at: row.time))
    }
  }

  @Test func `Copies of an estimator are independent`() throws {
    var original = AnyEstimator(RangeFilter())
    original.update(.uwb(2, at: 0))
    let before = original.estimate(at: 1)
    var copy = original
    copy.update(.uwb(2.1, at: 0.5))
    #expect(original.estimate(at: 1) == before)
    #expect(copy.estimate(at: 1) != before)
    let kept = copy.estimate(at: 1)
    original.update(.uwb(1.9, at: 0.5))
    #expect(copy.estimate(at: 1) == kept)
    let list = [original, original]
    original.update(.uwb(1.8, at: 0.6))
    #expect(list[0].estimate(at: 1) == list[1].estimate(at: 1))
    #expect(list[0].estimate(at: 1) != original.estimate(at: 1))
  }

  @Test func `Kinds are equal by name, built-in kinds are distinct, and fusion is first`() {
    let other = EstimatorKind("fusion", radios: [.uwb]) { RangeFilter(parameters: $0.range) }
    #expect(other == .fusion)
    #expect(Set(EstimatorKind.own).count == EstimatorKind.own.count)
    #expect(EstimatorKind.own.first == .fusion)
  }
}
