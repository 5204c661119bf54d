import Lubdub
import Testing

@testable import LubdubWorkbench

@Suite("Range score")
struct RangeScoreTests {
  @Test func `The scores of four answers equal values computed by hand`() throws {
    let track = ScoredTrack.made(truth: [1, 2, 4, 4], estimate: [1.5, 1, 4, 9])
    let score = try #require(RangeScore(track))
    // errors 0.5, -1, 0, 5
    #expect(score.count == 4)
    #expect(abs(score.rootMeanSquare.value - (26.25 / 4).squareRoot()) < 1e-12)
    #expect(abs(score.meanAbsolute.value - 1.625) < 1e-12)
    #expect(abs(score.medianBias.value - 0.25) < 1e-12)
    #expect(abs(score.median.value - 0.75) < 1e-12)
    #expect(abs(score.percentile95.value - (1 + 0.85 * 4)) < 1e-12)
    #expect(score.maximum == 5)
    #expect(score.coverage == 0.5)
    #expect(abs((score.intervalWidth?.value ?? 0) - 1) < 1e-12)
  }

  @Test func `A ratio of two on either side is 1, and counts as within a factor of two`() throws {
    let track = ScoredTrack.made(truth: [1, 2, 1], estimate: [2, 1, 1])
    let score = try #require(RangeScore(track))
    #expect(abs(score.logRatio - (2.0 / 3).squareRoot()) < 1e-12)
    #expect(score.withinFactorTwo == 1)
    let apart = try #require(RangeScore(ScoredTrack.made(truth: [1, 1], estimate: [2.01, 0.49])))
    #expect(apart.withinFactorTwo == 0)
  }

  @Test func `A factor of two counts despite rounding of the two distances`() throws {
    // 0.1 + 0.2 is one last digit above 0.3, and the truth stands at the floor or below it.
    let track = ScoredTrack.made(
      truth: [0.15, 0.05, 0.03, 0.05], estimate: [0.1 + 0.2, 0.1.nextUp, 0.1.nextUp, 0.1001])
    #expect(try #require(RangeScore(track)).withinFactorTwo == 0.75)
  }

  @Test func `Distances below 5 cm don't count as ratios`() throws {
    let score = try #require(RangeScore(ScoredTrack.made(truth: [0.01], estimate: [0.05])))
    #expect(score.logRatio == 0)
  }

  @Test func `Points without an answer are counted but not scored`() throws {
    let score = try #require(
      RangeScore(ScoredTrack.made(truth: [1, 1, 1, 1], estimate: [nil, 1, 1, 2])))
    #expect(score.answered == 0.75)
    #expect(score.count == 3)
    #expect(RangeScore(ScoredTrack.made(truth: [1], estimate: [nil])) == nil)
  }

  @Test func `Errors that match the stated deviation have a mean normalized square of 1`() throws {
    let sigma = 0.5 / 1.96
    let track = ScoredTrack.made(truth: [2, 2], estimate: [2 + sigma, 2 - sigma])
    #expect(abs(try #require(RangeScore(track)?.normalizedSquare) - 1) < 1e-9)
  }

  @Test func `The mean over recordings counts each recording once`() throws {
    let good = try #require(RangeScore(ScoredTrack.made(truth: [1, 1, 1], estimate: [1, 1, 1])))
    let bad = try #require(RangeScore(ScoredTrack.made(truth: [1], estimate: [3])))
    let mean = try #require(RangeScore(averaging: [good, bad]))
    #expect(mean.rootMeanSquare == 1)
    #expect(mean.maximum == 2)
    #expect(mean.count == 4)
  }
}
