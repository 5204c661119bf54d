import Foundation
import LubdubRuns
import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

/// Contact is the climax: it must be felt soon after devices touch.
@Suite("Contact")
struct ContactTests {
  /// From contact to its heartbeat; `nil` when it never comes while they touch.
  private static func delay(seed: UInt64) throws -> Double? {
    let trace = try Simulator(scenario: .approach, seed: seed, rate: 10).run()
    let session = try Session(
      trace.records.map(\.sample), Preset.default.configuration)
    let start = try #require(trace.records.first).sample.time
    let touch = try #require(trace.records.first { $0.truth.map { $0 < 0.05 } ?? false })
    let time = touch.sample.time - start
    let contact = session.zoneChanges.first { $0.to == 0 && $0.time >= time - 2 }
    return contact.map { ($0.time - time).value }
  }

  @Test func `Nearly all of thirty approaches reach contact, most within two seconds`() throws {
    let delays = try (1...30 as ClosedRange<UInt64>).map { try Self.delay(seed: $0) }
    let reached = delays.compactMap(\.self)
    #expect(Double(reached.count) >= 0.98 * 30, "\(reached.count) of 30")
    let soon = reached.count { $0 <= 2 }
    #expect(Double(soon) >= 0.85 * 30, "\(soon) of 30 within 2 s: \(reached.sorted())")
  }

  @Test func `With ranges below zero, contact is felt in time in two hundred approaches`() throws {
    var zones = ZoneScore()
    var belowZero = 0
    let edges = Preset.default.configuration.zones.edges
    for seed in 1...200 as ClosedRange<UInt64> {
      let trace = try Simulator(scenario: .approach, seed: seed).run()
      var truth = TrueZones(edges: edges)
      var run = try PipelineRun(Preset.default.configuration)
      var moves: [ZoneComparison.Move] = []
      let start = try #require(trace.records.first).sample.time
      for record in trace.records {
        if (record.sample.range ?? 0) < 0 { belowZero += 1 }
        if let distance = record.truth { truth.add(distance, at: record.sample.time) }
        run.process(record.sample) { decision in
          guard case .zone(let change) = decision, change.isMove else { return }
          moves.append(.init(time: change.time + start, zone: change.to))
        }
      }
      truth.finish()
      let one = ZoneComparison(truth, moves: moves).score
      zones.add(one)
    }
    let share = try #require(zones.contactShare(within: 2))
    // Of the others most have a bias of 2 cm and more, or a gap; a lower threshold adds nothing.
    #expect(share >= 0.91, "\(share) of \(zones.contacts.count)")
    #expect(belowZero > 1000)
  }

  @Test(arguments: ["approach", "ceremony"])
  func `The sample traces end with the heartbeat of contact`(name: String) throws {
    let path = Recordings.packageRoot.appending(path: "datasets/\(name).csv").path
    var reader = try TraceReader(path: path)
    var block: [TraceRecord] = []
    var samples: [Sample] = []
    while try reader.nextBlock(into: &block) { samples += block.map(\.sample) }
    let session = try Session(samples, Preset.default.configuration)
    #expect(session.timeline.beats.last?.interval == 0.2)
  }
}
