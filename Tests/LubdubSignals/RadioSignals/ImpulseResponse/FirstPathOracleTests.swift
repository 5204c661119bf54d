import LubdubSignals
import Testing

/// The rules and the score against the same formulas computed elsewhere in double precision (numpy 2.4).
@Suite struct FirstPathOracleTests {
  static let known: [(factor: Int, places: [FirstPath: Double])] = [
    (
      1,
      [
        .halfOfFirstPeak: 79.36814153925857, .firstPeak: 80.29186709005262,
        .noiseCrossing: 78.18071563637344, .peakCrossing: 79.49859454586999,
        .constantFalseAlarm: 78.07039390637259,
      ]
    ),
    (
      4,
      [
        .halfOfFirstPeak: 79.43294245388401, .firstPeak: 80.35226359003451,
        .noiseCrossing: 78.57252711068246, .peakCrossing: 79.49757049117098,
        .constantFalseAlarm: 78.55423806397758,
      ]
    ),
    (
      8,
      [
        .halfOfFirstPeak: 79.43945533212093, .firstPeak: 80.35297447808563,
        .noiseCrossing: 78.59694332291346, .peakCrossing: 79.50053388414862,
        .constantFalseAlarm: 78.57033131213535,
      ]
    ),
  ]

  @Test("Every rule gives the oracle's place to 1e-9", arguments: 0..<3)
  func places(_ number: Int) throws {
    let known = Self.known[number]
    let accumulator = try #require(Accumulator(taps: twoPulses()))
    var interpolation = try EnvelopeInterpolation(count: 192, factor: known.factor)
    let found = interpolation.envelope(of: accumulator)
    let envelope = try #require(found)
    for (rule, expected) in known.places {
      let place = try #require(rule.place(in: envelope), "\(rule)")
      #expect(abs(place - expected) < 1e-9 * expected, "\(rule): \(place)")
    }
  }

  @Test("The features of the NLOS score are the oracle's to 1e-9")
  func score() throws {
    let accumulator = try #require(Accumulator(taps: twoPulses()))
    #expect(abs(accumulator.noise - 17.509217463636254) < 1e-9 * 17.5)
    let score = try #require(NLOSScore(accumulator, firstPath: 79.43294245388401))
    let expected = [0.6741364384338362, 0, 0, 0.3736363781515955, 0]
    for (found, expected) in zip(score.features, expected) {
      #expect(abs(found - expected) < 1e-9, "\(score.features)")
    }
    #expect(abs(score.value - expected.reduce(0, +) / 5) < 1e-9)
  }
}
