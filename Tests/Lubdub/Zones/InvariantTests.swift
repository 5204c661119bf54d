import TestSupport
import Testing

@testable import Lubdub

/// Invariants of the state itself after every reading.
@Suite("Zone detector, invariants")
struct InvariantTests {
  @Test func `Sides stay ordered, and evidence stays finite and not negative`() throws {
    for seed in 0..<3000 as Range<UInt64> {
      let history = try RandomHistory(seed: seed)
      var detector = history.detector()
      for step in history.steps {
        detector.feed(step.estimate, step.isIndependent) { _ in }
        for side in detector.sides { #expect(side.sum >= 0 && side.sum.isFinite, "seed \(seed)") }
        guard detector.zone != nil else { continue }
        for (near, far) in zip(detector.sides, detector.sides.dropFirst()) {
          #expect(!near.isInside || far.isInside, "seed \(seed)")
        }
      }
    }
  }

  @Test func `Extreme but finite readings keep the evidence finite`() throws {
    var detector = ZoneDetector(.init(.eternalLoop))
    let distances = [0, 1e300, .leastNonzeroMagnitude, 1e-300, .infinity, 0, 1e150, 3]
    for index in 0..<400 {
      let deviation = [0, 1e-300, 1e300, 0.06][index % 4]
      _ = detector.update(
        .at(
          Double(index) / 10, distances[index / 4 % distances.count], deviation: deviation,
          velocity: [nil, 1e300, -1e300][index % 3], radio: index % 7 == 0 ? .ble : .uwb))
      for side in detector.sides { #expect(side.sum >= 0 && side.sum.isFinite) }
    }
  }
}
