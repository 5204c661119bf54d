import Foundation
import Lubdub
import LubdubSignals
import LubdubWorkbench
import TestSupport
import Testing

/// `ArrivalEstimator` against the same formulas in numpy 2.4, which inverts by eigenvalues.
@Suite struct ArrivalTests {
  struct Answer: Decodable, Sendable {
    let distance, h, j, within1, sd, low90, high90, low95, high95: Double

    /// Compares an answer. The logarithms of the likelihood have rounding errors of about 4e-9 on both sides, as 80-bit numbers
    /// show, and so does their difference `h`.
    func expect(_ arrival: Arrival?) throws {
      let arrival = try #require(arrival)
      func near(_ found: Double, _ known: Double, _ tolerance: Double, _ name: String) {
        #expect(abs(found - known) <= tolerance * max(1, abs(known)), "\(name)")
      }
      near(arrival.distance.value, distance, 1e-9, "distance")
      near(arrival.drop, h, 1e-8, "h")
      near(arrival.spread, j, 1e-9, "j")
      near(arrival.probability, within1, 1e-9, "within1")
      near(arrival.deviation.value, sd, 1e-9, "sd")
      near(arrival.interval90.lowerBound.value, low90, 1e-9, "low90")
      near(arrival.interval90.upperBound.value, high90, 1e-9, "high90")
      near(arrival.interval95.lowerBound.value, low95, 1e-9, "low95")
      near(arrival.interval95.upperBound.value, high95, 1e-9, "high95")
    }
  }

  struct Case: Sendable {
    let number, every: Int
    let paths: [(distance: Double, size: Complex)]
    let answer: Answer
  }

  static let cases = [
    Case(
      number: 0, every: 1,
      paths: [(7.3, Complex(1.0, 0.0))],
      answer: Answer(
        distance: 7.309165025923053, h: 31.66061263668081, j: 0.030740522357277644,
        within1: 0.9839479894547847, sd: 0.41532881601718097,
        low90: 6.349755460923365, high90: 7.712033977459718,
        low95: 5.560630710490721, high95: 7.778486588022467)),
    Case(
      number: 1, every: 2,
      paths: [(40, Complex(1.0, 0.0))],
      answer: Answer(
        distance: 39.97905565482651, h: 16.997457820620895, j: 0.03763494434815821,
        within1: 0.9785374690748652, sd: 0.4348303507527161,
        low90: 38.97459754458774, high90: 40.40084109505664,
        low95: 38.148419878157576, high95: 40.47041395117708)),
    Case(
      number: 2, every: 1,
      paths: [(5, Complex(1.0, 0.0)), (7.5, Complex(-0.3329174692377139, 0.7274379414605454))],
      answer: Answer(
        distance: 5.04341775449344, h: 12.01082605739225, j: 0.14843406104575863,
        within1: 0.9529076720653891, sd: 0.5036593646043093,
        low90: 3.8799646222574857, high90: 5.53196733815962,
        low95: 2.923011829509298, high95: 5.6125528364963095)),
    Case(
      number: 3, every: 2,
      paths: [(3, Complex(1.0, 0.0)), (5, Complex(0.6483627670417677, -1.0097651817694757))],
      answer: Answer(
        distance: 3.0013539684853128, h: 13.488660127561467, j: 0.16868586315223055,
        within1: 0.95109448170647, sd: 0.5077651392418094,
        low90: 1.828416496836733, high90: 3.4938861535498678,
        low95: 0.863662732277295, high95: 3.5751285758285576)),
    Case(
      number: 4, every: 1,
      paths: [
        (4, Complex(0.5, 0.0)), (6, Complex(0.5403023058681398, 0.8414709848078965)),
        (9, Complex(-0.24968810192828544, -0.545578456095409)),
      ],
      answer: Answer(
        distance: 4.262213143446255, h: 4.7415660926400705, j: 0.30552269704065116,
        within1: 0.899099134945841, sd: 0.6095695672108777,
        low90: 2.854107443189127, high90: 4.853495623640806,
        low95: 1.6959252654884596, high95: 4.9510267543945465)),
    Case(
      number: 5, every: 2,
      paths: [
        (1, Complex(0.3, 0.0)), (2.5, Complex(0.0, 1.0)), (4, Complex(-0.8, 0.0)),
        (7, Complex(0.5, 0.0)), (11, Complex(0.0, 0.3)),
      ],
      answer: Answer(
        distance: 2.045671312616644, h: 6.43367766869369, j: 0.3039306506392232,
        within1: 0.908719936014536, sd: 0.5921772143277494,
        low90: 0.677741947519543, high90: 2.620083210514561,
        low95: -0.4473947597031809, high95: 2.714831564807001)),
    Case(
      number: 6, every: 1,
      paths: [
        (0.6, Complex(1.0, 0.0)), (3.1, Complex(0.0, 0.7)), (3.9, Complex(-0.7, 0.0)),
        (8.2, Complex(0.4, 0.0)),
      ],
      answer: Answer(
        distance: 0.7828827404076132, h: 10.723385621289736, j: 0.09625495100377326,
        within1: 0.9616842941310164, sd: 0.4827509893272039,
        low90: -0.3322720449382278, high90: 1.251151200055001,
        low95: -1.2494989246599153, high95: 1.3283913583473534)),
    Case(
      number: 7, every: 2,
      paths: [
        (20, Complex(0.2, 0.0)), (22, Complex(0.0, 1.0)), (23.5, Complex(0.8, 0.0)),
        (30, Complex(-0.4, 0.0)),
      ],
      answer: Answer(
        distance: 20.932510413899006, h: 5.560167984441378, j: 0.12000631571619043,
        within1: 0.945968318033535, sd: 0.5190538182438411,
        low90: 19.733496093755733, high90: 21.43599261759553,
        low95: 18.747293839092436, high95: 21.519041228514546)),
  ]

  /// h (h + 0.1 e) with the response h of the paths, of unit mean power, and a disturbance e of each slot k:
  /// cos 2.3 (k + number)² + j sin 1.7 (k + 2 number)².
  private static func response(_ known: Case) -> ProductResponse {
    let whole = (0..<ToneGrid.count).map { slot in
      known.paths.reduce(Complex(0)) { sum, path in
        let turns = (2404 + Double(slot)) * 1e6 * path.distance / ToneGrid.speedOfLight
        return sum + .turn(-2 * .pi * turns) * path.size
      }
    }
    let power = whole.reduce(0) { $0 + $1.squaredMagnitude } / Double(whole.count)
    return ProductResponse(
      whole.enumerated().map { slot, tone in
        guard !(21...23).contains(slot), slot.isMultiple(of: known.every) else { return nil }
        let (one, other) = (Double(slot + known.number), Double(slot + 2 * known.number))
        let disturbance = Complex(cos(2.3 * one * one), sin(1.7 * other * other))
        let unit = tone * (1 / power.squareRoot())
        return unit * (unit + disturbance * 0.1)
      })
  }

  @Test(arguments: cases.indices)
  func `Sums of paths give the answers of the study`(_ number: Int) throws {
    var estimator = try ArrivalEstimator()
    let known = Self.cases[number]
    try known.answer.expect(estimator.arrival(in: [Self.response(known)]))
  }

  @Test(.recordings("reference/sounding"))
  func `All cases of the study give its answers`() throws {
    struct Study: Decodable {
      struct Known: Decodable { let x: [[Double]] }
      let cases: [Known]
    }
    struct Answers: Decodable { let cases: [Answer] }
    let folder = try #require(Recordings.folder("reference/sounding"))
    let data = try Data(contentsOf: folder.appending(path: "conformance.json"))
    let known = try JSONDecoder().decode(Study.self, from: data).cases
    let answers = try JSONDecoder().decode(Answers.self, from: data).cases
    #expect(known.count == 32)
    var estimator = try ArrivalEstimator()
    for (known, answer) in zip(known, answers) {
      // A tone that is zero counts as missing.
      let response = ProductResponse(known.x.map { Complex($0[0], $0[1]) })
      try answer.expect(estimator.arrival(in: [response]))
    }
  }

  @Test func `The strength and the order of antenna paths do not change the answer`() throws {
    var estimator = try ArrivalEstimator()
    let paths = [0, 2, 4].map { Self.response(Self.cases[$0]) }
    let strong = ProductResponse(paths[1].tones.map { tone in tone.map { $0 * 1e6 } })
    let found = estimator.arrival(in: paths)
    let other = estimator.arrival(in: [paths[2], strong, paths[0]])
    let (one, two) = (try #require(found), try #require(other))
    #expect(abs(one.distance.value - two.distance.value) < 1e-9)
    #expect(abs(one.probability - two.probability) < 1e-9)
  }

  @Test func `Paths without tones or beyond 75 m do not change the answer`() throws {
    var estimator = try ArrivalEstimator()
    let near = Self.response(Self.cases[0])
    let far = product([(90, 1, 0)])
    let alone = estimator.arrival(in: [near])
    let among = estimator.arrival(in: [ProductResponse(), far, near])
    #expect(alone != nil && alone == among)
    let none = estimator.arrival(in: [far])
    #expect(none == nil)
  }

  @Test func `At least 15 tones are needed for an answer`() throws {
    var estimator = try ArrivalEstimator()
    let tones = product([(5, 1, 0)]).tones
    let tooFew = estimator.arrival(in: [ProductResponse(Array(tones.prefix(14)))])
    #expect(tooFew == nil)
    let found = estimator.arrival(in: [ProductResponse(Array(tones.prefix(15)))])
    let arrival = try #require(found)
    #expect(abs(arrival.distance.value - 5) < 1)
  }

  @Test func `Random tones give finite answers or no answer`() throws {
    var estimator = try ArrivalEstimator()
    var random = SplitMix64(seed: 5)
    for round in 0..<40 {
      let size = [1e-150, 1e-9, 1, 1e9, 1e76, 1e150][round % 6]
      let share = random.uniform(0.15...1)
      let tones = (0..<ToneGrid.count).map { _ -> Complex? in
        let tone = Complex(random.normal(), random.normal()) * size
        return random.uniform(0...1) < share ? tone : nil
      }
      let arrival = estimator.arrival(in: [ProductResponse(tones)])
      guard let arrival else { continue }
      #expect((-3.1...75.1).contains(arrival.distance.value))
      #expect((0...1).contains(arrival.probability))
      #expect(arrival.deviation > 0 && arrival.deviation <= 50)
      #expect(arrival.interval90.contains(arrival.distance))
      #expect(arrival.interval95.lowerBound < arrival.interval90.lowerBound)
    }
  }
}
