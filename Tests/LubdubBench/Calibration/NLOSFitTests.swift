import Lubdub
import LubdubBench
import TestSupport
import Testing

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

  @Test("A known slope is found within its stated error, and does better on places left out")
  func known() throws {
    let fit = NLOSFit(Self.samples(places: 12, slope: 0.5))
    #expect(CalibrationTests.isWithin(fit.slope, of: 0.5), "\(fit.slope)")
    #expect(abs(fit.center - 0.5) < 0.02)
    #expect(fit.recordings == 12)
    #expect(fit.exchanges == 240)
    let (without, with) = (try #require(fit.without), try #require(fit.with))
    #expect(with < without * 0.5)
  }

  @Test("A score that shows nothing, or that speaks for shorter ranges, is refused")
  func refused() {
    #expect(NLOSFit(Self.samples(places: 12, slope: -0.5)).slope.value == nil)
    for seed in 1...5 as ClosedRange<UInt64> {
      let fit = NLOSFit(Self.samples(places: 12, slope: 0, spread: 0.3, seed: seed))
      guard let slope = fit.slope.value else { continue }
      Issue.record("seed \(seed): slope \(slope)")
    }
  }

  @Test("Fewer than five places, or none, are refused with the reason")
  func few() {
    for places in [0, 1, 4] {
      let fit = NLOSFit(Self.samples(places: places, slope: 0.5, spread: 0))
      guard case .undetermined(let reason) = fit.slope else {
        Issue.record("\(places) places were taken")
        continue
      }
      #expect(reason.hasPrefix(places == 1 ? "1 recording with" : "\(places) recordings with"))
    }
  }

  @Test("A place with many exchanges counts as one with few")
  func weights() {
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

@Suite("Ridge regression")
struct RidgeRegressionTests {
  private static func groups(seed: UInt64) -> [[RidgeRegression.Sample]] {
    var random = SeededGenerator(seed: seed)
    return (1...6).map { count in
      (0..<count).map { _ in
        let features = (0..<3).map { _ in random.sumOfTwelve() }
        let value = 1 + 2 * features[0] - features[2] + 0.1 * random.sumOfTwelve()
        return RidgeRegression.Sample(features, value: value)
      }
    }
  }

  @Test("The gradient of the penalised squares is zero", arguments: [0, 0.5, 20.0])
  func gradient(_ ridge: Double) {
    let groups = Self.groups(seed: 3)
    let fit = RidgeRegression(groups, ridge: ridge)
    func cost(_ change: Double, at place: Int?) -> Double {
      var weights = fit.weights
      if let place { weights[place] += change }
      let squares = groups.reduce(0.0) { sum, group in
        sum
          + group.reduce(0) { sum, sample in
            let predicted = zip(weights, zip(sample.features, fit.centers)).reduce(fit.level) {
              $0 + $1.0 * ($1.1.0 - $1.1.1)
            }
            return sum + (sample.value - predicted) * (sample.value - predicted)
          } / Double(group.count)
      }
      return squares + ridge * weights.reduce(0) { $0 + $1 * $1 }
    }
    for place in 0..<3 {
      let step = 1e-4
      let slope = (cost(step, at: place) - cost(-step, at: place)) / (2 * step)
      #expect(abs(slope) < 1e-9 * max(1, cost(0, at: nil)))
    }
  }

  @Test("What is left out is not looked at")
  func heldOut() {
    var groups = Self.groups(seed: 4)
    let folds = [[0, 1, 2], [3, 4, 5]]
    let left = RidgeRegression.heldOut(groups, folds: folds)
    groups[0] = groups[0].map { .init($0.features, value: $0.value + 100) }
    let shifted = RidgeRegression.heldOut(groups, folds: folds)
    #expect(abs(shifted[0][0] - left[0][0] - 100) < 1e-9)
    #expect(shifted[1] == left[1])
    #expect(shifted[4] != left[4])
  }

  @Test("Features that do not vary, or none, give the mean")
  func constant() {
    let sample = { (value: Double) in RidgeRegression.Sample([1, 1], value: value) }
    let fit = RidgeRegression([[sample(1)], [sample(3)]])
    #expect(fit.value([5, 5]) == 2)
    #expect(RidgeRegression([[.init([], value: 4)]]).value([]) == 4)
    #expect(RidgeRegression([]).value([]) == 0)
  }
}
