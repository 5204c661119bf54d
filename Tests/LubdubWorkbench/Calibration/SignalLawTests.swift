import Foundation
import Testing

@testable import LubdubWorkbench

@Suite("The law of signal strength")
struct SignalLawTests {
  /// Three recordings, and what the study's reference implementation makes of them.
  struct Conformance: Decodable {
    struct Recording: Decodable {
      let start: Double
      let levels: [Double]
      let millimeters: [Double]
    }

    struct Model: Decodable {
      let mu, spread2, k, level, power, shadow, rate, width, places: Double
      let usual: [Double]
    }

    let recordings: [Recording]
    let model: Model
  }

  @Test func `Places, powers, shadows, and quantiles equal those of the reference study`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "SignalLaw.json")
    let wanted = try JSONDecoder().decode(Conformance.self, from: Data(contentsOf: file))
    let rows = wanted.recordings.map { recording in
      recording.levels.indices.map { index in
        SignalLaw.Row(
          time: ((recording.start + 0.3 * Double(index)) * 1e9).rounded() / 1e9,
          level: recording.levels[index], distance: recording.millimeters[index] / 1000)
      }
    }
    let law = try #require(SignalLaw(rows))
    let model = wanted.model
    let pairs = [
      (law.usual, model.mu), (law.variance, model.spread2), (law.slope, model.k),
      (law.level - law.slope * law.usual, model.level), (law.power, model.power),
      (law.shadow, model.shadow), (law.rate, model.rate), (law.width, model.width),
      (law.places, model.places),
    ]
    for (found, wanted) in pairs { #expect(abs(found - wanted) < 1e-9 * max(1, abs(wanted))) }
    #expect(law.distances.count == model.usual.count)
    for (found, wanted) in zip(law.distances, model.usual) {
      #expect(abs(log(found) - wanted) < 1e-9)
    }
  }

  @Test func `A recording with little movement pulls the exponent toward 1.8`() throws {
    func law(_ distances: [Double]) throws -> SignalLaw {
      let rows = distances.enumerated().flatMap { stop, distance in
        (0..<60).map { row in
          SignalLaw.Row(
            time: 30 * Double(stop) + 0.5 * Double(row), level: -60 - 13 * log(distance),
            distance: distance)
        }
      }
      return try #require(SignalLaw([rows]))
    }
    #expect(abs(try law([1, 1.2]).slope - 7.8) < 0.2)
    #expect(abs(try law([0.3, 0.6, 1.2, 2.5, 5, 10]).slope - 13) < 2)
    #expect(SignalLaw([]) == nil)
  }
}
