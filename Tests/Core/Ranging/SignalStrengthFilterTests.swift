import Foundation
import Observations
import Quantities
import Testing

@testable import Ranging

@Suite("Signal-strength filter")
struct SignalStrengthFilterTests {
  /// t, RSSI, distance, sqrt(P), b: the study's values.
  static let conformance: [(Double, Double, Double, Double, Double)] = [
    (0, -70, 3.832476759, 0.704407451, 0.038918208),
    (0.4, -74, 3.873169935, 0.693481088, 0.031251485),
    (0.8, -90, 4.004584039, 0.694151292, 0.002764800),
    (0.8, -71, 3.986757699, 0.687692367, 0.006760835),
    (3.0, -66, 3.641723789, 0.676876913, 0.085769524),
    (33.0, -66, 3.457622451, 0.684706567, 0.210147872),
  ]

  @Test("the reference sequence comes out to a part in 1e9")
  func reference() throws {
    let loss = PathLoss(referencePower: -62, exponent: 1.8)
    var filter = SignalStrengthFilter(
      parameters: .init(pathLoss: loss, trust: .thisKind, typicalDistance: 4))
    for (time, rssi, distance, deviation, offset) in Self.conformance {
      let used = filter.update(DBm(rssi), at: Seconds(time))
      #expect(used)
      let estimate = try #require(filter.estimate(at: Seconds(time)))
      #expect(abs(estimate.distance.value - distance) < 1e-9, "distance at \(time)")
      #expect(abs(estimate.shortTermDeviation - deviation) < 1e-9, "deviation at \(time)")
      #expect(abs(filter.belief.b - offset) < 1e-9, "offset at \(time)")
    }
  }

  @Test("silence returns to the typical distance and its spread, and is stale")
  func silence() throws {
    var filter = SignalStrengthFilter(
      parameters: .init(pathLoss: .init(), trust: .thisLink, typicalDistance: 3))
    for step in 0..<50 { filter.update(-40, at: Seconds(Double(step) * 0.2)) }
    let estimate = try #require(filter.estimate(at: 3600))
    #expect(abs(estimate.distance.value - 3) < 1e-6)
    #expect(abs(estimate.shortTermDeviation - 0.75) < 1e-6)
    #expect(estimate.status == .stale)
  }

  @Test(
    "the spread that calibration saw scales the interval and nothing else", arguments: [0.5, 1.5])
  func observedSpread(spread: Double) throws {
    func settled(_ observed: Double?) throws -> DistanceEstimate {
      var filter = SignalStrengthFilter(
        parameters: .init(
          pathLoss: .init(), trust: .thisLink, typicalDistance: 3, observedSpread: observed))
      for step in 0..<50 { filter.update(-65, at: Seconds(Double(step) * 0.2)) }
      return try #require(filter.estimate(at: 10))
    }
    let plain = try settled(nil)
    let scaled = try settled(spread)
    #expect(scaled.distance == plain.distance)
    #expect(scaled.shortTermDeviation == plain.shortTermDeviation)
    let ratio = log(scaled.high.value / scaled.low.value) / log(plain.high.value / plain.low.value)
    #expect(abs(ratio - spread / 0.75) < 1e-9)
  }

  @Test("new settings do not make the distance jump")
  func reconfigure() throws {
    var filter = SignalStrengthFilter()
    for step in 0..<50 { filter.update(-50, at: Seconds(Double(step) * 0.2)) }
    let before = try #require(filter.estimate(at: 9.8))
    filter.reconfigure(.init(pathLoss: .init(referencePower: -40), trust: .thisLink))
    let after = try #require(filter.estimate(at: 9.8))
    #expect(before.distance == after.distance)
    #expect(before.shortTermDeviation == after.shortTermDeviation)
  }

  @Test("the packet rate hardly matters", arguments: [2.0, 5, 10])
  func rate(hertz: Double) throws {
    func settled(_ rate: Double) throws -> DistanceEstimate {
      var filter = SignalStrengthFilter()
      for step in 0..<Int(60 * rate) { filter.update(-70, at: Seconds(Double(step) / rate)) }
      return try #require(filter.estimate(at: 60))
    }
    let slow = try settled(1)
    let fast = try settled(hertz)
    #expect(abs(slow.shortTermDeviation / fast.shortTermDeviation - 1) < 0.15)
  }
}
