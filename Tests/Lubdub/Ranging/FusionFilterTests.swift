import Foundation
import TestSupport
import Testing

@testable import Lubdub

@Suite("Fusion filter")
struct FusionFilterTests {
  /// Both radios for a minute: UWB at 10 Hz with 5 cm, and RSSI at 5 Hz of a link whose reference power the filter doesn't
  /// know.
  static func trained(power: Double = -75, seed: UInt64 = 1) -> FusionFilter {
    var random = SeededGenerator(seed: seed)
    var filter = FusionFilter()
    let loss = PathLoss(referencePower: DBm(power), exponent: 2)
    for step in 0..<600 {
      let time = Double(step) / 10
      let truth = truth(at: time)
      filter.update(.uwb(Meters(truth + 0.05 * random.sumOfTwelve()), at: Seconds(time)))
      guard step % 2 == 0 else { continue }
      let rssi = loss.rssi(at: Meters(truth)).value + 3 * random.sumOfTwelve()
      filter.update(.ble(DBm(rssi), at: Seconds(time)))
    }
    return filter
  }

  static func truth(at time: Double) -> Double {
    let phase = (time / 20).truncatingRemainder(dividingBy: 2)
    return 1 + 5 * (phase < 1 ? phase : 2 - phase)
  }

  @Test(arguments: [StreamScenario.walk, .burst, .gap, .jitter])
  func `With only UWB, fusion equals the range filter`(scenario: StreamScenario) {
    var fusion = FusionFilter()
    var range = RangeFilter()
    for row in scenario.samples(seed: 1) where row.radio == .uwb {
      fusion.update(row)
      range.update(row)
      #expect(fusion.estimate(at: row.time) == range.estimate(at: row.time))
    }
  }

  @Test(arguments: [StreamScenario.walk, .gap])
  func `With only RSSI, fusion equals the RSSI filter`(scenario: StreamScenario) {
    var fusion = FusionFilter()
    var signal = SignalStrengthFilter()
    for row in scenario.samples(seed: 1) where row.radio == .ble {
      fusion.update(row)
      signal.update(row)
      #expect(fusion.estimate(at: row.time) == signal.estimate(at: row.time))
    }
  }

  /// Distances at 5 Hz in half a minute without UWB after training.
  static func fallback(power: Double, truth: (Double) -> Double) -> [(
    estimate: Double, truth: Double
  )] {
    var filter = trained(power: power)
    let loss = PathLoss(referencePower: DBm(power), exponent: 2)
    var random = SeededGenerator(seed: 9)
    return (0..<150).map { step in
      let time = 60.2 + Double(step) / 5
      let rssi = loss.rssi(at: Meters(truth(time))).value + 3 * random.sumOfTwelve()
      filter.update(.ble(DBm(rssi), at: Seconds(time)))
      let estimate = filter.estimate(at: Seconds(time))
      #expect(step < 5 || estimate?.status == .fallback)
      return (estimate?.distance.value ?? .nan, truth(time))
    }
  }

  static func logError(_ rows: [(estimate: Double, truth: Double)]) -> Double {
    let squares = rows.map { pow(log2($0.estimate / $0.truth), 2) }
    return (squares.reduce(0, +) / Double(rows.count)).squareRoot()
  }

  @Test func `The level learned from UWB cancels an offset of 20 dB`() {
    let strong = Self.fallback(power: -50, truth: Self.truth)
    let weak = Self.fallback(power: -70, truth: Self.truth)
    let ratios = zip(strong, weak).map { abs(log2($0.estimate / $1.estimate)) }
    #expect(ratios.max() ?? 1 < 0.15, "\(ratios.max() ?? 1)")
  }

  @Test
  func `While the target returns, signal strength is more accurate than holding the last range`() {
    let rows = Self.fallback(power: -75, truth: Self.truth)
    let held = rows.map { (estimate: Self.truth(at: 60), truth: $0.truth) }
    #expect(Self.logError(rows) < 0.65 * Self.logError(held))
  }

  @Test(arguments: [0.4, 3, 20])
  func `A target at rest when UWB stops keeps its distance`(distance: Double) throws {
    var random = SeededGenerator(seed: 3)
    var filter = FusionFilter()
    let loss = PathLoss(referencePower: -70, exponent: 2.2)
    var last = 0.0
    for step in 0..<1200 {
      let time = Double(step) / 10
      if step < 900 {
        filter.update(.uwb(Meters(distance + 0.04 * random.sumOfTwelve()), at: Seconds(time)))
      }
      guard step % 3 == 0 else { continue }
      let rssi = loss.rssi(at: Meters(distance)).value + 4 * random.sumOfTwelve()
      filter.update(.ble(DBm(rssi), at: Seconds(time)))
      last = filter.estimate(at: Seconds(time))?.distance.value ?? .nan
    }
    let estimate = try #require(filter.estimate(at: 119.7))
    #expect(estimate.status == .fallback)
    #expect(abs(log2(last / distance)) < 0.5)
    #expect(estimate.low.value < distance && distance < estimate.high.value)
  }

  @Test(arguments: [1.0, -0.6])
  func `A walk continues for a moment when UWB stops`(speed: Double) throws {
    var filter = FusionFilter()
    let loss = PathLoss(referencePower: -70, exponent: 2)
    let start = speed > 0 ? 2.0 : 12.0
    var before = 0.0
    for step in 0..<110 {
      let time = Double(step) / 10
      let truth = start + speed * time
      if step < 100 { filter.update(.uwb(Meters(truth), at: Seconds(time))) }
      if step % 4 == 0 { filter.update(.ble(loss.rssi(at: Meters(truth)), at: Seconds(time))) }
      let distance = try #require(filter.estimate(at: Seconds(time))).distance.value
      if step > 90 { #expect(abs(distance - before) < 0.15, "at \(time)") }
      before = distance
    }
    // A velocity is forgotten over 1 s.
    #expect(abs(before - (start + speed * 10.9)) < 0.55 * abs(speed))
  }

  @Test func `Switching to signal strength is smooth, and UWB returns at once`() throws {
    var filter = Self.trained()
    let last = try #require(filter.estimate(at: 59.9)).distance.value
    var before = last
    for step in 0..<40 {
      let time = 60 + Double(step) / 10
      filter.update(.ble(-80, at: Seconds(time)))
      let distance = try #require(filter.estimate(at: Seconds(time))).distance.value
      #expect(abs(distance - before) < 0.3, "at \(time)")
      before = distance
    }
    filter.update(.uwb(2, at: 64.1))
    filter.update(.uwb(2, at: 64.2))
    filter.update(.uwb(2, at: 64.3))
    let back = try #require(filter.estimate(at: 64.3))
    #expect(back.radio == .uwb)
    #expect(abs(back.distance.value - 2) < 0.1)
  }

  @Test func `Silence makes each radio stale after its own time`() {
    var ranges = FusionFilter()
    for step in 0..<20 { ranges.update(.uwb(2, at: Seconds(Double(step) / 10))) }
    #expect(ranges.estimate(at: 4.8)?.status == .coasting)
    #expect(ranges.estimate(at: 5)?.status == .stale)
    var both = Self.trained()
    both.update(.ble(-80, at: 62))
    #expect(both.estimate(at: 64)?.status == .fallback)
    #expect(both.estimate(at: 70)?.status == .coasting)
    #expect(both.estimate(at: 78)?.status == .stale)
  }

  @Test func `A suspended session falls back at once, and a lost link is stale at once`() throws {
    var filter = Self.trained()
    filter.update(.event(.suspended, at: 60))
    #expect(filter.estimate(at: 60)?.status == .fallback)
    filter.update(.event(.disconnected, at: 60.5))
    #expect(filter.estimate(at: 60.5)?.status == .stale)
    filter.update(.event(.resumed, at: 61))
    #expect(filter.estimate(at: 61)?.status == .stale)
    for step in 0..<3 { filter.update(.uwb(3, at: Seconds(61.1 + Double(step) / 10))) }
    #expect(filter.estimate(at: 61.3)?.status == .tracking)
  }

  @Test func `New settings do not make the distance jump`() throws {
    var filter = Self.trained()
    for step in 0..<50 { filter.update(.ble(-80, at: Seconds(60 + Double(step) / 10))) }
    let before = try #require(filter.estimate(at: 65))
    var parameters = filter.parameters
    parameters.signal.pathLoss.referencePower = -40
    parameters.signal.typicalDistance = 10
    filter.reconfigure(parameters)
    let after = try #require(filter.estimate(at: 65))
    #expect(before.distance == after.distance)
    #expect(before.high == after.high)
  }

  @Test func `A slow UWB stream has a longer time until the hand-over`() {
    var filter = FusionFilter()
    for step in 0..<60 {
      filter.update(.uwb(2, at: Seconds(Double(step))))
      filter.update(.ble(-60, at: Seconds(Double(step) + 0.5)))
    }
    #expect(filter.estimate(at: 59.9)?.radio == .uwb)
    filter.update(.ble(-60, at: 62.5))
    #expect(filter.estimate(at: 62.5)?.radio == .ble)
  }
}
