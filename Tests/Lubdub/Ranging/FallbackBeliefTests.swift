import Foundation
import Lubdub
import TestSupport
import Testing

@testable import Lubdub

@Suite("Signal strength beside ultra-wideband")
struct FallbackBeliefTests {
  /// The belief as the fusion filter drives it, with bare ranges in place of filtered ones.
  struct Link {
    var parameters = FusionFilter.Parameters()
    let model: SignalModel
    let handOver: HandOverModel
    var belief: FallbackBelief
    var range = RangeFilter.Motion(distance: 0, distanceVariance: 0, velocityVariance: 0)
    var interval = 0.0, lastRange = -Double.infinity
    var isPending = false

    init() {
      model = SignalModel(parameters.signal)
      handOver = HandOverModel(parameters.handOver)
      belief = FallbackBelief(model, powerVariance: handOver.variance, usualResidual: 12)
    }

    var delay: Double { max(0.5, 3 * interval) }

    mutating func take(range distance: Double, velocity: Double, at time: Double) {
      if time - lastRange < 3 { interval += 0.2 * (time - lastRange - interval) }
      lastRange = time
      range.distance = distance
      range.velocity = velocity
      isPending = true
      guard belief.memory.isDue(at: time) else { return }
      fold()
      belief.learn(distance, at: time)
    }

    mutating func fold() {
      guard isPending else { return }
      belief.fold(range, at: lastRange, handOver)
      isPending = false
    }

    mutating func take(_ rssi: DBm, at time: Double) {
      let isAlone = time - lastRange > delay
      fold()
      belief.predict(to: time, isAlone: isAlone, handOver)
      belief.fold(rssi.value, isAlone: isAlone, model, handOver)
    }

    func estimate() -> (distance: Double, deviation: Double) {
      let silence = belief.time - lastRange
      let known = belief.estimate(after: silence, model.decibelsPerLogarithm)
      let last = CoastingModel.carried(range, for: max(0, silence))
      let weight = exp((delay - silence) / 2)
      let x = known.logDistance + weight * (log(max(last, 0.05)) - known.logDistance)
      let taught = 0.2 / max(range.distance, 0.3)
      return (exp(x), (known.variance + known.posture + taught * taught).squareRoot())
    }
  }

  struct Row {
    let time, distance, deviation, b, j, jj, residual, usual: Double
  }

  static let jump: [Row] = [
    Row(
      time: 40.63, distance: 0.729378, deviation: 0.284903, b: -2.851367, j: 0.000008,
      jj: 0.000400, residual: -0.191740, usual: 4.339583),
    Row(
      time: 42.03, distance: 0.716116, deviation: 0.317161, b: -2.786176, j: -0.000070,
      jj: 0.001799, residual: 0.273820, usual: 4.339583),
    Row(
      time: 50.03, distance: 0.712815, deviation: 0.493423, b: -2.839261, j: 0.000704,
      jj: 0.009662, residual: -0.586973, usual: 4.339583),
    Row(
      time: 70.03, distance: 0.714977, deviation: 0.608691, b: -2.825836, j: 0.000826,
      jj: 0.028171, residual: -1.552452, usual: 4.339583),
    Row(
      time: 71.03, distance: 0.787645, deviation: 0.774335, b: -2.886578, j: 0.037699,
      jj: 0.255533, residual: -4.915981, usual: 4.339583),
    Row(
      time: 75.03, distance: 1.761529, deviation: 0.810082, b: -3.021087, j: 0.733820,
      jj: 0.437488, residual: -2.656904, usual: 4.339583),
    Row(
      time: 80.03, distance: 2.196022, deviation: 0.704506, b: -3.072428, j: 0.944872,
      jj: 0.281768, residual: -1.674500, usual: 4.339583),
    Row(
      time: 200.03, distance: 2.652038, deviation: 0.759390, b: -3.238559, j: 1.274828,
      jj: 0.126393, residual: -0.465483, usual: 4.339583),
    Row(
      time: 599.83, distance: 2.710005, deviation: 0.774981, b: -3.246906, j: 1.336175,
      jj: 0.125203, residual: -0.128161, usual: 4.339583),
  ]
  static let walk: [Row] = [
    Row(
      time: 70.03, distance: 1.158576, deviation: 0.648356, b: -3.590584, j: 0.114016,
      jj: 0.099148, residual: -3.934421, usual: 4.339583),
    Row(
      time: 80.03, distance: 1.505262, deviation: 0.656882, b: -3.892714, j: 0.306010,
      jj: 0.111910, residual: -3.566741, usual: 4.339583),
    Row(
      time: 200.03, distance: 2.101625, deviation: 0.756391, b: -4.708396, j: 0.950470,
      jj: 0.114295, residual: -0.918237, usual: 4.339583),
    Row(
      time: 599.83, distance: 2.272268, deviation: 0.773607, b: -4.767259, j: 1.158421,
      jj: 0.122826, residual: -0.136311, usual: 4.339583),
  ]

  @Test(
    "what moves in an outage and stays there is followed, as the study has it", arguments: [0, 1])
  func conformance(trace: Int) {
    func truth(_ time: Double) -> Double {
      trace == 0 ? (time < 70 ? 0.7 : 2.8) : 0.7 + 2.1 * min(max(0, time - 50) / 30, 1)
    }
    var link = Link()
    var rows = (trace == 0 ? Self.jump : Self.walk)[...]
    var next = 0
    for index in 0..<3000 {
      let time = 0.2 * Double(index) + 0.03
      while next < 400, 0.1 * Double(next) <= time {
        let at = 0.1 * Double(next)
        link.take(
          range: truth(at) + 0.04 * sin(0.9 * Double(next)),
          velocity: 0.02 * sin(0.2 * Double(next)),
          at: at)
        next += 1
      }
      link.take(wavy(-62 - 8.685889638 * log(truth(time)), index), at: time)
      guard let row = rows.first, abs(row.time - time) < 1e-6 else { continue }
      rows = rows.dropFirst()
      let estimate = link.estimate()
      #expect(abs(estimate.distance - row.distance) < 1e-6, "distance at \(row.time)")
      #expect(abs(estimate.deviation - row.deviation) < 1e-6, "deviation at \(row.time)")
      #expect(abs(link.belief.b - row.b) < 1e-6, "b at \(row.time)")
      #expect(abs(link.belief.j - row.j) < 1e-6, "j at \(row.time)")
      #expect(abs(link.belief.jj - row.jj) < 1e-6, "jj at \(row.time)")
      #expect(abs(link.belief.residual - row.residual) < 1e-6, "residual at \(row.time)")
      #expect(abs(link.belief.usualResidual - row.usual) < 1e-6, "usual residual at \(row.time)")
    }
    #expect(rows.isEmpty)
  }

  @Test("variances stay positive over random readings and pauses")
  func positive() {
    var random = SeededGenerator(seed: 4)
    var link = Link()
    var time = 0.0
    for _ in 0..<100_000 {
      time +=
        Double.random(in: 0...1, using: &random) < 0.05
        ? Double.random(in: 0...20, using: &random) : 0.2
      if Double.random(in: 0...1, using: &random) < 0.2 {
        link.take(range: Double.random(in: 0...20, using: &random), velocity: 0, at: time)
      }
      link.take(DBm(Double.random(in: -100 ... -30, using: &random)), at: time)
      let belief = link.belief
      #expect(belief.p > 0 && belief.w > 0 && belief.jj >= 0)
      #expect(belief.p * belief.jj >= belief.xj * belief.xj - 1e-12)
    }
  }
}
