import TestSupport
import Testing

@testable import LubdubWorkbench

@Suite("Bias by NLOS score")
struct NLOSFitTests {
  /// Places with a score of their own each, whose ranges read `slope` longer from score 0 to 1.
  private static func samples(
    places: Int, slope: Double, spread: Double = 0.05, seed: UInt64 = 1
  ) -> [NLOSSample] {
    var random = SeededGenerator(seed: seed)
    return (0..<places).flatMap { place -> [NLOSSample] in
      let score = Double(place) / Double(max(1, places - 1))
      let own = 0.3 + slope * score + spread * random.sumOfTwelve()
      return (0..<20).map { _ in
        NLOSSample(
          recording: "place \(place)", error: Meters(own + 0.02 * random.sumOfTwelve()),
          score: min(1, max(0, score + 0.01 * random.sumOfTwelve())))
      }
    }
  }

  @Test func `A known slope is found within its error and improves held-out places`() throws {
    let fit = NLOSFit(Self.samples(places: 12, slope: 0.5))
    #expect(CalibrationTests.isWithin(fit.slope, of: 0.5), "\(fit.slope)")
    #expect(abs(fit.center - 0.5) < 0.02)
    #expect(fit.recordings == 12)
    #expect(fit.exchanges == 240)
    let (without, with) = (try #require(fit.without), try #require(fit.with))
    #expect(with < without * 0.5)
  }

  @Test func `An uninformative score and a score that predicts shorter ranges are rejected`() {
    #expect(NLOSFit(Self.samples(places: 12, slope: -0.5)).slope.value == nil)
    for seed in 1...5 as ClosedRange<UInt64> {
      let fit = NLOSFit(Self.samples(places: 12, slope: 0, spread: 0.3, seed: seed))
      guard let slope = fit.slope.value else { continue }
      Issue.record("seed \(seed): slope \(slope)")
    }
  }

  @Test func `Fewer than five places are rejected with the reason`() {
    for places in [0, 1, 4] {
      let fit = NLOSFit(Self.samples(places: places, slope: 0.5, spread: 0))
      guard case .undetermined(let reason) = fit.slope else {
        Issue.record("\(places) places were taken")
        continue
      }
      #expect(reason.hasPrefix(places == 1 ? "1 recording with" : "\(places) recordings with"))
    }
  }

  @Test func `A place with many exchanges counts as much as a place with few`() {
    let samples = Self.samples(places: 8, slope: 0.5)
    let third = samples.filter { $0.recording == "place 3" }
    let more =
      samples
      + Array(repeating: third, count: 9)
      .joined()
    let (one, other) = (NLOSFit(samples), NLOSFit(more))
    #expect(abs(one.center - other.center) < 1e-12)
    #expect(abs((one.slope.value ?? 0) - (other.slope.value ?? 1)) < 1e-12)
  }
}

@Suite("A line through groups")
struct GroupedLineTests {
  private static func groups(seed: UInt64) -> [[GroupedLine.Sample]] {
    var random = SeededGenerator(seed: seed)
    return (1...6).map { count in
      (0..<count).map { _ in
        let x = random.sumOfTwelve()
        return (x, 1 + 2 * x + 0.1 * random.sumOfTwelve())
      }
    }
  }

  @Test func `The fitted slope minimizes the sum of squares`() {
    let groups = Self.groups(seed: 3)
    let fit = GroupedLine(groups)
    func cost(_ change: Double) -> Double {
      groups.reduce(0.0) { sum, group in
        sum
          + group.reduce(0) { sum, sample in
            let away = sample.value - fit.level - (fit.slope + change) * (sample.x - fit.center)
            return sum + away * away
          } / Double(group.count)
      }
    }
    let step = 1e-4
    #expect(abs(cost(step) - cost(-step)) / (2 * step) < 1e-9 * max(1, cost(0)))
    #expect(abs(fit.slope - 2) < 0.1)
  }

  @Test func `Held-out groups don't affect the fit`() {
    var groups = Self.groups(seed: 4)
    let folds = [[0, 1, 2], [3, 4, 5]]
    let left = GroupedLine.heldOut(groups, folds: folds)
    groups[0] = groups[0].map { (x: $0.x, value: $0.value + 100) }
    let shifted = GroupedLine.heldOut(groups, folds: folds)
    #expect(abs(shifted[0][0] - left[0][0] - 100) < 1e-9)
    #expect(shifted[1] == left[1])
    #expect(shifted[4] != left[4])
  }

  @Test func `Constant groups give the mean, and an empty input gives 0`() {
    let fit = GroupedLine([[(x: 1, value: 1)], [(x: 1, value: 3)]])
    #expect(fit.level == 2 && fit.slope == 0)
    #expect(GroupedLine([]).level == 0)
  }
}
