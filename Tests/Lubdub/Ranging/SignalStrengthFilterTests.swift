import Foundation
import Testing

@testable import Lubdub

extension SignalStrengthFilter.Parameters {
  init(
    pathLoss: PathLoss, trust: PathLossTrust, powerDeviation: Decibels? = nil,
    typicalDistance: Meters? = nil, spread: Double? = nil
  ) {
    self.init()
    self.pathLoss = pathLoss
    self.trust = trust
    self.powerDeviation = powerDeviation
    self.typicalDistance = typicalDistance
    self.spread = spread
  }
}

@Suite("Signal-strength filter")
struct SignalStrengthFilterTests {
  @Test(
    "In silence the estimate drifts to the typical distance, widens, and becomes stale")
  func silence() throws {
    var filter = SignalStrengthFilter(
      parameters: .init(pathLoss: .init(), trust: .thisLink, typicalDistance: 3))
    for step in 0..<50 { filter.update(-40, at: Seconds(Double(step) * 0.2)) }
    let last = try #require(filter.estimate(at: 9.8))
    let estimate = try #require(filter.estimate(at: 3600))
    #expect(last.distance < estimate.distance && estimate.distance < 3)
    #expect(estimate.shortTermDeviation > 2 * last.shortTermDeviation)
    #expect(estimate.low < last.distance && estimate.high > 3)
    #expect(estimate.status == .stale)
  }

  @Test func `New settings do not make the distance jump`() throws {
    var filter = SignalStrengthFilter()
    for step in 0..<50 { filter.update(-50, at: Seconds(Double(step) * 0.2)) }
    let before = try #require(filter.estimate(at: 9.8))
    filter.reconfigure(.init(pathLoss: .init(referencePower: -40), trust: .thisLink))
    let after = try #require(filter.estimate(at: 9.8))
    #expect(abs(before.distance.value / after.distance.value - 1) < 1e-9)
  }

  @Test(arguments: [2.0, 5, 10])
  func `The packet rate hardly changes the deviation`(hertz: Double) throws {
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
