import Foundation
import TestSupport
import Testing

@testable import Lubdub

@Suite("Negative ranges, and contact in noise")
struct NegativeRangeReportTests {
  @Test func `Negative ranges are rejected, and reported once, at the twelfth`() throws {
    var pipeline = try Pipeline(Preset.default.configuration)
    var counts = ReceptionCounts()
    for step in 0..<21 {
      let time = Seconds(Double(step) / 10)
      let reception = pipeline.process(.uwb(-0.40, at: time)) { _ in }
      counts.add(reception)
      guard case .negativeRange(let depth) = reception else {
        Issue.record("\(reception) at \(time)")
        continue
      }
      #expect((depth != nil) == (step == 11), "\(time)")
      #expect(abs((depth ?? 0.4).value - 0.4) < 1e-12)
      #expect(pipeline.estimate == nil)
    }
    #expect(counts.negativeRange == 21 && counts.taken == 0 && counts.refused == 21)
    #expect(abs((counts.depthBelowZero ?? 0).value - 0.4) < 1e-12)
  }

  @Test func `A valid range among negative ranges restarts their count`() throws {
    var pipeline = try Pipeline(Preset.default.configuration)
    var counts = ReceptionCounts()
    for step in 0..<60 {
      let range: Meters = step % 11 == 10 ? 1 : -0.4
      counts.add(pipeline.process(.uwb(range, at: Seconds(Double(step) / 10))) { _ in })
    }
    #expect(counts.negativeRange == 55 && counts.depthBelowZero == nil)
  }

  @Test func `A range of -1 m or less, or a range that is not finite, is rejected`() throws {
    var pipeline = try Pipeline(Preset.default.configuration)
    for range in [-1, -37, Double.nan, .infinity] {
      let reception = pipeline.process(.uwb(Meters(range), at: 0)) { _ in }
      #expect(reception == .notFinite)
    }
    let reception = pipeline.process(.uwb(-0.2, at: 0)) { _ in }
    #expect(reception == .taken)
  }

  /// An approach to contact and back, as the ranges of a radio show it.
  struct Approach: Sendable, CustomTestStringConvertible {
    let deviation: Double
    let bias: Double
    let rate: Double
    /// The longest median delays of contact and of its end, in s.
    let limit, leaving: Double
    var testDescription: String { "sd \(deviation) m, bias \(bias) m, \(rate) Hz" }
  }

  /// From 2 m to 0.02 m at 0.5 m/s, ten seconds of rest, and back; half of the noise is white, half is correlated over 0.2 s,
  /// and one reading in a hundred is a gross error.
  ///
  /// - Returns: The delays of the zone after the first reading in contact, and after the first reading beyond contact.
  static func delays(
    _ approach: Approach, seed: UInt64, rejecting isRejecting: Bool = false
  ) throws -> (reached: Double, left: Double) {
    var random = SeededGenerator(seed: seed)
    var pipeline = try Pipeline(Preset.default.configuration)
    let travel = 1.98 / 0.5
    let (arrival, departure) = (2 + travel, 12 + travel)
    var slow = 0.0
    var (touch, reached, away, left) = (Double.infinity, Double.infinity, Double.infinity, 99.0)
    let keep = exp(-1 / (approach.rate * 0.2))
    let part = approach.deviation * 0.5.squareRoot()
    for step in 0..<Int((departure + travel) * approach.rate) {
      let time = Double(step) / approach.rate
      let gone = min(max(time - 2, 0), travel) - min(max(time - departure, 0), travel)
      let truth = 2 - 0.5 * gone
      if truth < 0.05 { touch = min(touch, time) }
      if truth >= 0.05, time > arrival { away = min(away, time) }
      slow = keep * slow + (1 - keep * keep).squareRoot() * part * random.normal()
      var range = truth + approach.bias + slow + part * random.normal()
      if random.unit() < 0.01 { range += 10 * random.unit() }
      if isRejecting, range < 0 { continue }
      pipeline.process(.uwb(Meters(max(range, -0.99)), at: Seconds(time))) { decision in
        guard case .zone(let change) = decision else { return }
        if change.to == 0 { reached = min(reached, time) }
        if change.to != 0, change.from == 0 { left = time }
      }
    }
    return (reached - touch, left - away)
  }

  @Test(
    "Contact begins as early as in the study, and ends without delay",
    arguments: [
      Approach(deviation: 0.05, bias: -0.05, rate: 5, limit: 0.4, leaving: 1.2),
      Approach(deviation: 0.05, bias: -0.05, rate: 10, limit: 0.2, leaving: 1),
      Approach(deviation: 0.05, bias: 0, rate: 5, limit: 0.6, leaving: 1),
      Approach(deviation: 0.03, bias: -0.05, rate: 5, limit: 0.4, leaving: 1.2),
      Approach(deviation: 0.10, bias: -0.05, rate: 5, limit: 0.6, leaving: 1.4),
      Approach(deviation: 0.10, bias: 0, rate: 10, limit: 0.4, leaving: 0.9),
    ])
  func approach(_ approach: Approach) throws {
    let runs = try (1...24).map { try Self.delays(approach, seed: UInt64($0)) }
    let before = try (1...24).map {
      try Self.delays(approach, seed: UInt64($0), rejecting: true)
    }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let reached = median(runs.map(\.reached))
    #expect(reached <= approach.limit + 1e-9)
    #expect(reached < median(before.map(\.reached)))
    #expect(median(runs.map(\.left)) <= approach.leaving + 1e-9)
  }
}
