import Lubdub
import TestSupport
import Testing

@testable import Lubdub

@Suite("Evidence that is needed")
struct CUSUMTestTests {
  /// Values of the study for edges of 0.05, 0.2 and 1 m.
  @Test(
    "the threshold is the root of exp(h) - 1 - h = calm times the rate of information",
    arguments: [(0, 6.919082), (1, 7.839955), (2, 8.988445), (3, 8.988445)])
  func threshold(edge: Int, expected: Double) {
    let test = CUSUMTest(
      .range, edges: Zones.eternalLoop.edges, noise: .range, usesLogarithm: false)
    #expect(abs(test.edges[edge].threshold - expected) < 1e-6)
  }

  @Test("on signal strength the default asks for half a nat")
  func signalStrength() {
    let test = CUSUMTest(.rssi, edges: [2], noise: .level, usesLogarithm: true)
    #expect(abs(test.edges[0].threshold - 0.5) < 0.01)
  }

  @Test(
    "A reading that is skipped would have changed nothing, wherever it lies and whatever leads it",
    arguments: [false, true])
  func calm(usesLogarithm: Bool) {
    var random = SeededGenerator(seed: 7)
    let radio: Radio = usesLogarithm ? .ble : .uwb
    let test = CUSUMTest(
      usesLogarithm ? .rssi : .range, edges: Zones.eternalLoop.edges,
      noise: usesLogarithm ? .level : .range, usesLogarithm: usesLogarithm)
    var (calm, busy) = (0, 0)
    for _ in 0..<4000 {
      let distance = Double.random(in: 0.01...2.6, using: &random)
      // Sides as they are near the distance, so that both answers are frequent.
      let felt = distance * Double.random(in: 0.6...1.6, using: &random)
      var sides = test.edges.indices.map { edge in
        EdgeSide(isInside: felt < Zones.eternalLoop.edges[edge].value)
      }
      let reading = Reading(
        .at(
          1, distance, deviation: 0.05, velocity: Double.random(in: -3...3, using: &random),
          radio: radio),
        isIndependent: true, usesLogarithm: usesLogarithm)
      guard test.isCalm(reading, sides) else {
        busy += 1
        continue
      }
      calm += 1
      let before = sides
      var weighing = Weighing(from: 0)
      #expect(test.weigh(reading, after: 1, &weighing, &sides)?.edge == nil)
      #expect(sides == before)
      #expect(weighing == Weighing(from: 0))
    }
    #expect(calm > 200 && busy > 200, "\(calm) calm, \(busy) busy")
    var sides = test.edges.map { _ in EdgeSide(isInside: true) }
    sides[2].sum = 0.1
    let near = Reading(
      .at(1, 0.01, radio: radio), isIndependent: true, usesLogarithm: usesLogarithm)
    #expect(!test.isCalm(near, sides), "Evidence that is there has to fade")
  }
}
