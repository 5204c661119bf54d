import TestSupport
import Testing

@testable import LubdubWorkbench

/// The laws in the doc comment of `Estimator`, for every estimator on every scenario.
@Suite("Laws of estimators")
struct EstimatorLawTests {
  static let seeds: [UInt64] = [1, 2]

  @Test(
    "Estimates are finite, ordered, and nonnegative, and widen during silence",
    arguments: EstimatorKind.all + [.given], StreamScenario.allCases)
  func finite(kind: EstimatorKind, scenario: StreamScenario) throws {
    for seed in Self.seeds {
      var estimator = kind.make()
      var last = 0.0
      for row in scenario.samples(seed: seed) {
        estimator.update(row)
        if row.time.isFinite { last = max(last, row.time.value) }
        for silence in [0.0, 4, 1e6] {
          guard let estimate = estimator.estimate(at: Seconds(last + silence)) else { continue }
          if Self.isSound(estimate) && (silence < 1e6 || estimate.status == .stale) { continue }
          Issue.record("\(kind) \(scenario) seed \(seed) at \(last) + \(silence): \(estimate)")
        }
      }
      #expect(estimator.estimate(at: Seconds(last)) != nil, "\(kind) \(scenario) seed \(seed)")
    }
  }

  static func isSound(_ estimate: DistanceEstimate) -> Bool {
    guard estimate.distance.isFinite, estimate.high.isFinite, estimate.low.value >= 0 else {
      return false
    }
    guard estimate.standardDeviation.isFinite, estimate.velocity?.isFinite ?? true else {
      return false
    }
    let isOrdered = estimate.low <= estimate.distance && estimate.distance <= estimate.high
    let isNeverSurer = estimate.noiseDeviation.value <= 1.000_001 * estimate.standardDeviation.value
    return isOrdered && isNeverSurer && estimate.standardDeviation.value > 0
      && estimate.shortTermDeviation > 0
  }

  @Test(arguments: EstimatorKind.all + [.given], StreamScenario.allCases)
  func `Reading an estimate changes nothing`(kind: EstimatorKind, scenario: StreamScenario) {
    var asked = kind.make()
    var silent = kind.make()
    for row in scenario.samples(seed: 3) {
      asked.update(row)
      silent.update(row)
      if row.time.isFinite { _ = asked.estimate(at: Seconds(row.time.value + 2)) }
    }
    #expect(asked.estimate(at: 5000) == silent.estimate(at: 5000))
  }

  @Test(arguments: EstimatorKind.all + [.given])
  func `A copy continues like the original`(kind: EstimatorKind) {
    let rows = StreamScenario.burst.samples(seed: 4)
    var original = kind.make()
    for row in rows.prefix(100) { original.update(row) }
    var copy = original
    for row in rows.dropFirst(100) { original.update(row) }
    for row in rows.dropFirst(100) { copy.update(row) }
    #expect(original.estimate(at: 1100) == copy.estimate(at: 1100))
  }

  @Test(arguments: EstimatorKind.all + [.given])
  func `Shifting all times shifts the estimates`(kind: EstimatorKind) throws {
    var here = kind.make()
    var there = kind.make()
    for row in StreamScenario.jitter.samples(seed: 5) {
      var shifted = row
      shifted.time = row.time + 4096
      here.update(row)
      there.update(shifted)
      guard let left = here.estimate(at: row.time) else { continue }
      let right = try #require(there.estimate(at: shifted.time))
      #expect(abs(left.distance.value - right.distance.value) < 1e-6)
      #expect(abs(left.high.value - right.high.value) < 1e-5)
      #expect(left.status == right.status)
    }
  }

  @Test(arguments: EstimatorKind.all + [.given])
  func `Unusable samples don't change the estimate`(kind: EstimatorKind) {
    var clean = kind.make()
    var dirty = kind.make()
    for row in StreamScenario.walk.samples(seed: 6) { clean.update(row) }
    for row in StreamScenario.garbage.samples(seed: 6) { dirty.update(row) }
    #expect(clean.estimate(at: 1030) == dirty.estimate(at: 1030))
  }

  @Test(arguments: [EstimatorKind.fusion, .rangeFilter])
  func `Silence widens the interval`(kind: EstimatorKind) throws {
    var estimator = kind.make()
    for row in StreamScenario.walk.samples(seed: 7) where row.radio == .uwb {
      estimator.update(row)
    }
    var width = 0.0
    for step in 0...30 {
      let estimate = try #require(estimator.estimate(at: Seconds(1019.9 + Double(step) * 0.1)))
      #expect(estimate.standardDeviation.value >= width)
      width = estimate.standardDeviation.value
    }
    #expect(width > 0.5)
  }

  @Test func `Every kind has a unique name and uses exactly its radios`() {
    #expect(Set(EstimatorKind.all.map(\.name)).count == EstimatorKind.all.count)
    for kind in EstimatorKind.all {
      for radio in Radio.allCases {
        var estimator = kind.make()
        let row: Sample =
          switch radio {
          case .uwb: .uwb(2, at: 1)
          case .cs: .cs(2, at: 1)
          case .gnss: .gnss(2, at: 1)
          case .ble: .ble(-60, at: 1)
          case .reported: .reported(2, at: 1)
          }
        let used = estimator.update(row)
        #expect(used == kind.radios.contains(radio), "\(kind) \(radio)")
      }
    }
  }
}
