import LubdubSignals
import Testing

/// The first path and the score, compared with the formulas computed in double precision elsewhere (numpy 2.4).
@Suite struct FirstPathOracleTests {
  @Test(arguments: [(1, 79.36814153925857), (4, 79.43294245388401), (8, 79.43945533212093)])
  func `The first path matches the oracle to 1e-9`(factor: Int, expected: Double) throws {
    let accumulator = try #require(Accumulator(taps: twoPulses()))
    var interpolation = try EnvelopeInterpolation(count: 192, factor: factor)
    let found = interpolation.envelope(of: accumulator)
    let envelope = try #require(found)
    let place = try #require(FirstPath.place(in: envelope))
    #expect(abs(place - expected) < 1e-9 * expected, "\(place)")
  }

  @Test func `The features of the NLOS score match the oracle to 1e-9`() throws {
    let accumulator = try #require(Accumulator(taps: twoPulses()))
    #expect(abs(accumulator.noise - 17.509217463636254) < 1e-9 * 17.5)
    let score = try #require(NLOSScore(accumulator, firstPath: 79.43294245388401))
    let expected = [0.6741364384338362, 0, 0, 0.3736363781515955, 0]
    let features = [
      score.firstPathBelowPeak, score.firstPathAboveNoise, score.kurtosis, score.energyShare,
      score.meanDelay,
    ]
    for (found, expected) in zip(features, expected) {
      #expect(abs(found - expected) < 1e-9, "\(features)")
    }
    #expect(abs(score.value - expected.reduce(0, +) / 5) < 1e-9)
  }
}
