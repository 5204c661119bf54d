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
    "A range that is skipped would have changed nothing, wherever it lies and whatever leads it",
    arguments: zip(0..<5, [0.02, 0.1, 0.5, 1.5, 3]))
  func rest(zone: Int, place: Double) throws {
    var random = SeededGenerator(seed: 7)
    let edges = Zones.eternalLoop.edges
    let test = CUSUMTest(.range, edges: edges, noise: .range, usesLogarithm: false)
    var detector = ZoneDetector(.init(.eternalLoop))
    for step in 0..<50 { _ = detector.update(.at(0.1 * Double(step), place)) }
    let rest = try #require(detector.findRest())
    let sides = edges.indices.map { EdgeSide(isInside: $0 >= zone) }
    var (skipped, weighed) = (0, 0)
    for _ in 0..<4000 {
      let distance = place * Double.random(in: 0.4...2.5, using: &random)
      let estimate = DistanceEstimate.at(
        5, distance, deviation: 0.05, velocity: Double.random(in: -3...3, using: &random))
      guard rest.holds(estimate) else {
        weighed += 1
        continue
      }
      skipped += 1
      let reading = Reading(estimate, isIndependent: true, usesLogarithm: false)
      var (after, weighing) = (sides, Weighing(from: 0))
      #expect(test.weigh(reading, after: 1, &weighing, &after)?.edge == nil)
      #expect(after == sides)
      #expect(weighing == Weighing(from: 0))
    }
    #expect(skipped > 200 && weighed > 200, "\(skipped) skipped, \(weighed) weighed")
    _ = detector.update(.at(5, place * 3))
    _ = detector.update(.at(5.05, place / 3))
    #expect(zone == 4 || detector.findRest() == nil, "Evidence that is there has to fade")
  }
}
