import Foundation
import Lubdub
import LubdubSignals
import Testing

/// The strongest path, compared with the formula computed in double precision elsewhere: numpy 2.4 with its own transforms.
@Suite struct OracleTests {
  /// The product response 10,000 H² + 30 (cos 2.3 k² + j sin 1.7 k²) of each of these paths, without slots
  /// 21, 22 and 23.
  static let cases: [(paths: [(distance: Double, size: Double, phase: Double)], answer: Double)] =
    [
      (
        [(7.3, 1, 0)],
        7.2999712372370595
      ),
      (
        [(5, 1, 0), (7.5, 0.8, 2)],
        6.07729395110876
      ),
      (
        [(3, 1, 0), (5, 1.2, -1)],
        3.7932385208606227
      ),
      (
        [(4, 0.5, 0), (6, 1, 1), (9, 0.6, -2)],
        6.293411522554229
      ),
    ]

  @Test(arguments: 0..<4)
  func `The strongest path equals the oracle's path to 1e-9`(_ number: Int) throws {
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
    let answer = peak.distance(of: response)
    #expect(abs(try #require(answer).value - known.answer) < 1e-9 * known.answer)
  }
}
