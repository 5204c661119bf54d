import Foundation
import TestSupport
import Testing

@testable import Lubdub

@Suite("Evidence thresholds")
struct CUSUMTestTests {
  /// Values of the study for edges of 0.05, 0.2 and 1 m.
  @Test(
    "The threshold is the root of exp(h) - 1 - h = calm times the rate of information",
    arguments: [(0, 6.919082), (1, 7.839955), (2, 8.988445), (3, 8.988445)])
  func threshold(edge: Int, expected: Double) {
    let test = CUSUMTest(
      .range, edges: Zones.eternalLoop.edges, noise: .range, usesLogarithm: false)
    #expect(abs(test.usualThreshold(of: edge) - expected) < 1e-6)
  }

  @Test func `The default threshold for signal strength is 0.5 nat`() {
    let test = CUSUMTest(.rssi, edges: [2], noise: .level, usesLogarithm: true)
    #expect(abs(test.usualThreshold(of: 0) - 0.5) < 0.01)
  }

  @Test func `Skipping a range never changes the evidence, wherever the range is`() {
    var random = SeededGenerator(seed: 7)
    let test = CUSUMTest(
      .range, edges: Zones.eternalLoop.edges, noise: .range, usesLogarithm: false)
    var (skipped, weighed) = (0, 0)
    for _ in 0..<4000 {
      let distance = Double.random(in: 0.01...2.6, using: &random)
      // Sides as they are near the distance, so that both answers are frequent.
      let felt = distance * Double.random(in: 0.6...1.6, using: &random)
      var sides = test.edges.indices.map { edge in
        EdgeSide(isInside: felt < Zones.eternalLoop.edges[edge].value)
      }
      var estimate = DistanceEstimate.at(
        1, distance, deviation: 0.05, velocity: Double.random(in: -3...3, using: &random))
      let deviation = 0.001 * pow(60, Double.random(in: 0...1, using: &random))
      estimate.spread = RangeSpread(
        deviation: Meters(deviation), isKnown: Bool.random(using: &random),
        isContactKnown: Bool.random(using: &random))
      // What was there when the rest began.
      let before = RangeSpread(
        deviation: Meters(deviation * Double.random(in: 0.75...1.3, using: &random)))
      guard ZoneRest(test, zone: sides.zone, silence: 1, before).holds(estimate) else {
        weighed += 1
        continue
      }
      skipped += 1
      let unchanged = sides
      var weighing = Weighing(from: 0)
      let reading = Reading(estimate, isIndependent: true, usesLogarithm: false)
      #expect(test.weigh(reading, after: 1, &weighing, &sides)?.edge == nil)
      #expect(sides == unchanged)
      #expect(weighing == Weighing(from: 0))
    }
    #expect(skipped > 200 && weighed > 200, "\(skipped) skipped, \(weighed) weighed")
  }

  @Test func `Ranges are skipped only after existing evidence has faded`() {
    var detector = ZoneDetector(.init(.eternalLoop))
    for tick in 0..<20 { _ = detector.update(.at(Double(tick) / 10, 0.6, deviation: 0.05)) }
    #expect(detector.findRest() != nil)
    _ = detector.update(.at(2, 0.1, deviation: 0.05))
    #expect(detector.findRest() == nil)
  }
}

extension CUSUMTest {
  /// The evidence that an edge needs with the usual band.
  fileprivate func usualThreshold(of edge: Int) -> Double {
    threshold(of: edges[edge], edges[edge].band(RangeSpread(), 1), 1, isInside: false)
  }
}
