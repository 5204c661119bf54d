import Foundation
import Lubdub
import LubdubSessions
import LubdubSignals
import LubdubTraces
import TestSupport
import Testing

@testable import LubdubBench

@Suite("Channel sounding moved along a path")
struct MovedProceduresTests {
  /// Procedures of one path each, without noise.
  private static func signals(_ distances: [Double]) throws -> [RawSignal] {
    let channels = (2...76).filter { ToneGrid.slot(ofChannel: $0) != nil }
    let list = { (numbers: [Int]) in numbers.map { "\($0)" }.joined(separator: " ") }
    let rows = distances.enumerated().map { number, distance in
      let angles = channels.map { channel in
        -2 * Double.pi * (2402e6 + Double(channel) * 1e6) * distance / ToneGrid.speedOfLight
      }
      let (i, q) = (
        list(angles.map { Int((900 * cos($0)).rounded()) }),
        list(angles.map { Int((900 * sin($0)).rounded()) })
      )
      return "\(number),\(distance),\(list(channels)),\(i),\(q),\(i),\(q)\n"
    }
    let text = "t_s,truth_m,ch,i_ini,q_ini,i_ref,q_ref\n" + rows.joined()
    return try SignalReader(Array(text.utf8), path: "tones.csv").signals
  }

  private static let rows = (0..<300).map { index in
    TraceRow(
      time: Double(index) / 10, range: 3 + 0.02 * Double(index), truth: 3 + 0.02 * Double(index)
    )
    .record
  }

  @Test("A path without multipath is followed to the width of a slot, in the spans alone")
  func followed() throws {
    let soundings = try #require(MovedProcedures(try Self.signals([2, 5, 9])))
    let found = try soundings.records(along: Self.rows, in: [5...10, 20...21], seed: 1)
    #expect(found.count == 26 + 6)
    for record in found {
      let (time, truth) = (record.sample.time.value, try #require(record.truth).value)
      #expect((5...10).contains(time) || (20...21.001).contains(time))
      #expect(record.sample.radio == .cs)
      #expect(abs(truth - (3 + 0.2 * time)) < 1e-9)
      #expect(abs(try #require(record.sample.range).value - truth) < 0.05)
    }
    #expect(try soundings.records(along: Self.rows, in: [5...10, 20...21], seed: 1) == found)
  }

  @Test("A response that is moved is that of the other distance")
  func moved() throws {
    let near = try #require(try Self.signals([2]).first)
    guard case .procedure(let procedure) = near.content else {
      Issue.record("expected a procedure")
      return
    }
    let path = try #require(procedure.paths.first)
    var estimator = try GatedEstimator()
    for distance in [0.0, 1, 7.3, 40] {
      let answer = estimator.distance(of: MovedProcedures.moved(path, by: distance))
      #expect(abs((answer?.value ?? .nan) - 2 - distance) < 0.05, "\(distance)")
    }
  }

  @Test("Procedures without truth give nothing to move")
  func nothing() throws {
    let unknown = try Self.signals([2]).map { signal in
      var signal = signal
      signal.truth = nil
      return signal
    }
    #expect(MovedProcedures(unknown) == nil)
    #expect(MovedProcedures([]) == nil)
  }
}

@Suite("Zones in outages")
struct OutageZoneScoreTests {
  @Test("Time in the wrong zone and changes count in outages alone")
  func byHand() throws {
    // The truth crosses 2 m at 10 s and 25 s; the answer follows the first 3 s late, the second never.
    let points = (0..<400).map { index in
      let time = Double(index) * 0.1
      let (truth, answer) = (time < 10 || time >= 25 ? 3.0 : 1.5, time < 13 ? 3.0 : 1.5)
      return ScoredTrack.Point(
        time: Seconds(time), truth: Meters(truth), estimate: .made(answer, at: Seconds(time)))
    }
    let bare = ZoneDecision.bare.parameters(try Zones(edges: [2]))
    let comparison = try ZoneComparison(of: ScoredTrack(points: points), deciding: bare)
    let whole = OutageZoneScore(comparison, outages: [5...38])
    #expect(abs((whole.wrongTime - 16).value) < 0.3)
    #expect(whole.delays.count == 2)
    #expect(whole.missedShare == 0.5)
    let none = OutageZoneScore(comparison, outages: [15...20])
    #expect(none.wrongTime == 0)
    #expect(abs((none.totalTime - 5).value) < 0.15)
    #expect(none.missedShare == nil)
  }
}
