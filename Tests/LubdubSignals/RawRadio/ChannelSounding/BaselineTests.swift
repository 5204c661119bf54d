import Foundation
import Lubdub
import LubdubSignals
import Testing

/// The response of paths, at the frequency of each slot.
private func response(_ paths: [(distance: Double, size: Double, phase: Double)]) -> [Complex] {
  (0..<ToneGrid.count).map { slot in
    let frequency = (2404 + Double(slot)) * 1e6
    return paths.reduce(Complex(0)) { sum, path in
      let angle =
        path.phase - 2 * .pi * frequency * path.distance / ToneGrid.speedOfLight
      return sum + Complex(path.size * cos(angle), path.size * sin(angle))
    }
  }
}

/// The product of both sides for a one-way response, without noise and without slots 21, 22 and 23.
func product(_ paths: [(distance: Double, size: Double, phase: Double)]) -> ProductResponse {
  ProductResponse(
    response(paths).enumerated().map { slot, tone in
      (21...23).contains(slot) ? nil : tone * tone * 10_000
    })
}

@Suite struct BaselineTests {
  @Test(arguments: [7.3, 40, 60])
  func `Every method finds the distance of a single path`(_ distance: Double) throws {
    let response = product([(distance, 1, 0)])
    var peak = try InverseFFTPeak()
    var arrival = try ArrivalEstimator()
    let found = [peak.distance(of: response), arrival.arrival(in: [response])?.distance]
    for answer in found { #expect(abs(try #require(answer).value - distance) < 0.05) }
  }

  @Test func `Beyond 75 m the answer is the strongest path, without a deviation`() throws {
    var estimator = try ArrivalEstimator()
    let answer = estimator.answer(to: SoundingProcedure(paths: [product([(90, 1, 0)])]))
    guard case .strongest(let distance) = answer else {
      Issue.record("expected the strongest path")
      return
    }
    #expect(abs(distance.value - 90) < 0.05)
    #expect(answer?.deviation == nil)
  }

  @Test func `Oscillator phases and tone strengths do not change the answer`() throws {
    var estimator = try ArrivalEstimator()
    let plain = product([(5, 1, 0), (7.5, 0.8, 2)])
    let plainAnswer = estimator.arrival(in: [plain])
    let expected = try #require(plainAnswer).distance.value
    var other = ProductResponse()
    for (slot, tone) in plain.tones.enumerated() {
      guard let tone else { continue }
      let angle = 2.4 * Double(slot * slot)
      let turn = Complex(cos(angle), sin(angle))
      other.join(
        channel: slot + 2, initiator: tone * 0.001 * turn, reflector: turn.conjugate * 0.02)
    }
    let otherAnswer = estimator.arrival(in: [other])
    #expect(abs(try #require(otherAnswer).distance.value - expected) < 1e-6)
  }

  @Test func `Fewer than 15 tones give no distance`() throws {
    let response = ProductResponse(Array(product([(5, 1, 0)]).tones.prefix(14)))
    var peak = try InverseFFTPeak()
    let distance = peak.distance(of: response)
    #expect(distance == nil)
  }

  @Test func `Tones that are repeated, not finite, or without a channel are rejected`() {
    var response = ProductResponse()
    let one = Complex(1)
    for channel in [-1, 0, 1, 23, 24, 25, 77, 255] {
      let isTaken = response.join(channel: channel, initiator: one, reflector: one)
      #expect(!isTaken)
    }
    for tone in [Complex(.nan), Complex(0)] {
      let isTaken = response.join(channel: 2, initiator: tone, reflector: one)
      #expect(!isTaken)
    }
    #expect(response.toneCount == 0)
    for isFirst in [true, false] {
      let isTaken = response.join(channel: 2, initiator: one, reflector: one)
      #expect(isTaken == isFirst)
    }
    #expect(response.toneCount == 1)
    #expect(ProductResponse([Complex(.infinity), nil, one]).toneCount == 1)
  }
}
