import Foundation
import Lubdub
import LubdubSignals
import Testing

/// Every method against the same formulas computed elsewhere in double precision: numpy 2.4 with its own
/// transforms, eigenvalues and least squares.
@Suite struct OracleTests {
  /// The product response 10,000 H² + 30 (cos 2.3 k² + j sin 1.7 k²) of each of these paths, without slots
  /// 21, 22 and 23.
  static let cases:
    [(paths: [(distance: Double, size: Double, phase: Double)], answers: [Double])] =
      [
        (
          [(7.3, 1, 0)],
          [
            7.299856755070506, 7.2999712372370595, 7.302334754167908, 7.300458599348244,
            7.300860034952054, 7.3130523386576956, 7.313050532062151,
          ]
        ),
        (
          [(5, 1, 0), (7.5, 0.8, 2)],
          [
            6.074420882696386, 6.07729395110876, 5.8553214453125, 5.847415288455139,
            5.854344704392997, 5.373531350925034, 4.984974073561591,
          ]
        ),
        (
          [(3, 1, 0), (5, 1.2, -1)],
          [
            4.245939556742433, 3.7932385208606227, 1.3872780322627478, 1.6898636000930083,
            1.6509858085639588, 3.0314233903331833, 3.002023525815865,
          ]
        ),
        (
          [(4, 0.5, 0), (6, 1, 1), (9, 0.6, -2)],
          [
            6.3594038931034325, 6.293411522554229, 5.26978930078125, 5.7464287450383615,
            5.796080864281842, 5.399041490812827, 4.957494151539365,
          ]
        ),
      ]

  static let methods: [ToneMethod] = [
    .phaseSlope, .peak, .stock, .edge, .rootEdge, .music, .rootMusic,
  ]

  @Test(arguments: 0..<4)
  func `Every method gives the oracle's answer to 1e-9`(_ number: Int) throws {
    let known = Self.cases[number]
    let tones = (0..<ToneGrid.count).map { slot -> Complex? in
      guard !(21...23).contains(slot) else { return nil }
      let frequency = (2404 + Double(slot)) * 1e6
      let sum = known.paths.reduce(Complex(0)) { sum, path in
        let angle = path.phase - 2 * .pi * frequency * path.distance / ToneGrid.speedOfLight
        return sum + Complex(path.size * cos(angle), path.size * sin(angle))
      }
      let square = Double(slot * slot)
      return sum * sum * 10_000 + Complex(30 * cos(2.3 * square), 30 * sin(1.7 * square))
    }
    var estimator = try GatedEstimator()
    let answered = estimator.answers(to: ProductResponse(tones))
    let answers = try #require(answered)
    for (method, expected) in zip(Self.methods, known.answers) {
      let found = try #require(answers[method], "\(method)").value
      #expect(abs(found - expected) < 1e-9 * expected, "\(method): \(found), not \(expected)")
    }
    // The root by MUSIC is within 3 m of the others in all of these.
    #expect(answers.gated == answers.rootMusic)
    let five = [ToneMethod.stock, .edge, .rootEdge, .music, .rootMusic]
      .compactMap { answers[$0]?.value }.sorted()
    #expect(answers[.secondNearest]?.value == five[1])
  }
}
