import Foundation
import Lubdub
import LubdubSignals
import Testing

import LubdubSupport

@testable import LubdubTraces
@testable import LubdubWorkbench

@Suite("Simulator")
struct SimulatorTests {
  @Test(arguments: Scenario.allCases)
  func `Equal seeds give equal rows, and other seeds don't`(scenario: Scenario) throws {
    let first = try Simulator(scenario: scenario, seed: 5).run()
    let again = try Simulator(scenario: scenario, seed: 5).run()
    let other = try Simulator(scenario: scenario, seed: 6).run()
    #expect(first == again)
    #expect(first.records != other.records)
  }

  @Test(
    "Rows are sorted by time, finite, in range, and have a truth",
    arguments: Scenario.allCases, [1.0, 10, 100])
  func rowsAreSound(scenario: Scenario, rate: Double) throws {
    let trace = try Simulator(scenario: scenario, seed: 3, rate: Hertz(rate)).run()
    let times = trace.records.map(\.sample.time)
    #expect(!trace.records.isEmpty)
    #expect(times == times.sorted())
    for row in trace.records {
      #expect(row.truth.map { $0.isFinite && $0 > 0 } == true)
      if let range = row.sample.range { #expect(range > -1 && range < 400) }
      let strongest: DBm = scenario == .bluetoothContact ? -1 : -20
      if let rssi = row.sample.rssi { #expect(rssi >= -110 && rssi <= strongest) }
    }
  }

  @Test(arguments: SimulatedRadio.allCases)
  func `Named radios scatter as measured`(radio: SimulatedRadio) throws {
    let simulator = try Simulator(
      scenario: .hoverAtEdge, seed: 4, duration: 600, radio: radio)
    #expect(simulator.comment.hasSuffix("--radio \(radio.rawValue)"))
    let errors = simulator.run().records.compactMap(rangeError).sorted()
    let half = (errors[errors.count * 3 / 4] - errors[errors.count / 4]) / 2
    // Half of the readings lie within 0.6745 deviations.
    let deviation: ClosedRange<Double> =
      switch radio {
      case .phone: 0.009...0.018
      case .hobby: 0.045...0.075
      case .rig: 0.08...0.12
      }
    #expect(deviation.contains(half / 0.6745), "\(half / 0.6745)")
    if radio == .phone { #expect((0.0...0.12).contains(errors[errors.count / 2])) }
  }

  @Test func `Most ranges are within decimeters, and a few have gross errors`() throws {
    let trace = try Simulator(scenario: .approach, seed: 2, duration: 600).run()
    let errors = trace.records.compactMap(rangeError)
    let gross = errors.filter { abs($0) > 1 }
    let fine = errors.filter { abs($0) < 0.5 }
    #expect(gross.count > 20 && gross.count < errors.count / 20)
    #expect(fine.count > errors.count * 95 / 100)
    #expect(gross.contains { $0 < 0 } && gross.contains { $0 > 10 })
  }

  private func rangeError(_ record: TraceRecord) -> Double? {
    guard let range = record.sample.range, let truth = record.truth else { return nil }
    return (range - truth).value
  }

  @Test func `A burst is three samples long`() throws {
    let trace = try Simulator(scenario: .hoverAtEdge, seed: 9, duration: 1200).run()
    let isGross = trace.records.compactMap(rangeError).map { abs($0) > 5 }
    let runs = isGross.split(separator: false).map(\.count)
    #expect(runs.contains(1) && runs.contains(3))
  }

  @Test func `Ultra-wideband is silent during an outage while Bluetooth continues`() throws {
    let trace = try Simulator(scenario: .uwbOutage, seed: 1).run()
    let inside = trace.records.filter { (75..<104).contains($0.sample.time.value) }
    #expect(inside.allSatisfy { $0.sample.radio == .ble })
    #expect(inside.count > 50)
  }

  @Test func `A ceremony emits its events in order`() throws {
    let events = try Simulator(scenario: .ceremony).run().records.compactMap(\.sample.event)
    #expect(
      events == [
        .connected, .manualTriggerPressed, .manualTriggerReleased, .sent, .received, .attached,
        .complete,
      ])
  }

  @Test func `Settings out of range are rejected`() {
    #expect(throws: SimulationError.self) { try Simulator(scenario: .pocket, duration: 0.5) }
    #expect(throws: SimulationError.self) { try Simulator(scenario: .pocket, duration: 1e9) }
    #expect(throws: SimulationError.self) {
      try Simulator(scenario: .pocket, duration: Seconds(.nan))
    }
    #expect(throws: SimulationError.self) { try Simulator(scenario: .pocket, rate: 0) }
  }

  @Test func `Correlated noise has the stated deviation and memory`() {
    var random = SplitMix64(seed: 4)
    var noise = GaussMarkov(deviation: 2, timeConstant: 1, random: &random)
    let values = (1...40_000).map { noise.advance(to: 0.5 * Double($0), random: &random) }
    let variance = values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
    let products = zip(values, values.dropFirst(2)).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(abs(variance - 4) < 0.3)
    #expect(abs(products / Double(values.count) / 4 - exp(-1)) < 0.05)
  }

  @Test func `The comment comes first and states that the trace is synthetic`() throws {
    let simulator = try Simulator(scenario: .walkBy, seed: 8, rate: 2.5)
    let text = String(decoding: simulator.run().csv(comment: simulator.comment), as: UTF8.self)
    #expect(
      text.hasPrefix(
        "# synthetic, made by lubdub simulate walk-by --seed 8 --duration 24 --rate 2.5\n"
          + "t_s,source,range_m,rssi_dbm,truth_m,event"))
  }

  @Test(arguments: Scenario.allCases)
  func `A simulated trace is read back row by row`(scenario: Scenario) throws {
    let simulator = try Simulator(scenario: scenario, seed: 12)
    let trace = simulator.run()
    var parser = TraceParser()
    try parser.feed(trace.csv(comment: simulator.comment))
    try parser.finish()
    var records: [TraceRecord] = []
    parser.take(into: &records)
    #expect(parser.report.rejected == 0)
    #expect(records.map(\.sample) == trace.records.map(\.sample))
    #expect(records.map(\.truth) == trace.records.map(\.truth))
  }
}
