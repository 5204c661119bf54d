import Quantities
import Testing

@testable import Proximity

@Suite("Evidence that is needed")
struct EvidenceTestTests {
  /// Values of the study for edges of 0.05, 0.2 and 1 m.
  @Test(
    "the threshold is the root of exp(h) - 1 - h = calm times the rate of information",
    arguments: [(0, 6.919082), (1, 7.839955), (2, 8.988445), (3, 8.988445)])
  func threshold(edge: Int, expected: Double) {
    let test = EvidenceTest(
      .uwb, edges: Zones.eternalLoop.edges, noise: .uwb, usesLogarithm: false)
    #expect(abs(test.edges[edge].threshold - expected) < 1e-6)
  }

  @Test("on signal strength the default asks for half a nat")
  func signalStrength() {
    let test = EvidenceTest(.rssi, edges: [2], noise: .rssi, usesLogarithm: true)
    #expect(abs(test.edges[0].threshold - 0.5) < 0.01)
  }
}
