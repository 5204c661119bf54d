import Foundation
import Lubdub
import LubdubSignals
import Testing

/// The methods of others, compared with the formulas computed in double precision elsewhere: numpy 2.4 with its own transforms.
@Suite struct OracleTests {
  /// The product response 10,000 H² + 30 (cos 2.3 k² + j sin 1.7 k²) of each of these paths, without slots
  /// 21, 22 and 23.
  static let cases:
    [(paths: [(distance: Double, size: Double, phase: Double)], answers: [Double])] =
      [
        (
          [(7.3, 1, 0)],
          [
            7.2999712372370595, 7.302334754167908,
          ]
        ),
        (
          [(5, 1, 0), (7.5, 0.8, 2)],
          [
            6.07729395110876, 5.8553214453125,
          ]
        ),
        (
          [(3, 1, 0), (5, 1.2, -1)],
          [
            3.7932385208606227, 1.3872780322627478,
          ]
        ),
        (
          [(4, 0.5, 0), (6, 1, 1), (9, 0.6, -2)],
          [
            6.293411522554229, 5.26978930078125,
          ]
        ),
      ]

  @Test(arguments: 0..<4)
  func `Each method gives the oracle's answer to 1e-9`(_ number: Int) throws {
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
    let response = ProductResponse(tones)
    var peak = try InverseFFTPeak()
    var stock = try StockInverseFFT()
    let found = [
      peak.distance(of: response), stock.distance(of: response),
    ]
    for (answer, expected) in zip(found, known.answers) {
      #expect(abs(try #require(answer).value - expected) < 1e-9 * expected)
    }
  }
}
